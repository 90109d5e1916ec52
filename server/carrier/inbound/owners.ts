// Finds the account that a received text belongs to. Lookups that come together are one statement a carrier.

import type { Clock } from '../../../runtime/clock.ts';
import { type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../../app/batches/while_database_is_away.ts';
import type { NumberOwner } from '../../store/carriers/numbers.ts';
import type { Store } from '../../store/store.ts';
import { recipientForms } from './written_numbers.ts';

/** How long an owner is looked up again while the database is away, in milliseconds; then the carrier repeats. */
const repeatForMs = 8_000;

/** Where a text came to. */
interface Addressed {
  carrier: string;
  /** As the carrier writes it. */
  recipient: string;
}

/** The account that owns a recipient. */
export interface Owner extends NumberOwner {
  /** The number as it is stored. */
  recipient: string;
}

/** Opens the batcher of owners: null where nobody owns the recipient. */
export function createOwnerLookup({
  store,
  clock,
}: {
  store: Pick<Store, 'ownersOf'>;
  clock: Clock;
}): Batcher<Addressed, Owner | null> {
  const find = async (texts: readonly Addressed[]): Promise<(Owner | null)[]> => {
    const asked = texts.map(({ carrier, recipient }) => ({ carrier, forms: recipientForms(recipient) }));
    const owners = new Map<string, Map<string, NumberOwner>>();
    for (const [carrier, those] of Map.groupBy(asked, ({ carrier }) => carrier)) {
      const numbers = new Set(those.flatMap(({ forms }) => forms));
      owners.set(carrier, await store.ownersOf(carrier, [...numbers]));
    }
    return asked.map(({ carrier, forms }) => {
      for (const recipient of forms) {
        const owner = owners.get(carrier)?.get(recipient);
        if (owner) return { ...owner, recipient };
      }
      return null;
    });
  };
  return createBatcher({
    maxBatch: 500,
    maxItems: 10_000,
    run: (texts) => whileDatabaseIsAway(clock, repeatForMs, () => find(texts)),
  });
}
