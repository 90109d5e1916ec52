// The state of a carrier, for the operator and for the reason why a text waits.
import { isSandbox, sandboxCarrier } from '../../domain/accounts/sandbox.ts';

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

/** Of these carriers, those that the operator configured. */
export const configuredOf = (carriers: readonly CarrierState[]): CarrierState[] =>
  carriers.filter(({ name }) => name !== sandboxCarrier);

/** Of these carriers, those that an account may use. `numbers` has the names of those on which it has numbers. */
export const usableBy = (
  accountId: bigint,
  numbers: Readonly<Record<string, number>>,
  carriers: readonly CarrierState[],
): CarrierState[] =>
  isSandbox(accountId)
    ? carriers.filter(({ name }) => name === sandboxCarrier)
    : carriers.filter(({ name, sharedSender }) => sharedSender !== null || name in numbers);
