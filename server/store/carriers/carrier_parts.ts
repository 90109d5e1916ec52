// Parts of received long texts, from their arrival until all are there, and for a day after. A part waits (joined_as is
// null) or was joined to a text. A part that comes again after that waits with a doubt ('?'): it may be a repeat, or
// the beginning of the same words under the same reference. A part that is known to be a repeat is marked ('!'): it
// does not wait, and after a minute completes another text under the same reference that has this part too.
import { escapeSurrogates, unescapeSurrogates } from '../../../runtime/texts/lone_surrogates.ts';
import type { Batches } from '../postgres/database.ts';
import {
  bool,
  count,
  instant,
  int2,
  int4,
  int8,
  int8Array,
  sqlNamesOf,
  text,
  type ValuesOf,
} from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** The values that the parts of one text have in common. */
export type PartSetKey = ValuesOf<typeof partSetKey>;
const partSetKey = {
  accountId: int8,
  carrier: text,
  sender: text,
  recipient: text,
  reference: int4,
  /** How many there are, 2 to 255. */
  total: int2,
};

/** A part as it came. */
export interface ArrivedPart extends PartSetKey {
  /** From 1 to `total`. */
  number: number;
  /** Without U+0000; it may begin or end with half a character. */
  text: string;
  /** By the database's clock. */
  arrivedAtMs: number;
  /** When it first came, if it came before. */
  isRepeat: boolean;
}

/** A part that waits for others. */
export type WaitingPart = RowOf<typeof waitingPart>;
const waitingPart = {
  number: int2('p.number'),
  text: text('p.text'),
  arrivedAtMs: count('(extract(epoch from p.received_at) * 1000)::int8'),
  /** It may be a repeat of one that was joined. */
  isDoubtful: bool('p.joined_as is not null'),
  /** It is known to be such a repeat. */
  isRepeat: bool(`coalesce(p.joined_as like '!%', false)`),
};

/** The parts of a text that wait. */
export interface PartSet extends PartSetKey {
  /** ISO 3166-1 alpha-2, of the account. */
  country: string;
  /** By number. */
  parts: WaitingPart[];
}

/** How long the parts of a text are waited for. */
const incompleteAfterMs = 24 * 3600_000;
/** Joined parts are kept a little longer than anything waits. */
const joinedKeptMs = incompleteAfterMs + 3600_000;
/** A crash before the joining leaves a whole set behind: sets this young are looked at again. */
const lookBackMs = 10 * 60_000;
/** So long after its last part a text is made whole by repeats of parts that it has in common with another one. */
const borrowAfterMs = 60_000;

const key = sqlNamesOf(partSetKey);
const waits = `(p.joined_as is null or p.joined_as like '?%')`;

const isSamePart = (i: string) =>
  `p.account_id = ${i}.account_id and p.carrier = ${i}.carrier and p.sender = ${i}.sender and p.recipient = ${i}.recipient
    and p.reference = ${i}.reference and p.total = ${i}.total and p.number = ${i}.number`;

const isMarked = `p.joined_as like '!%'`;

// A new part replaces a joined one, never one that waits: the caller compares those two when it reads the set. A repeat
// has the moment at which it came first, and replaces only an older part, which a crash had lost; otherwise it marks
// the joined one.
const doubted = `case when p.text = excluded.text then '?' || ltrim(p.joined_as, '!') end`;
const replaceJoined = `
  on conflict (${key}, number) do update set
    text = excluded.text, received_at = excluded.received_at, joined_as = ${doubted}
  where p.joined_as not like '?%'`;
const markOrReplaceJoined = `
  on conflict (${key}, number) do update set
    text = excluded.text,
    received_at = greatest(p.received_at, excluded.received_at),
    joined_as = case when p.received_at < excluded.received_at then ${doubted}
      else '!' || ltrim(p.joined_as, '!') end
  where p.joined_as not like '?%' and (p.received_at < excluded.received_at or p.text = excluded.text)`;

const store = statement({
  takes: {
    parts: list({ ...partSetKey, number: int2, text, receivedAtMs: instant, isRepeat: bool }),
  },
  expects: 'one',
  text: ({ parts, row }) => `
with input as (
  select * from ${parts.as('t')}
), repeated as (
  insert into carrier_inbound_part as p (${key}, number, text, received_at)
  select ${key}, number, text, received_at from input where is_repeat
  order by ${key}, number
  ${markOrReplaceJoined}
), fresh as (
  insert into carrier_inbound_part as p (${key}, number, text, received_at)
  select ${key}, number, text, received_at from input where not is_repeat
  order by ${key}, number
  ${replaceJoined}
)
select ${row}`,
});

const read = statement({
  takes: { keys: list(partSetKey) },
  gives: { ord: count('i.ord'), country: text('a.country'), ...waitingPart },
  expects: 'any',
  text: ({ keys, row }) => `
select ${row}
from ${keys.as('i', 'ord')}
join account a on a.id = i.account_id
cross join lateral (
  select * from carrier_inbound_part p
  where p.account_id = i.account_id and p.carrier = i.carrier and p.sender = i.sender
    and p.recipient = i.recipient and p.reference = i.reference and p.total = i.total and (${waits} or ${isMarked})
  order by p.number limit 255
) p
order by i.ord, p.number`,
});

// A null name settles the doubt: they were repeats. All cores lock parts in one order.
const mark = statement({
  takes: {
    parts: list({ ...partSetKey, number: int2, arrivedAtMs: instant, name: text.orNull }),
  },
  expects: 'one',
  text: ({ parts, row }) => `
with held as materialized (
  select i.* from ${parts.as('i')} join carrier_inbound_part p on ${isSamePart('i')} and p.received_at = i.arrived_at
  where ${waits} or ${isMarked}
  order by p.account_id, p.carrier, p.sender, p.recipient, p.reference, p.total, p.number for update of p
), marked as (
  update carrier_inbound_part p set joined_as = coalesce(h.name, substr(p.joined_as, 2)) from held h
  where ${isSamePart('h')}
)
select ${row}`,
});

/** By the database's clock, as the parts are dated. */
const ago = (ms: string) => `now() - ${ms} * interval '1 millisecond'`;

/** Most sets of each of the two kinds that one look finds. */
export const mostDueSets = 100;

const listDue = statement({
  takes: {
    joinedKeptMs: count,
    incompleteAfterMs: count,
    lookBackMs: count,
    borrowAfterMs: count,
    without: int8Array,
  },
  gives: partSetKey,
  expects: 'any',
  text: ({ joinedKeptMs, incompleteAfterMs, lookBackMs, borrowAfterMs, without, row }) => `
with gone as (
  delete from carrier_inbound_part where ctid = any (array (
    select p.ctid from carrier_inbound_part p where p.received_at <= ${ago(joinedKeptMs)} and not ${waits}
    limit 1000 for update skip locked
  ))
), stale as (
  select distinct ${key} from carrier_inbound_part p where p.received_at <= ${ago(incompleteAfterMs)} and ${waits}
    and p.account_id <> all (select unnest(${without})) limit ${mostDueSets}
), whole as (
  select ${key} from carrier_inbound_part p
  where (${key}) in (
    select ${key} from carrier_inbound_part p where p.received_at > ${ago(lookBackMs)} and ${waits}
      and p.account_id <> all (select unnest(${without}))
  ) and ${waits}
  group by ${key} having count(*) = total limit ${mostDueSets}
), borrowing as (
  select ${key} from carrier_inbound_part p
  where (${key}) in (
    select ${key} from carrier_inbound_part p where p.received_at > ${ago(lookBackMs)} and p.joined_as is null
      and p.account_id <> all (select unnest(${without}))
  ) and (${waits} or ${isMarked})
  group by ${key} having count(*) = total and bool_or(${isMarked})
    and max(p.received_at) filter (where p.joined_as is null) <= ${ago(borrowAfterMs)} limit ${mostDueSets}
)
select ${row} from stale union select ${row} from whole union select ${row} from borrowing`,
});

export const prepareCarrierParts = (batches: Batches) => ({
  /** Stores parts in one commit; each number of a set may be in the list once. It may be repeated. */
  async storeParts(parts: readonly ArrivedPart[]): Promise<void> {
    await store.run(batches, {
      parts: parts.map(({ text, arrivedAtMs, ...part }) => ({
        ...part,
        text: escapeSurrogates(text),
        receivedAtMs: arrivedAtMs,
      })),
    });
  },

  /** The parts that wait in each set, as it is committed now. */
  async readPartSets(keys: readonly PartSetKey[]): Promise<PartSet[]> {
    const sets = keys.map((key): PartSet => ({ ...key, country: '', parts: [] }));
    for (const { ord, country, text, ...part } of await read.run(batches, { keys })) {
      const set = sets[ord - 1] as PartSet;
      set.country = country;
      set.parts.push({ ...part, text: unescapeSurrogates(text) });
    }
    return sets;
  },

  /** The parts were joined to the text of this name; null: they were repeats of joined parts. */
  async markJoined(joined: readonly { set: PartSet; name: string | null }[]): Promise<void> {
    const parts = joined.flatMap(({ set, name }) => set.parts.map((part) => ({ ...set, ...part, name })));
    await mark.run(batches, { parts });
  },

  /**
   * Up to three times `mostDueSets` sets that waited long enough, or are whole and not joined, of all accounts except
   * `without`. Deletes some that were joined long ago.
   */
  listDueSets: (without: readonly bigint[] = []) =>
    listDue.run(batches, { joinedKeptMs, incompleteAfterMs, lookBackMs, borrowAfterMs, without }),
});
