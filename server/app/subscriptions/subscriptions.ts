// Subscriptions in an account's feed that the service keeps: what consumers and webhooks have in common.
import type { Clock } from '../../../runtime/clock.ts';
import { type FieldFault, fieldFault, invalidRequest, notFound, refuseFields } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Named, SubscriptionRow, SubscriptionTable } from '../../store/subscriptions/subscriptions.ts';

/** A position in an account's feed: a seq, or an instant in milliseconds since the epoch. */
export type FeedPosition = { seq: bigint } | { atMs: number };

type FeedStore = Pick<Store, 'listCursors' | 'findMark' | 'findIdAt'>;

/** Marks are written by one clock and read by another: a mark this much earlier is looked for, in milliseconds. */
const markMarginMs = 10_000;

/** Throws `not_found` for a text that cannot be a name. */
export function checkKnownName(name: string, what: string): void {
  if (!isName(name)) throw notFound(what);
}

/** What speaks against the name of a new subscription; null for one that may be taken. */
export const newNameFault = (name: string): FieldFault | null =>
  isName(name)
    ? null
    : fieldFault(
        'name',
        'not_a_name',
        'must have 1 to 64 letters, digits, dots, hyphens and underscores, and must be neither . nor ..',
      );

/** Throws `invalid_request` for a text that cannot be a name. */
export const checkNewName = (name: string): void => refuseFields(newNameFault(name));

/** Clients change a path that ends in . or .. before they ask for it. */
const isName = (name: string) => /^[A-Za-z0-9._-]{1,64}$/.test(name) && name !== '.' && name !== '..';

/**
 * The cursor for a position in the feed. Everything that changed at an instant or after it is above its cursor, and some of
 * what changed before may be. Throws `invalid_request` for a seq that the feed has not reached, `not_found` for an
 * account that does not exist.
 */
export async function cursorAt(store: FeedStore, accountId: bigint, position: FeedPosition): Promise<bigint> {
  const [newest] = await store.listCursors([accountId]);
  if (!newest) throw notFound('account');
  if ('seq' in position) {
    if (position.seq < 0n || position.seq > newest.seq)
      throw invalidRequest(`seq must be from 0 to ${newest.seq}, the newest there is`);
    return position.seq;
  }
  const mark = await store.findMark(accountId, position.atMs - markMarginMs);
  if (mark !== undefined) return mark;
  // No text has a smaller seq than its id, so that what came before the instant had at least so many.
  return (await store.findIdAt(accountId, position.atMs)) - 1n;
}

interface SubscriptionOptions<Row> {
  /** The kind of these subscriptions, as people call one. */
  what: SubscriptionTable;
  /** Most subscriptions that an account may have. */
  most: number;
  subscriptions: {
    list(accountId: bigint): Promise<Row[]>;
    find(of: Named): Promise<Row | undefined>;
    remove(of: Named): Promise<boolean>;
    move(of: Named & { seq: bigint; nowMs: number }): Promise<Row | undefined>;
  };
  feed: FeedStore;
  clock: Clock;
}

export type Subscriptions<Row extends SubscriptionRow> = ReturnType<typeof createSubscriptions<Row>>;

/** The actions that both kinds have. Each throws a Refusal: `not_found` for an unknown name. */
export function createSubscriptions<Row extends SubscriptionRow>({
  what,
  most,
  subscriptions,
  feed,
  clock,
}: SubscriptionOptions<Row>) {
  const found = <T>(row: T | undefined): T => {
    if (row === undefined) throw notFound(what);
    return row;
  };
  const get = async (accountId: bigint, name: string): Promise<Row> => {
    checkKnownName(name, what);
    return found(await subscriptions.find({ accountId, name }));
  };

  return {
    found,

    get,

    list: (accountId: bigint): Promise<Row[]> => subscriptions.list(accountId),

    /**
     * Changes the place of a name or adds it, however many others put, add and remove meanwhile. Each of the two returns
     * undefined when it did nothing.
     */
    async put<T>(
      { accountId, name }: Named,
      change: () => Promise<T | undefined>,
      add: () => Promise<T | undefined>,
    ): Promise<T> {
      for (;;) {
        const put = (await change()) ?? (await add());
        if (put !== undefined) return put;
        const all = await subscriptions.list(accountId);
        if (all.length >= most && all.every((each) => each.name !== name))
          throw invalidRequest(`an account may have at most ${most} ${what}s`);
        if ((await feed.listCursors([accountId])).length === 0) throw notFound('account');
      }
    },

    async remove(accountId: bigint, name: string): Promise<void> {
      checkKnownName(name, what);
      if (!(await subscriptions.remove({ accountId, name }))) throw notFound(what);
    },

    /** Sets the cursor, also back. */
    async move(accountId: bigint, name: string, position: FeedPosition): Promise<Row> {
      await get(accountId, name);
      const seq = await cursorAt(feed, accountId, position);
      return found(await subscriptions.move({ accountId, name, seq, nowMs: clock.nowMs() }));
    },
  };
}
