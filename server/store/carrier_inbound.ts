// Received texts that have no name of their own: which arrival is a new text and which one a repeat of what was taken
// in and is not confirmed yet. One arrival is counted against one text, so that the same words may come twice.
import type { Batches } from './batches.ts';
import { arrayLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A text as it arrived. */
export interface Arrival {
  carrier: string;
  /** The same for the same words. */
  fingerprint: string;
  connection: string;
  /** Random: by it a claim that was not answered finds itself, however late it was written. */
  arrival: string;
  /** The fingerprint is a name: the same one is a repeat on any connection. */
  isNamed: boolean;
}

/** An arrival's text. Its moment and number, with the fingerprint, name it for ever. */
export interface Claim {
  carrier: string;
  fingerprint: string;
  /** Tells apart texts of the same words: 1, 2 and so on. */
  name: string;
  /** When its first arrival was claimed, by the database's clock. */
  arrivedAtMs: number;
  /** Another arrival of it was here before. */
  isRepeat: boolean;
}

/** A text of the same words, from another connection, whose far end knows that it was taken in. */
export interface Rival {
  name: string;
  arrivedAtMs: number;
  /** How long ago its far end had shown that, in milliseconds. */
  confirmedAgoMs: number;
}

/** What an arrival was claimed as. */
export interface Claimed {
  claim: Claim;
  /** The youngest one; null when there is none. An arrival that waited for longer than its age is the same text. */
  rival: Rival | null;
}

/** How long a text waits for its confirmation; then the same words are a new text. */
export const unconfirmedMs = 10 * 60_000;
/** How long a text that came under a name is known by it. */
const namedMs = 72 * 3600_000;
/** The connection of those: of no matter which a repeat is one. */
export const anyConnection = 'any';

// All instants are the database's own. A repeat takes the text over, so that the next one on its connection is a new
// text: what is on another connection and not confirmed. An arrival of its own takes the next number: when two replicas
// hear the same words at once both take the same, one violates the primary key, and the caller repeats it with a snapshot
// in which the other is there. Whether an arrival waited for so long that a text which is confirmed by now was not when it
// came, only the caller knows, and only when it has the answer: a statement may be on its way for long.
const claimStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bool[])
    with ordinality as t (carrier, fingerprint, connection, arrival, is_named, ord)
), known as materialized (
  select i.ord, i.connection as taken_on, i.arrival as taken_by, r.*
  from input i cross join lateral (
    select r.* from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
      and r.received_at > now() - case when i.is_named then $6::int8 else $7::int8 end * interval '1 millisecond'
      and (i.is_named or r.arrival = i.arrival or (r.connection <> i.connection and r.confirmed_at is null))
    order by r.arrival = i.arrival desc, length(r.name), r.name limit 1
  ) r
), repeated as (
  update carrier_inbound r set connection = k.taken_on, arrival = k.taken_by
  from known k
  where r.carrier = k.carrier and r.fingerprint = k.fingerprint and r.name = k.name
    and r.connection = k.connection and r.arrival = k.arrival
  returning k.ord, r.name, r.received_at
), added as (
  insert into carrier_inbound (carrier, fingerprint, name, connection, arrival, received_at)
  select i.carrier, i.fingerprint, (
    select coalesce(max(r.name::int8), 0) + 1 from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
  )::text, i.connection, i.arrival, date_trunc('milliseconds', now())
  from input i where not exists (select from known k where k.ord = i.ord)
  order by i.carrier, i.fingerprint
  returning carrier, fingerprint, name, received_at
)
select $8::text, coalesce(r.name, a.name), (extract(epoch from coalesce(r.received_at, a.received_at)) * 1000)::int8,
  r.name is not null, rival.name, (extract(epoch from rival.received_at) * 1000)::int8,
  floor(extract(epoch from now() - rival.confirmed_at) * 1000)::int8
from input i
left join repeated r on r.ord = i.ord
left join added a on r.ord is null and a.carrier = i.carrier and a.fingerprint = i.fingerprint
left join lateral (
  select o.name, o.received_at, o.confirmed_at from carrier_inbound o
  where not i.is_named and o.carrier = i.carrier and o.fingerprint = i.fingerprint
    and o.connection <> i.connection and o.arrival <> i.arrival and o.confirmed_at is not null
  order by o.confirmed_at desc limit 1
) rival on true
order by i.ord`;

// A claim that nobody took over meanwhile goes; the rival is this arrival's text from now on.
const yieldStatement = `
with taken as (
  update carrier_inbound set connection = $3, arrival = $4
  where carrier = $1 and fingerprint = $2 and name = $6
    and received_at = to_timestamp(0) + $7::int8 * interval '1 millisecond'
  returning name
), gone as (
  delete from carrier_inbound where carrier = $1 and fingerprint = $2 and name = $5 and arrival = $4
    and exists (select from taken)
)
select $8::text, exists (select from taken)`;

const confirmStatement = `
with confirmed as (
  update carrier_inbound r set confirmed_at = date_trunc('milliseconds', now())
  from unnest($1::text[], $2::text[], $3::text[], $4::int8[]) as t (carrier, fingerprint, name, at)
  where r.carrier = t.carrier and r.fingerprint = t.fingerprint and r.name = t.name
    and r.received_at = to_timestamp(0) + t.at * interval '1 millisecond' and r.confirmed_at is null
)
select $5::text`;

const pruneStatement = `
with gone as (
  delete from carrier_inbound where ctid = any (array (
    select ctid from carrier_inbound
    where received_at <= now() - $1::int8 * interval '1 millisecond'
      and (connection not like '${anyConnection}%' or received_at <= now() - $3::int8 * interval '1 millisecond')
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
    async claimInbound(arrivals: readonly Arrival[]): Promise<(Claimed | null)[]> {
      const nonce = createNonce();
      const rows = await batches.run(claimStatement, [
        arrayLiteral(arrivals.map(({ carrier }) => carrier)),
        arrayLiteral(arrivals.map(({ fingerprint }) => fingerprint)),
        arrayLiteral(arrivals.map(({ connection }) => connection)),
        arrayLiteral(arrivals.map(({ arrival }) => arrival)),
        arrayLiteral(arrivals.map(({ isNamed }) => isNamed)),
        namedMs,
        unconfirmedMs,
        nonce,
      ]);
      checkNonce(nonce, rows, arrivals.length);
      return arrivals.map(({ carrier, fingerprint }, index) => {
        const [, name, arrivedAtMs, isRepeat, rival, rivalAtMs, confirmedAgoMs] = rows[index] ?? [];
        if (name === null) return null;
        return {
          claim: {
            carrier,
            fingerprint,
            name: name as string,
            arrivedAtMs: Number(arrivedAtMs),
            isRepeat: isRepeat as boolean,
          },
          rival:
            rival === null
              ? null
              : {
                  name: rival as string,
                  arrivedAtMs: Number(rivalAtMs),
                  confirmedAgoMs: Number(confirmedAgoMs),
                },
        };
      });
    },

    /**
     * Lets go of a claim whose arrival turned out to be the rival. Answers the rival as its claim; the claim itself when
     * the rival is not there any more.
     */
    async yieldInbound({ connection, arrival }: Arrival, claim: Claim, rival: Rival): Promise<Claim> {
      const nonce = createNonce();
      const { carrier, fingerprint, name } = claim;
      const rows = await batches.run(yieldStatement, [
        carrier,
        fingerprint,
        connection,
        arrival,
        name,
        rival.name,
        rival.arrivedAtMs,
        nonce,
      ]);
      checkNonce(nonce, rows, 1);
      if (rows[0]?.[1] !== true) return claim;
      return { ...claim, name: rival.name, arrivedAtMs: rival.arrivedAtMs, isRepeat: true };
    },

    /** The far end knows that these were taken in: the same words that arrive from now on are new texts. */
    async confirmInbound(claims: readonly Claim[]): Promise<void> {
      const nonce = createNonce();
      const rows = await batches.run(confirmStatement, [
        arrayLiteral(claims.map(({ carrier }) => carrier)),
        arrayLiteral(claims.map(({ fingerprint }) => fingerprint)),
        arrayLiteral(claims.map(({ name }) => name)),
        arrayLiteral(claims.map(({ arrivedAtMs }) => arrivedAtMs)),
        nonce,
      ]);
      checkNonce(nonce, rows, 1);
    },

    /** Drops up to 1000 that no repeat is waited for any more. Answers how many. */
    async pruneInbound(): Promise<number> {
      const nonce = createNonce();
      const rows = await batches.run(pruneStatement, [unconfirmedMs, nonce, namedMs]);
      checkNonce(nonce, rows, 1);
      return Number(rows[0]?.[1]);
    },
  };
}
