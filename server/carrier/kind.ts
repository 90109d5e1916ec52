// How a kind of carrier introduces itself: its name in the carriers file, its settings, and how it is made.
import type { Static, TObject } from 'typebox';
import type { Carrier, CarrierContext } from './carrier.ts';

/** A kind of carrier, whatever its settings are. */
export interface CarrierKind {
  /** The name in the carriers file. */
  kind: string;
  /** Its settings beside those that all carriers have. */
  settings: TObject;
  /** Errors that the schema cannot find, a sentence each, beginning with the setting's name. */
  errorsOf(settings: object): string[];
  create(settings: object, context: CarrierContext): Carrier;
}

/** One carrier of the carriers file. */
export interface CarrierConfig {
  /** Texts and numbers are known by it: it must stay. */
  name: string;
  kind: CarrierKind;
  /** 1 to 100; smaller ones are asked first. */
  priority: number;
  /** The sender of accounts without a number of their own; null when such accounts cannot use it. */
  sender: string | null;
  /** The country in which it writes national numbers (ISO 3166-1 alpha-2); left out: that of the number that was written to. */
  country?: string;
  /** In the kind's own form: checked, with defaults and secrets filled in. */
  settings: object;
}

/** Ties settings and maker of a kind together. `settings` reach `create` only after they were checked. */
export function defineCarrierKind<Schema extends TObject>(kind: {
  kind: string;
  settings: Schema;
  errorsOf?(settings: Static<Schema>): string[];
  create(settings: Static<Schema>, context: CarrierContext): Carrier;
}): CarrierKind {
  return {
    kind: kind.kind,
    settings: kind.settings,
    errorsOf: (settings) => kind.errorsOf?.(settings as Static<Schema>) ?? [],
    create: (settings, context) => kind.create(settings as Static<Schema>, context),
  };
}
