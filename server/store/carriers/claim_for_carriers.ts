// The one statement that claims waiting texts for a replica. The claim is committed before the first part is submitted,
// and no other replica gets the text until its outcome is recorded.
import type { Encoding } from '../../domain/messages/message.ts';
import { writeStep } from '../../domain/messages/timeline.ts';
import { isServedBy } from '../accounts/sandboxes.ts';
import { bodyWhileSmall, readLeftBodies, type WithBody } from '../messages/claimed_bodies.ts';
import { waitsForCarrier } from '../messages/status_moves.ts';
import { endsOrIsClaimed, haveOptOutsMoved, isRefused, refusedStep } from '../opt_outs/judge_opt_outs.ts';
import type { Batches } from '../postgres/database.ts';
import {
  count,
  instant,
  int2,
  int4,
  int8,
  json,
  text,
  uuid,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

/** A waiting text and where to send it. */
type CarrierRequest = ValuesOf<typeof carrierRequest>;
const carrierRequest = {
  accountId: int8,
  id: int8,
  /** The attempt as it was listed: a text that was claimed since is left alone. */
  attempt: int2,
  /** The carrier's name. */
  carrier: text,
  /** The account's number that it is to leave from; null for the carrier's own sender. */
  number: text.orNull,
};

/** A part that left, or may have left, under an earlier claim. */
interface EarlierPart {
  part: number;
  total: number;
  isUnknown: boolean;
}

/** A claimed text. */
export type CarrierClaim = WithBody<RowOf<typeof carrierClaim>>;
const carrierClaim = {
  accountId: int8('case when not c.is_refused then c.account_id end'),
  id: int8('c.id'),
  /** This claim's number, from 1. */
  attempt: int2('c.attempt'),
  /** Names the text for ever; null for one from before there were identities. */
  identity: uuid.orNull('c.identity'),
  seq: int8('c.seq'),
  /** E.164. */
  recipient: text('c.address_norm'),
  body: text.orNull(bodyWhileSmall('c', 'c.ord')),
  encoding: word<Encoding>()('c.encoding::text'),
  /** No part may be submitted after this. */
  expiresAtMs: instant('c.expires_at'),
  earlierParts: json<readonly EarlierPart[]>()(`coalesce(case when c.attempt > 1 then (
    select json_agg(json_build_object('part', s.part, 'total', s.total, 'isUnknown', s.state = 'unknown') order by s.part)
    from submission s where s.account_id = c.account_id and s.message_id = c.id
  ) end, '[]')`),
};

// Judged on the row under its lock: of several replicas that ask for a text, one gets it. `attempt` also proves that
// the list of earlier parts is whole: it has not changed since before this statement, and only the claim of a part's
// submission writes the part. A replica that is dead by the database's clock claims nothing. A text that waits for
// another try is shown as sending already, so that its next claim is no change to publish. An opt-out that was
// committed before the account was locked counts: its recipient's waiting texts end, and so does the rest of a text in
// parts. Nothing is claimed of a suspended account, nor of one whose opt-outs changed since the snapshot, nor for a carrier
// that does not serve the account (see sandboxes.ts), nor with a number that the account does not have: its row is locked,
// so that one that was taken back meanwhile is none of it. The cast of the status keeps the planner from comparing each text
// with all that wait.
const claim = locking(({ skipLocked }) =>
  statement({
    takes: {
      requests: list({ ...carrierRequest, step: text }),
      replica: int8,
      nowMs: instant,
      graceSeconds: int4,
    },
    gives: {
      ord: count('c.ord'),
      claim: group(carrierClaim).orNull,
      ended: group({
        accountId: int8('case when c.is_refused then c.account_id end'),
        seq: int8('c.seq'),
      }).orNull,
    },
    expects: 'some',
    text: ({ requests, replica, nowMs, graceSeconds, row }) => `
with asked as (
  select * from ${requests.as('t', 'ord')}
), locked as materialized (
  select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from asked) order by id for update ${skipLocked}
), numbered as materialized (
  select a.*, l.period, l.opt_out_changes, l.last_seq + row_number() over (partition by a.account_id order by a.id) as seq
  from asked a
  join locked l on l.id = a.account_id and l.suspended_at is null and not ${haveOptOutsMoved('l')}
  where exists (select from core_replica r where r.id = ${replica} and r.alive_until > now())
    and ${isServedBy('a.account_id', 'a.carrier')}
), refused as materialized (
  select n.ord from numbered n join message m on m.account_id = n.account_id and m.id = n.id
  where n.opt_out_changes > 0 and ${isRefused('n', 'm')}
), owned as materialized (
  select n.ord from numbered n
  join carrier_number c on c.carrier = n.carrier and c.number = n.number and c.account_id = n.account_id
  for key share of c
), judged as materialized (
  select n.*, (n.number is null or n.ord in (select ord from owned)) as may_use, r.ord is not null as is_refused, case when r.ord is not null then ${refusedStep} else n.step end as steps
  from numbered n left join refused r on r.ord = n.ord
), claimed as (
  update message m set ${endsOrIsClaimed(
    'm',
    { isRefused: 'n.is_refused', seq: 'n.seq', period: 'n.period', step: 'n.steps' },
    {
      seq: "case when m.status = 'queued' then n.seq else m.seq end",
      carrier: 'n.carrier',
      holder: replica,
      attempt: 'm.attempt + 1',
      deadline_at: `m.deadline_at + make_interval(secs => ${graceSeconds})`,
    },
  )}
  from judged n
  where m.account_id = n.account_id and m.id = n.id and m.attempt = n.attempt
    and ${waitsForCarrier('m', 'm.status::text')}
    and (n.is_refused or (m.deadline_at > ${nowMs} and (m.retry_at is null or m.retry_at <= ${nowMs})
      and (m.carrier is null or m.carrier = n.carrier)
      and n.may_use and (m.sender is null or m.sender = n.number)))
  returning n.ord, n.is_refused, m.charged, m.account_id, m.id, m.attempt, m.seq, m.address_norm, m.body, m.encoding,
    m.deadline_at - make_interval(secs => ${graceSeconds}) as expires_at, m.identity
), moved as (
  update account a set last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where is_refused and not charged)::int4 as refunds
    from claimed group by account_id
  ) c
  where a.id = c.account_id
)
select ${row} from (select) one left join claimed c on true order by c.ord`,
  }),
);

/** The outcome of requests. */
export interface CarrierClaims {
  claims: (CarrierClaim | undefined)[];
  /** The accounts of ended texts, with their new seqs. */
  ended: { accountId: bigint; seq: bigint }[];
}

export const prepareClaimForCarriers = (batches: Batches) => ({
  /**
   * Claims texts for a replica, in one commit: a claim or undefined for each request, in their order, and the texts that ended
   * because their recipients are opted out. `sendingGraceMs` is how much longer than its expiry a text may stay claimed.
   */
  async claimForCarriers(
    replica: bigint,
    requests: readonly CarrierRequest[],
    { nowMs, sendingGraceMs }: { nowMs: number; sendingGraceMs: number },
  ): Promise<CarrierClaims> {
    const graceSeconds = Math.round(sendingGraceMs / 1000);
    const steps = requests.map((request) => ({
      ...request,
      step: writeStep({ kind: 'handed_over', atMs: nowMs, place: request }),
    }));
    const asked = { requests: steps, replica, nowMs, graceSeconds };
    const { rows } = await claim.run(batches, asked, 'wait_seldom');
    const bare = rows.flatMap(({ claim }) => claim ?? []);
    const texts = (await readLeftBodies(batches, bare)).values();
    const claims: (CarrierClaim | undefined)[] = requests.map(() => undefined);
    for (const { ord, claim } of rows) if (claim) claims[ord - 1] = texts.next().value;
    return { claims, ended: rows.flatMap(({ ended }) => ended ?? []) };
  },
});
