// Parts of received long texts, from their arrival until all are there, and for a day after. A part waits, or became a
// part of a text; one that comes again after that waits too, with a doubt: it may be a repeat, or the beginning of the
// same words under the same reference.
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { packHalves, unpackHalves } from './halves.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** What the parts of one text have in common. */
export interface PartSetKey {
  accountId: bigint;
  carrier: string;
  sender: string;
  recipient: string;
  reference: number;
  /** How many there are, 2 to 255. */
  total: number;
}

/** A part as it came. */
export interface ArrivedPart extends PartSetKey {
  /** From 1 to `total`. */
  number: number;
  /** Without U+0000; it may begin or end with half a character. */
  text: string;
  /** By the database's clock. */
  arrivedAtMs: number;
  /** It was here before, at that moment. */
  isRepeat: boolean;
}

/** A part that waits for others. */
export interface WaitingPart {
  number: number;
  text: string;
  arrivedAtMs: number;
  /** It may be a repeat of one that was joined. */
  isDoubtful: boolean;
}

/** The parts of a text that wait. */
export interface PartSet extends PartSetKey {
  /** ISO 3166-1 alpha-2, of the account. */
  country: string;
  /** By number. */
  parts: WaitingPart[];
}

/** How long the parts of a text are waited for. */
export const incompleteAfterMs = 24 * 3600_000;
/** Joined parts are kept a little longer than anything waits. */
const joinedKeptMs = incompleteAfterMs + 3600_000;
/** A crash before the joining leaves a whole set behind: it is found among what came so short a time ago. */
const lookBackMs = 10 * 60_000;

const key = 'account_id, carrier, sender, recipient, reference, total';
const waits = `(p.joined_as is null or p.joined_as like '?%')`;
const keyTypes = '$1::int8[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int2[]' as const;

// What comes takes the place of a part that was joined, never of one that waits: whether that one is the same or of
// another text the caller sees when it reads the set. A repeat has the moment at which it came first, and takes the place
// only of what is older: a crash had lost it.
const replaceJoined = `
  on conflict (${key}, number) do update set
    text = excluded.text,
    received_at = excluded.received_at,
    joined_as = case when p.text = excluded.text then '?' || p.joined_as end
  where p.joined_as not like '?%'`;

const storeStatement = `
with input as (
  select * from unnest(${keyTypes}, $7::int2[], $8::text[], $9::timestamptz[], $10::bool[])
    as t (${key}, number, text, received_at, is_repeat)
), repeated as (
  insert into carrier_inbound_part as p (${key}, number, text, received_at)
  select ${key}, number, text, received_at from input where is_repeat
  order by ${key}, number
  ${replaceJoined} and p.received_at < excluded.received_at
), fresh as (
  insert into carrier_inbound_part as p (${key}, number, text, received_at)
  select ${key}, number, text, received_at from input where not is_repeat
  order by ${key}, number
  ${replaceJoined}
)
select $11::text`;

const readStatement = `
select $7::text, i.ord, a.country, p.number, p.text, (extract(epoch from p.received_at) * 1000)::int8,
  p.joined_as is not null
from unnest(${keyTypes}) with ordinality as i (${key}, ord)
join account a on a.id = i.account_id
cross join lateral (
  select * from carrier_inbound_part p
  where p.account_id = i.account_id and p.carrier = i.carrier and p.sender = i.sender
    and p.recipient = i.recipient and p.reference = i.reference and p.total = i.total and ${waits}
  order by p.number limit 255
) p
order by i.ord, p.number`;

// A null name takes the doubt away: they were repeats.
const markStatement = `
with marked as (
  update carrier_inbound_part p set joined_as = coalesce(i.name, substr(p.joined_as, 2))
  from unnest(${keyTypes}, $7::int2[], $8::timestamptz[], $9::text[]) as i (${key}, number, at, name)
  where p.account_id = i.account_id and p.carrier = i.carrier and p.sender = i.sender and p.recipient = i.recipient
    and p.reference = i.reference and p.total = i.total and p.number = i.number and p.received_at = i.at and ${waits}
)
select $10::text`;

/** By the database's clock, as the parts are dated. */
const ago = (parameter: string) => `now() - ${parameter}::int8 * interval '1 millisecond'`;

const dueStatement = `
with gone as (
  delete from carrier_inbound_part where ctid = any (array (
    select p.ctid from carrier_inbound_part p where p.received_at <= ${ago('$1')} and not ${waits}
    limit 1000 for update skip locked
  ))
), stale as (
  select distinct ${key} from carrier_inbound_part p where p.received_at <= ${ago('$2')} and ${waits} limit 100
), whole as (
  select ${key} from carrier_inbound_part p
  where (${key}) in (
    select ${key} from carrier_inbound_part p where p.received_at > ${ago('$3')} and ${waits}
  ) and ${waits}
  group by ${key} having count(*) = total limit 100
)
select $4::text, ${key} from stale union select $4::text, ${key} from whole`;

const columns = (sets: readonly PartSetKey[]) => [
  arrayLiteral(sets.map(({ accountId }) => accountId)),
  arrayLiteral(sets.map(({ carrier }) => carrier)),
  arrayLiteral(sets.map(({ sender }) => sender)),
  arrayLiteral(sets.map(({ recipient }) => recipient)),
  arrayLiteral(sets.map(({ reference }) => reference)),
  arrayLiteral(sets.map(({ total }) => total)),
];

/** Binds the statements of parts. */
export function prepareCarrierParts(batches: Batches) {
  return {
    /** Stores parts, each number of a set once in the list; all of it is one commit, and the same when done twice. */
    async storeParts(parts: readonly ArrivedPart[]): Promise<void> {
      const nonce = createNonce();
      const rows = await batches.run(storeStatement, [
        ...columns(parts),
        arrayLiteral(parts.map(({ number }) => number)),
        arrayLiteral(parts.map(({ text }) => packHalves(text))),
        arrayLiteral(parts.map(({ arrivedAtMs }) => instantLiteral(arrivedAtMs))),
        arrayLiteral(parts.map(({ isRepeat }) => isRepeat)),
        nonce,
      ]);
      checkNonce(nonce, rows, 1);
    },

    /** What waits in each set, as it is committed now. */
    async readPartSets(keys: readonly PartSetKey[]): Promise<PartSet[]> {
      const nonce = createNonce();
      const rows = await batches.run(readStatement, [...columns(keys), nonce]);
      checkNonce(nonce, rows, rows.length);
      const sets: PartSet[] = keys.map(
        ({ accountId, carrier, sender, recipient, reference, total }): PartSet => ({
          accountId,
          carrier,
          sender,
          recipient,
          reference,
          total,
          country: '',
          parts: [],
        }),
      );
      for (const [, ord, country, number, text, arrivedAtMs, isDoubtful] of rows) {
        const set = sets[Number(ord) - 1] as PartSet;
        set.country = country as string;
        set.parts.push({
          number: number as number,
          text: unpackHalves(text as string),
          arrivedAtMs: Number(arrivedAtMs),
          isDoubtful: isDoubtful as boolean,
        });
      }
      return sets;
    },

    /** The parts became a part of the text of that name; null: they were repeats of what was joined before. */
    async markJoined(joined: readonly { set: PartSet; name: string | null }[]): Promise<void> {
      const rows = joined.flatMap(({ set, name }) => set.parts.map((part) => ({ ...set, ...part, name })));
      const nonce = createNonce();
      const answer = await batches.run(markStatement, [
        ...columns(rows),
        arrayLiteral(rows.map(({ number }) => number)),
        arrayLiteral(rows.map(({ arrivedAtMs }) => instantLiteral(arrivedAtMs))),
        arrayLiteral(rows.map(({ name }) => name)),
        nonce,
      ]);
      checkNonce(nonce, answer, 1);
    },

    /** Up to 200 sets that waited long enough or are whole and not joined; drops some that were joined long ago. */
    async listDueSets(): Promise<PartSetKey[]> {
      const nonce = createNonce();
      const rows = await batches.run(dueStatement, [joinedKeptMs, incompleteAfterMs, lookBackMs, nonce]);
      checkNonce(nonce, rows, rows.length);
      return rows.map((row) => ({
        accountId: row[1] as bigint,
        carrier: row[2] as string,
        sender: row[3] as string,
        recipient: row[4] as string,
        reference: row[5] as number,
        total: row[6] as number,
      }));
    },
  };
}
