// The carriers that are configured, in the order in which they are asked.
import type { Carrier } from './carrier.ts';

/** A carrier and what the operator said of it. */
export interface ConfiguredCarrier {
  name: string;
  kind: string;
  /** 1 to 100; smaller ones are asked first. */
  priority: number;
  /** The sender of accounts without a number of their own; null when such accounts can't use it. */
  sharedSender: string | null;
  carrier: Carrier;
}
