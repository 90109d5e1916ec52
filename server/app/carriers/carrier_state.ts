// How a carrier is, for the operator and for those who explain what texts wait for.

/** A configured carrier, as this replica sees it now. */
export interface CarrierState {
  name: string;
  kind: string;
  /** 1 to 100; smaller ones are asked first. */
  priority: number;
  /** The sender of accounts without a number of their own; null when such accounts cannot use it. */
  sharedSender: string | null;
  /** Whether submits can be made now. */
  up: boolean;
  /** One sentence about that. */
  detail: string;
  /** How many submits could begin now. */
  capacity: number;
}
