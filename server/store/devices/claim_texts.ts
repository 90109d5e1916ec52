// The one statement that claims queued texts for SIMs of devices. What it returns as claimed was queued and is sending
// now, for this SIM and attempt only, is counted in the SIM's budget, and is committed before the device hears of it.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import { letterOf, writeStep } from '../../domain/timeline.ts';
import type { Pool } from '../database/driver.ts';
import {
  count,
  date,
  instant,
  int2,
  int4,
  int8,
  text,
  uuid,
  type ValuesOf,
  word,
} from '../database/kinds.ts';
import { type AtLock, type Locks, locking } from '../database/locking.ts';
import { group, list, type RowOf, statement } from '../database/statement.ts';
import { bodyWhileSmall, readLeftBodies, type WithBody } from '../messages/claimed_bodies.ts';
import { isSimulated, mayBeSimulated } from '../messages/real_ways.ts';
import { isForSim } from '../messages/senders.ts';
import { mayBecome, waitsForDevice } from '../messages/status_moves.ts';
import { endsOrIsClaimed, refusedStep } from '../opt_outs/end_refused.ts';
import { haveOptOutsMoved, isRefused } from '../opt_outs/judge_opt_outs.ts';
import { calendarOf } from './sims.ts';

/** How far ahead of this core's time another one's may be, in milliseconds. */
const clocksApartMs = 60_000;

/** How many ids the place where an account's queue begins is behind at least before it is looked for anew. */
const waitsFromStep = 64;

/** A SIM that texts are to go to. */
export type ClaimSim = ValuesOf<typeof claimSim>;
const claimSim = {
  accountId: int8,
  deviceId: int8,
  /** The SIM's slot. */
  slot: int2,
  /** The link's epoch: a link that was superseded claims nothing. */
  linkEpoch: int8,
  /** The link's fence; see fence_links.ts. */
  fence: int8,
};

/** A queued text and where it is to go. */
export type ClaimRequest = ValuesOf<typeof claimRequest>;
const claimRequest = {
  /** Index of its SIM in the list of SIMs. */
  simIndex: int4,
  id: int8,
  /** When its recipient leaves another SIM: the thread's version as it was read. Null when nothing is left. */
  version: text.orNull,
};

/** A text on its way to a device. */
export type ClaimedText = WithBody<RowOf<typeof claimedText>>;
const claimedText = {
  accountId: int8('case when not c.is_refused then c.account_id end'),
  id: int8('c.id'),
  attempt: int2('c.attempt'),
  /** Names the text for ever; null for one from before there were identities. */
  identity: uuid.orNull('c.identity'),
  seq: int8('c.seq'),
  addressNorm: text('c.address_norm'),
  body: text.orNull(bodyWhileSmall('c', 'j.ord')),
  /** The device must not submit the text after this. */
  expiresAtMs: instant('c.expires_at'),
};

/**
 * What became of a request. `over`: it waits for its SIM's next minute, day or month. `too_long`: it, or an older
 * text to the same recipient, has more parts than a whole day or month of this SIM. `opted_out`: its recipient wants no
 * more texts, and it has ended. `lost`: it is not queued any
 * more, or its recipient or SIM changed since they were read; asking again shows more. `locked`: the same, or somebody
 * has its account or its SIM locked.
 */
export type ClaimVerdict =
  | { kind: 'claimed'; text: ClaimedText }
  | { kind: 'opted_out'; accountId: bigint; seq: bigint }
  | { kind: 'over' | 'too_long' | 'lost' | 'locked' };

// The snapshot may be older than the account's lock, so that everything is judged again on the rows themselves:
// `open_sim` takes a SIM's row only as the snapshot saw it, and opening a link, revoking, fencing and setting a budget all
// write that row, so that neither an old epoch nor an old count is ever acted on. `stuck` keeps a recipient on its SIM;
// one that moves has not been touched since it was read, neither by a claim of the SIM that it leaves nor by
// anything else; it carries its texts along, because joining them again would compare each with each. `claimed` takes
// only what is still queued.
// An opt-out that was committed before the account was locked is obeyed here: what is placed for its recipient ends. Of a suspended
// account nothing is claimed, nor where opt-outs changed since the snapshot.
// Where an account's queue begins is moved by what the snapshot shows: not where a release since then, which the snapshot does
// not show, may have put a text below it.
// A text that names what it must leave by goes there, whatever SIM its recipient is on, and moves no recipient.
// First in, first out: a SIM's texts are counted in the order of their ids, and the first one over the budget ends
// its list. A text with more parts than the budget of a whole minute goes alone, in a minute of its own. Minutes,
// days and months only go forward, whichever core's clock is behind; what was counted in one that is yet to come, by a
// clock that has been set right since, counts in the present one. A simulated device is given no text that can really
// leave: pairing a device and giving an account a number write its SIMs' rows, as unpairing does.
const claimStatement = (gateway: GatewayRoute, { skipLocked }: Locks) =>
  statement({
    takes: {
      sims: list({ ...claimSim, handedOver: text }),
      requests: list(claimRequest),
      nowMs: instant,
      minuteMs: instant,
      latestMinuteMs: instant,
      day: date,
      latestDay: date,
      month: date,
      latestMonth: date,
      graceSeconds: int4,
    },
    gives: {
      ord: count('j.ord'),
      verdict: word<'fits' | 'over' | 'too_long' | 'opted_out'>()('j.verdict'),
      ended: group({
        accountId: int8('case when c.is_refused then c.account_id end'),
        seq: int8('c.seq'),
      }).orNull,
      text: group(claimedText).orNull,
    },
    expects: 'some',
    text: (given) => `
with asked as (
  select * from ${given.sims.as('t', 'no')}
), locked as materialized (
  select id, last_seq, waits_from, releases, period, opt_out_changes, suspended_at
  from account where id in (select account_id from asked) order by id for update ${skipLocked}
), open_sim as materialized (
  select a.no, a.account_id, a.device_id, a.slot, a.handed_over, d.is_simulated, l.last_seq, l.period, l.opt_out_changes, s.per_minute, s.per_day, s.per_month,
    case when s.minute between ${given.minuteMs} and ${given.latestMinuteMs} then s.minute else ${given.minuteMs} end as minute,
    case when s.day between ${given.day} and ${given.latestDay} then s.day else ${given.day} end as day,
    case when s.month between ${given.month} and ${given.latestMonth} then s.month else ${given.month} end as month,
    case when s.minute >= ${given.minuteMs} then s.used_minute else 0 end as used_minute,
    case when s.day >= ${given.day} then s.used_day else 0 end as used_day,
    case when s.month >= ${given.month} then s.used_month else 0 end as used_month
  from asked a
  join locked l on l.id = a.account_id and l.suspended_at is null and not ${haveOptOutsMoved('l')}
  cross join lateral (
    select ${isSimulated} as is_simulated from device d
    where d.account_id = l.id and d.id = a.device_id and d.link_epoch = a.link_epoch and d.revoked_at is null limit 1
  ) d
  cross join lateral (
    select v.xmin as version from sim v where v.account_id = l.id and v.device_id = a.device_id and v.slot = a.slot limit 1
  ) v
  cross join lateral (
    select s.* from sim s
    where s.account_id = l.id and s.device_id = a.device_id and s.slot = a.slot and s.present and s.xmin = v.version
      and s.fence <= a.fence
    for update ${skipLocked}
  ) s
), text as materialized (
  select i.ord, i.id, i.version, l.*, m.address_norm, m.sender, m.is_refused, m.segments::int4 as parts,
    bool_or(coalesce(m.segments > least(l.per_day, l.per_month), false))
      over (partition by l.no, m.address_norm, m.sender order by i.id) as is_too_long
  from ${given.requests.as('i', 'ord')}
  join open_sim l on l.no = i.sim_index + 1
  cross join lateral (
    select m.address_norm, m.segments, m.sender, ${isRefused('l', 'm')} as is_refused from message m
    where m.account_id = l.account_id and m.id = i.id and ${mayBecome.sending('m')} and m.deadline_at > ${given.nowMs}
      and (not l.is_simulated or ${simulatedTakes(gateway)}) and ${isForSim('m.sender', 'l.device_id', 'l.slot')} limit 1
  ) m
), summed as (
  select *, sum(parts) filter (where not is_too_long and not is_refused) over (partition by no order by id) as total from text
), judged as materialized (
  select *,
    case
      when is_refused then 'opted_out'
      when is_too_long then 'too_long'
      when used_day + total > per_day or used_month + total > per_month then 'over'
      when used_minute + total > per_minute and not (used_minute = 0 and total = parts) then 'over'
      else 'fits'
    end as verdict
  from summed
), stuck as (
  update thread t set device_id = j.device_id, sim = j.slot
  from (
    select no, account_id, address_norm, device_id, slot, last_seq, version,
      case when version is null then '' else '${letterOf('moved')}' || substr(handed_over, 2) end || handed_over as steps, array_agg(ord) as ords, array_agg(id) as ids,
      array_agg(parts) as parts
    from judged where verdict = 'fits' and sender is null
    group by no, account_id, address_norm, device_id, slot, last_seq, version, handed_over
  ) j
  where t.account_id = j.account_id and t.address_norm = j.address_norm
    and case when j.version is null
      then t.device_id is null or (t.device_id = j.device_id and coalesce(t.sim, 1) = j.slot)
      else t.xmin::text = j.version end
  returning j.no, j.account_id, j.device_id, j.slot, j.last_seq, j.steps, j.ords, j.ids, j.parts
), numbered as materialized (
  select s.no, s.account_id, s.device_id, s.slot, s.steps, s.is_refused, s.period, u.ord, u.id, u.parts,
    s.last_seq + row_number() over (partition by s.account_id order by u.id) as seq
  from (
    select no, account_id, device_id, slot, last_seq, steps, false as is_refused, null::date as period, ords, ids, parts
    from stuck
    union all
    select no, account_id, device_id, slot, last_seq, case when is_refused then ${refusedStep} else handed_over end, is_refused,
      period, array[ord], array[id], array[parts]
    from judged where verdict = 'opted_out' or (verdict = 'fits' and sender is not null)
  ) s cross join lateral unnest(s.ords, s.ids, s.parts) as u (ord, id, parts)
), claimed as (
  update message m set ${endsOrIsClaimed(
    'm',
    { isRefused: 'n.is_refused', seq: 'n.seq', period: 'n.period', step: 'n.steps' },
    {
      device_id: 'n.device_id',
      sim: 'n.slot',
      attempt: 'm.attempt + 1',
      deadline_at: `m.deadline_at + make_interval(secs => ${given.graceSeconds})`,
    },
  )}
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and ${mayBecome.sending('m')}
  returning n.ord, n.no, n.parts, n.is_refused, m.charged, m.account_id, m.id, m.attempt, m.seq, m.address_norm, m.body,
    m.deadline_at - make_interval(secs => ${given.graceSeconds}) as expires_at, m.identity
), moved as (
  update account a set last_seq = n.seq,
    texts_used = a.texts_used - (select count(*) from claimed e where e.account_id = a.id and e.is_refused and not e.charged)::int4,
    waits_from = coalesce(n.waits_from, a.waits_from)
  from (
    select c.*, case when c.first_id >= l.waits_from + ${waitsFromStep}
      and l.releases = (select k.releases from account k where k.id = l.id) then (
      select m.id from message m where m.account_id = l.id and m.id >= l.waits_from and ${waitsForDevice('m')}
      order by m.id limit 1) end as waits_from
    from (select account_id, max(seq) as seq, min(id) as first_id from numbered group by account_id) c
    join locked l on l.id = c.account_id
  ) n
  where a.id = n.account_id
), counted as (
  update sim s set minute = l.minute, day = l.day, month = l.month,
    used_minute = l.used_minute + c.parts, used_day = l.used_day + c.parts, used_month = l.used_month + c.parts
  from open_sim l join (select no, sum(parts)::int4 as parts from claimed where not is_refused group by no) c on c.no = l.no
  where s.account_id = l.account_id and s.device_id = l.device_id and s.slot = l.slot
)
select ${given.row}
from (select) one left join judged j on true left join claimed c on c.ord = j.ord order by j.ord`,
  });

/** Judged for simulated devices only. */
const simulatedTakes = (gateway: GatewayRoute) =>
  gateway.hasSimulatedDevices ? mayBeSimulated(gateway, 'l.account_id', 'm.address_norm') : 'false';

interface ClaimContext {
  nowMs: number;
  sendingGraceMs: number;
  atLock: AtLock;
}

/**
 * Makes what claims texts for SIMs. A recipient's texts are given in the order of their ids and all to one SIM; each text
 * at most once. `sendingGraceMs` is how much longer than its expiry a text may stay in sending. One verdict a request.
 */
export function prepareClaimTexts(pool: Pick<Pool, 'run'>, gateway: GatewayRoute) {
  const claim = locking((locks) => claimStatement(gateway, locks));
  return async (
    sims: readonly ClaimSim[],
    requests: readonly ClaimRequest[],
    { nowMs, sendingGraceMs, atLock }: ClaimContext,
  ): Promise<ClaimVerdict[]> => {
    const latest = calendarOf(nowMs + clocksApartMs);
    const claiming = {
      sims: sims.map((sim) => ({
        ...sim,
        handedOver: writeStep({ kind: 'handed_over', atMs: nowMs, place: sim }),
      })),
      requests,
      nowMs,
      ...calendarOf(nowMs),
      latestMinuteMs: latest.minuteMs,
      latestDay: latest.day,
      latestMonth: latest.month,
      graceSeconds: Math.round(sendingGraceMs / 1000),
    };
    const { rows, hasSkipped } = await claim.run(pool, claiming, atLock);
    const bare = rows.flatMap(({ text }) => text ?? []);
    const texts = (await readLeftBodies(pool, bare)).values();
    const verdicts: ClaimVerdict[] = requests.map(() => ({ kind: hasSkipped ? 'locked' : 'lost' }));
    for (const { ord, verdict, text, ended } of rows) {
      if (text) verdicts[ord - 1] = { kind: 'claimed', text: texts.next().value as ClaimedText };
      else if (ended) verdicts[ord - 1] = { kind: 'opted_out', ...ended };
      else if (verdict !== 'fits' && verdict !== 'opted_out') verdicts[ord - 1] = { kind: verdict };
    }
    return verdicts;
  };
}
