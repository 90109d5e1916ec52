// Received texts without a name of their own: this decides whether an arrival is a new text, or a repeat of one that was
// taken in and is not confirmed yet. One arrival is counted against one text, so that the same words may come twice.
import type { Batches } from '../postgres/database.ts';
import { bool, count, text, type ValuesOf } from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

/** A text as it arrived. */
export type Arrival = ValuesOf<typeof arrival>;
const arrival = {
  carrier: text,
  /** Equal for equal words. */
  fingerprint: text,
  connection: text,
  /** Random. A claim whose answer was lost finds itself by it, however late it was written. */
  arrival: text,
  /** The fingerprint is a name: an equal one is a repeat on any connection. */
  isNamed: bool,
};

/** An arrival's text. Its moment and number, with the fingerprint, name it for ever. */
export interface Claim {
  carrier: string;
  fingerprint: string;
  /** Distinguishes texts of the same content: 1, 2 and so on. */
  name: string;
  /** When its first arrival was claimed, by the database's clock. */
  arrivedAtMs: number;
  /** It has arrived before. */
  isRepeat: boolean;
}

/** A text with the same words from another connection, which the company knows was stored. */
type Rival = RowOf<typeof rivalText>;
const rivalText = {
  name: text('rival.name'),
  arrivedAtMs: count('(extract(epoch from rival.received_at) * 1000)::int8'),
  /** How long ago the company showed that it knows, in milliseconds. */
  confirmedAgoMs: count('floor(extract(epoch from now() - rival.confirmed_at) * 1000)::int8'),
};

/** The text that an arrival was claimed for. */
export interface Claimed {
  claim: Claim;
  /** The youngest rival; null for none. An arrival that waited for longer than its age is the same text. */
  rival: Rival | null;
}

/** How long a text waits for its confirmation. After that, the same words are a new text. */
export const unconfirmedMs = 10 * 60_000;
/** How long a text that came under a name is recognised by it. */
const namedMs = 72 * 3600_000;
/** Stands in place of their connection: a repeat counts on any connection. */
export const anyConnection = 'any';

// All instants are the database's own. A text on another connection that is not confirmed is repeated: the arrival
// takes it over, so that the next arrival on its connection is a new text. A new text takes the next number: when two
// replicas receive the same words at once, both take the same number, one violates the primary key, and its caller
// repeats it with a snapshot that shows the other. Only the caller knows whether an arrival waited so long that a
// confirmed text was not confirmed yet when it came: a statement may take long.
const claim = statement({
  takes: { arrivals: list(arrival), namedMs: count, unconfirmedMs: count },
  gives: {
    /** Null where another replica touched it meanwhile. */
    name: text.orNull('coalesce(r.name, a.name)'),
    arrivedAtMs: count('(extract(epoch from coalesce(r.received_at, a.received_at)) * 1000)::int8'),
    isRepeat: bool('r.name is not null'),
    rival: group(rivalText).orNull,
  },
  expects: 'arrivals',
  text: ({ arrivals, namedMs, unconfirmedMs, row }) => `
with input as (
  select * from ${arrivals.as('t', 'ord')}
), known as materialized (
  select i.ord, i.connection as taken_on, i.arrival as taken_by, r.*
  from input i cross join lateral (
    select r.* from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
      and r.received_at > now() - case when i.is_named then ${namedMs} else ${unconfirmedMs} end * interval '1 millisecond'
      and (i.is_named or r.arrival = i.arrival or (r.connection <> i.connection and r.confirmed_at is null))
    order by r.arrival = i.arrival desc, length(r.name), r.name limit 1
  ) r
), held as materialized (
  select k.ord from known k join carrier_inbound r on r.carrier = k.carrier and r.fingerprint = k.fingerprint
    and r.name = k.name and r.connection = k.connection and r.arrival = k.arrival
  order by r.carrier, r.fingerprint, r.name for update of r
), repeated as (
  update carrier_inbound r set connection = k.taken_on, arrival = k.taken_by
  from held h join known k on k.ord = h.ord
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
select ${row}
from input i
left join repeated r on r.ord = i.ord
left join added a on r.ord is null and a.carrier = i.carrier and a.fingerprint = i.fingerprint
left join lateral (
  select o.name, o.received_at, o.confirmed_at from carrier_inbound o
  where not i.is_named and o.carrier = i.carrier and o.fingerprint = i.fingerprint
    and o.connection <> i.connection and o.arrival <> i.arrival and o.confirmed_at is not null
  order by o.confirmed_at desc limit 1
) rival on true
order by i.ord`,
});

// A claim that no replica took over meanwhile is deleted; from now on the rival is this arrival's text.
const yieldTo = statement({
  takes: {
    carrier: text,
    fingerprint: text,
    connection: text,
    arrival: text,
    name: text,
    rivalName: text,
    rivalArrivedAt: count,
  },
  gives: { isTaken: bool('exists (select from taken)') },
  expects: 'one',
  text: ({ carrier, fingerprint, connection, arrival, name, rivalName, rivalArrivedAt, row }) => `
with taken as (
  update carrier_inbound set connection = ${connection}, arrival = ${arrival}
  where carrier = ${carrier} and fingerprint = ${fingerprint} and name = ${rivalName}
    and received_at = to_timestamp(0) + ${rivalArrivedAt} * interval '1 millisecond'
  returning name
), gone as (
  delete from carrier_inbound
  where carrier = ${carrier} and fingerprint = ${fingerprint} and name = ${name} and arrival = ${arrival}
    and exists (select from taken)
)
select ${row}`,
});

const confirm = statement({
  takes: { claims: list({ carrier: text, fingerprint: text, name: text, arrivedAtMs: count }) },
  expects: 'one',
  text: ({ claims, row }) => `
with held as materialized (
  select r.carrier, r.fingerprint, r.name from ${claims.as('t')}
  join carrier_inbound r on r.carrier = t.carrier and r.fingerprint = t.fingerprint and r.name = t.name
  where r.received_at = to_timestamp(0) + t.arrived_at_ms * interval '1 millisecond' and r.confirmed_at is null
  order by r.carrier, r.fingerprint, r.name for update of r
), confirmed as (
  update carrier_inbound r set confirmed_at = date_trunc('milliseconds', now()) from held h
  where r.carrier = h.carrier and r.fingerprint = h.fingerprint and r.name = h.name
)
select ${row}`,
});

const prune = statement({
  takes: { unconfirmedMs: count, namedMs: count },
  gives: { gone: count('count(*)') },
  expects: 'one',
  text: ({ unconfirmedMs, namedMs, row }) => `
with gone as (
  delete from carrier_inbound where ctid = any (array (
    select ctid from carrier_inbound
    where received_at <= now() - ${unconfirmedMs} * interval '1 millisecond'
      and (connection not like '${anyConnection}%' or received_at <= now() - ${namedMs} * interval '1 millisecond')
    limit 1000 for update skip locked
  )) returning 1
)
select ${row} from gone`,
});

export const prepareCarrierInbound = (batches: Batches) => ({
  /**
   * Distinguishes new texts from repeats, in one commit; each fingerprint of a carrier may be in the list once. Null
   * for an arrival whose text another replica wrote meanwhile: ask again. Throws StatementFailed 23505 if another
   * replica received the same words: repeat.
   */
  async claimInbound(arrivals: readonly Arrival[]): Promise<(Claimed | null)[]> {
    const rows = await claim.run(batches, { arrivals, namedMs, unconfirmedMs });
    return rows.map(({ name, arrivedAtMs, isRepeat, rival }, index) => {
      if (name === null) return null;
      const { carrier, fingerprint } = arrivals[index] as Arrival;
      return { claim: { carrier, fingerprint, name, arrivedAtMs, isRepeat }, rival };
    });
  },

  /**
   * Gives up a claim whose arrival turned out to be the rival. Returns the rival as its claim, or the claim itself if
   * the rival no longer exists.
   */
  async yieldInbound({ connection, arrival }: Arrival, own: Claim, rival: Rival): Promise<Claim> {
    const { carrier, fingerprint, name } = own;
    const yielded = await yieldTo.first(batches, {
      carrier,
      fingerprint,
      connection,
      arrival,
      name,
      rivalName: rival.name,
      rivalArrivedAt: rival.arrivedAtMs,
    });
    if (!yielded?.isTaken) return own;
    return { ...own, name: rival.name, arrivedAtMs: rival.arrivedAtMs, isRepeat: true };
  },

  /** The company knows that these were taken in: from now on the same words are new texts. */
  async confirmInbound(claims: readonly Claim[]): Promise<void> {
    await confirm.run(batches, { claims });
  },

  /** Deletes up to 1000 texts for which no repeat is expected any more. Returns how many. */
  async pruneInbound(): Promise<number> {
    const pruned = await prune.first(batches, { unconfirmedMs, namedMs });
    return pruned?.gone ?? 0;
  },
});
