// Received texts that have no name of their own: which arrival is a new text and which one a repeat of what was taken
// in and is not confirmed yet. One arrival is counted against one text, so that the same words may come twice.
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A text as it arrived. */
export interface Arrival {
  carrier: string;
  /** The same for the same words. */
  fingerprint: string;
  connection: string;
  arrivedAtMs: number;
  /** When it was first claimed on this connection. */
  claimedAtMs: number;
  /** It was claimed before on this connection, and nobody knows what became of that. */
  isAgain: boolean;
  /** The fingerprint is a name: the same one is a repeat on any connection. */
  isNamed: boolean;
}

/** An arrival's text. Its moment and number, with the fingerprint, name it for ever. */
export interface Claim {
  carrier: string;
  fingerprint: string;
  /** Tells apart texts of the same words: 1, 2 and so on. */
  name: string;
  arrivedAtMs: number;
  /** Another arrival of it was here before. */
  isRepeat: boolean;
}

/** How long a text waits for its confirmation; then the same words are a new text. */
export const unconfirmedMs = 10 * 60_000;
/** How long a text that came under a name is known by it. */
const namedMs = 72 * 3600_000;
/** The connection of those: of no matter which a repeat is one. */
export const anyConnection = 'any';

// The connection is stored with the moment of the claim, by which a claim that was not answered finds itself.
const markLength = 14;
const mark = (connection: string, claimedAtMs: number) =>
  `${connection}@${String(claimedAtMs).padStart(markLength - 1, '0')}`;

// A repeat takes the connection that it came on, so that the next one on it is a new text. An arrival of its own takes
// the next number: when two replicas hear the same words at once both take the same, one violates the primary key, and
// the caller repeats it with a snapshot in which the other is there.
const claimStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bool[], $7::bool[])
    with ordinality as t (carrier, fingerprint, connection, marked, at, is_again, is_named, ord)
), known as materialized (
  select i.ord, i.marked, r.*
  from input i cross join lateral (
    select r.* from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
      and r.received_at > case when i.is_named then $10::timestamptz else $8::timestamptz end
      and (i.is_named or left(r.connection, -${markLength}) <> i.connection or (i.is_again and r.connection = i.marked))
    order by r.connection = i.marked desc, length(r.name), r.name limit 1
  ) r
), repeated as (
  update carrier_inbound r set connection = k.marked
  from known k
  where r.carrier = k.carrier and r.fingerprint = k.fingerprint and r.name = k.name and r.connection = k.connection
  returning k.ord, r.name, r.received_at
), added as (
  insert into carrier_inbound (carrier, fingerprint, name, connection, received_at)
  select i.carrier, i.fingerprint, (
    select coalesce(max(r.name::int8), 0) + 1 from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
  )::text, i.marked, i.at
  from input i where not exists (select from known k where k.ord = i.ord)
  order by i.carrier, i.fingerprint
  returning carrier, fingerprint, name, received_at
)
select $9::text, coalesce(r.name, a.name), (extract(epoch from coalesce(r.received_at, a.received_at)) * 1000)::int8,
  r.name is not null
from input i
left join repeated r on r.ord = i.ord
left join added a on r.ord is null and a.carrier = i.carrier and a.fingerprint = i.fingerprint
order by i.ord`;

const confirmStatement = `
with gone as (
  delete from carrier_inbound r using unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
    as t (carrier, fingerprint, name, at)
  where r.carrier = t.carrier and r.fingerprint = t.fingerprint and r.name = t.name and r.received_at = t.at
)
select $5::text`;

const pruneStatement = `
with gone as (
  delete from carrier_inbound where ctid = any (array (
    select ctid from carrier_inbound
    where received_at <= $1::timestamptz
      and (left(connection, -${markLength}) <> '${anyConnection}' or received_at <= $3::timestamptz)
    limit 1000 for update skip locked
  )) returning 1
)
select $2::text, count(*) from gone`;

/** Binds the statements of received texts without names. */
export function prepareCarrierInbound(batches: Batches) {
  return {
    /**
     * Tells new texts from repeats; each fingerprint of a carrier once in the list, all of it one commit. Null for an
     * arrival whose text another replica touched meanwhile: it is to be asked again. Throws StatementFailed 23505 as
     * said above.
     */
    async claimInbound(arrivals: readonly Arrival[], nowMs: number): Promise<(Claim | null)[]> {
      const nonce = createNonce();
      const rows = await batches.run(claimStatement, [
        arrayLiteral(arrivals.map(({ carrier }) => carrier)),
        arrayLiteral(arrivals.map(({ fingerprint }) => fingerprint)),
        arrayLiteral(arrivals.map(({ connection }) => connection)),
        arrayLiteral(arrivals.map(({ connection, claimedAtMs }) => mark(connection, claimedAtMs))),
        arrayLiteral(arrivals.map(({ arrivedAtMs }) => instantLiteral(arrivedAtMs))),
        arrayLiteral(arrivals.map(({ isAgain }) => isAgain)),
        arrayLiteral(arrivals.map(({ isNamed }) => isNamed)),
        instantLiteral(nowMs - unconfirmedMs),
        nonce,
        instantLiteral(nowMs - namedMs),
      ]);
      checkNonce(nonce, rows, arrivals.length);
      return arrivals.map(({ carrier, fingerprint }, index) => {
        const [, name, arrivedAtMs, isRepeat] = rows[index] ?? [];
        if (name === null) return null;
        return {
          carrier,
          fingerprint,
          name: name as string,
          arrivedAtMs: Number(arrivedAtMs),
          isRepeat: isRepeat as boolean,
        };
      });
    },

    /** The far end knows that these were taken in: the same words are new texts from now on. */
    async confirmInbound(claims: readonly Claim[]): Promise<void> {
      const nonce = createNonce();
      const rows = await batches.run(confirmStatement, [
        arrayLiteral(claims.map(({ carrier }) => carrier)),
        arrayLiteral(claims.map(({ fingerprint }) => fingerprint)),
        arrayLiteral(claims.map(({ name }) => name)),
        arrayLiteral(claims.map(({ arrivedAtMs }) => instantLiteral(arrivedAtMs))),
        nonce,
      ]);
      checkNonce(nonce, rows, 1);
    },

    /** Drops up to 1000 that are not waited for any more. Answers how many. */
    async pruneInbound(nowMs: number): Promise<number> {
      const nonce = createNonce();
      const rows = await batches.run(pruneStatement, [
        instantLiteral(nowMs - unconfirmedMs),
        nonce,
        instantLiteral(nowMs - namedMs),
      ]);
      checkNonce(nonce, rows, 1);
      return Number(rows[0]?.[1]);
    },
  };
}
