// The numbers of carriers, and the accounts that they are given to.
import { carrierName, normalizeCarrierNumber } from '../../domain/carriers/carrier_number.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { maxNumbers, type NumberRef, type NumberRow } from '../../store/carriers/numbers.ts';
import type { AppContext } from '../context.ts';
import type { CarrierState } from './carrier_state.ts';

export type Numbers = ReturnType<typeof createNumbers>;

interface NumbersOptions
  extends Pick<
    AppContext<'assignNumber' | 'findAccount' | 'listNumbers' | 'releaseNumber'>,
    'store' | 'clock'
  > {
  /** The configured carriers, in the order in which they are asked. */
  carriers(): readonly CarrierState[];
}

export function createNumbers({ store, clock, carriers }: NumbersOptions) {
  const checkCarrier = (carrier: string) => {
    const names = carriers().map(({ name }) => name);
    if (names.includes(carrier)) return;
    throw invalidRequest(
      names.length === 0 ? 'no carrier is configured' : `carrier must be one of ${names.join(', ')}`,
    );
  };

  return {
    /** Gives a number of a configured carrier to an account; what the account has already stays as it is. */
    async assign(accountId: bigint, carrier: string, typed: string): Promise<NumberRow> {
      checkCarrier(carrier);
      const account = await store.findAccount(accountId);
      if (!account) throw notFound('account');
      const number = normalizeCarrierNumber(typed, account.country);
      if (number === null) {
        throw invalidRequest(
          'number must be a phone number, a short code of 3 to 8 digits, or a name of 1 to 11 letters and digits',
        );
      }
      const outcome = await store.assignNumber({ carrier, number }, accountId, clock.nowMs());
      switch (outcome) {
        case 'no_account':
          throw notFound('account');
        case 'taken':
          throw invalidRequest('the number belongs to another account: release it first');
        case 'full':
          throw invalidRequest(`an account may have at most ${maxNumbers} numbers on a carrier`);
        case 'has_real_route':
          throw invalidRequest('a simulated carrier is for accounts without a real route');
        default:
          return outcome;
      }
    },

    /** Up to `limit` numbers after one, of one account or of all. Throws `not_found` for an unknown account. */
    async list(accountId: bigint | null, after: NumberRef | null, limit: number): Promise<NumberRow[]> {
      const numbers = await store.listNumbers(accountId, after, limit);
      if (numbers.length === 0 && accountId !== null && !(await store.findAccount(accountId)))
        throw notFound('account');
      return numbers;
    },

    /** Takes a number back. The carrier need not be configured any more. */
    async release(carrier: string, typed: string): Promise<NumberRow> {
      // A stored number is its own normal form in every country.
      const number = carrierName.test(carrier) ? normalizeCarrierNumber(typed, null) : null;
      const released = number === null ? undefined : await store.releaseNumber({ carrier, number });
      if (!released) throw notFound('number');
      return released;
    },
  };
}
