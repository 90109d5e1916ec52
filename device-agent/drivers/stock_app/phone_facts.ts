// What the hub knows of a phone.

/** The phone, as the hub knows it. */
export interface PhoneFacts {
  /** Slots of its SIMs; empty when it does not say. */
  sims: readonly number[];
  /** What to do at the phone, half a sentence; undefined for nothing. */
  advice: string | undefined;
  /** Maker and model, as the app says; empty when it did not. */
  model: string;
  /** Of the app; empty when it did not say. */
  version: string;
}
