// The one statement that claims queued texts for SIMs of devices. A claimed text was queued and is sending now, for this SIM
// and attempt only; it is counted in the SIM's budget, and all of it is committed before the device gets the text.
import { letterOf, writeStep } from '../../domain/messages/timeline.ts';
import { isSandboxed } from '../accounts/sandboxes.ts';
import { bodyWhileSmall, readLeftBodies, type WithBody } from '../messages/claimed_bodies.ts';
import { waitsForDevice } from '../messages/status_moves.ts';
import { endsOrIsClaimed, haveOptOutsMoved, isRefused, refusedStep } from '../opt_outs/judge_opt_outs.ts';
import { isForSim } from '../outbound/routes.ts';
import type { Database } from '../postgres/database.ts';
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
} from '../postgres/kinds.ts';
import { type AtLock, type Locks, locking } from '../postgres/locking.ts';
import { group, type ListName, list, type RowOf, statement } from '../postgres/statement.ts';
import { calendarOf } from './devices.ts';

/** How far ahead of this core's time another one's may be, in milliseconds. */
const clocksApartMs = 60_000;

/** How many ids the beginning of an account's queue must lag behind before it is looked for again. */
const waitsFromStep = 64;

/** A SIM that gets texts. */
type ClaimSim = ValuesOf<typeof claimSim>;
const claimSim = {
  accountId: int8,
  deviceId: int8,
  /** The SIM's slot. */
  slot: int2,
  /** The link's epoch: a link that was superseded claims nothing. */
  linkEpoch: int8,
  /** The link's fence; see links.ts. */
  fence: int8,
};

/** A queued text and the SIM that it goes to. */
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
  accountId: int8('case when not claimed.is_refused then claimed.account_id end'),
  id: int8('claimed.id'),
  attempt: int2('claimed.attempt'),
  /** Names the text for ever; null for one from before there were identities. */
  identity: uuid.orNull('claimed.identity'),
  seq: int8('claimed.seq'),
  addressNorm: text('claimed.address_norm'),
  body: text.orNull(bodyWhileSmall('claimed', 'judged.ord')),
  /** The device must not submit the text after this. */
  expiresAtMs: instant('claimed.expires_at'),
};

/**
 * The outcome of a request. `over`: the text waits for its SIM's next minute, day or month. `too_long`: it, or an older
 * text to the same recipient, has more parts than a whole day or month of this SIM. `opted_out`: its recipient is opted
 * out, and it has ended. `lost`: it is no longer queued, or its recipient or SIM changed since they were read; asking
 * again shows more. `locked`: the same, or another statement has its account or its SIM locked.
 */
export type ClaimVerdict =
  | { kind: 'claimed'; text: ClaimedText }
  | { kind: 'opted_out'; accountId: bigint; seq: bigint }
  | { kind: 'over' | 'too_long' | 'lost' | 'locked' };

/** The instants that a claim is judged by. */
const instants = {
  nowMs: instant,
  minuteMs: instant,
  latestMinuteMs: instant,
  day: date,
  latestDay: date,
  month: date,
  latestMonth: date,
  graceSeconds: int4,
};
type Given = Record<keyof typeof instants, string>;

// The snapshot may be older than the account's lock, so that everything is judged again on the rows themselves.
// `open_sim` takes a SIM's row only as the snapshot saw it. Opening a link, unpairing, fencing and setting a budget all
// write that row, so that no old epoch and no old count is ever used. Nothing is claimed of a suspended account, nor of
// one whose opt-outs changed since the snapshot. Minutes, days and months only go forward, whichever core's clock is
// behind; counts of a future minute, day or month, from a clock that was ahead, count in the present one.
const openSims = (
  sims: ListName,
  { minuteMs, latestMinuteMs, day, latestDay, month, latestMonth }: Given,
  { skipLocked }: Locks,
) => `asked_sim as (select * from ${sims.as('asked', 'no')}), locked_account as materialized (
  select id, last_seq, waits_from, releases, period, opt_out_changes, suspended_at
  from account where id in (select account_id from asked_sim) order by id for update ${skipLocked}
), open_sim as materialized (
  select asked.no, asked.account_id, asked.device_id, asked.slot, asked.handed_over,
    account.last_seq, account.period, account.opt_out_changes, own.per_minute, own.per_day, own.per_month,
    case when own.minute between ${minuteMs} and ${latestMinuteMs} then own.minute else ${minuteMs} end as minute,
    case when own.day between ${day} and ${latestDay} then own.day else ${day} end as day,
    case when own.month between ${month} and ${latestMonth} then own.month else ${month} end as month,
    case when own.minute >= ${minuteMs} then own.used_minute else 0 end as used_minute,
    case when own.day >= ${day} then own.used_day else 0 end as used_day,
    case when own.month >= ${month} then own.used_month else 0 end as used_month
  from asked_sim asked
  join locked_account account on account.id = asked.account_id
    and account.suspended_at is null and not ${isSandboxed('account.id')} and not ${haveOptOutsMoved('account')}
  cross join lateral (
    select from device
    where account_id = account.id and id = asked.device_id and link_epoch = asked.link_epoch and unpaired_at is null limit 1
  ) linked
  cross join lateral (
    select xmin as version from sim where account_id = account.id and device_id = asked.device_id and slot = asked.slot limit 1
  ) seen
  cross join lateral (
    select * from sim
    where account_id = account.id and device_id = asked.device_id and slot = asked.slot and present
      and xmin = seen.version and fence <= asked.fence
    for update ${skipLocked}
  ) own
)`;

// An opt-out that was committed before the account was locked counts: the texts to its recipient end. A SIM's texts are
// counted in the order of their ids, and the first one over the budget ends its list. A text with more parts than the
// budget of a whole minute goes alone, in a minute of its own.
const judgedTexts = (requests: ListName, { nowMs }: Given) => `placed_text as materialized (
  select placed.ord, placed.id, placed.version, sim.*, queued.address_norm, queued.sender, queued.is_refused, queued.parts,
    bool_or(coalesce(queued.parts > least(sim.per_day, sim.per_month), false))
      over (partition by sim.no, queued.address_norm, queued.sender order by placed.id) as is_too_long
  from ${requests.as('placed', 'ord')}
  join open_sim sim on sim.no = placed.sim_index + 1
  cross join lateral (
    select message.address_norm, message.segments::int4 as parts, message.sender, ${isRefused('sim', 'message')} as is_refused
    from message
    where message.account_id = sim.account_id and message.id = placed.id and ${waitsForDevice('message')}
      and message.deadline_at > ${nowMs} and ${isForSim('message.sender', 'sim.device_id', 'sim.slot')} limit 1
  ) queued
), summed_text as (
  select *, sum(parts) filter (where not is_too_long and not is_refused) over (partition by no order by id) as total
  from placed_text
), judged_text as materialized (
  select *,
    case
      when is_refused then 'opted_out'
      when is_too_long then 'too_long'
      when used_day + total > per_day or used_month + total > per_month then 'over'
      when used_minute + total > per_minute and not (used_minute = 0 and total = parts) then 'over'
      else 'fits'
    end as verdict
  from summed_text
)`;

// `kept_thread` keeps a recipient on its SIM. A recipient moves only if nothing, no claim of its old SIM either, has
// written the thread since it was read. It carries its texts along, because another join would compare each with each.
// A text that names a sender goes there whatever SIM its recipient is on, and moves no recipient.
const numberedTexts = `kept_thread as (
  update thread set device_id = fitting.device_id, sim = fitting.slot
  from (
    select no, account_id, address_norm, device_id, slot, last_seq, version,
      case when version is null then '' else '${letterOf('moved')}' || substr(handed_over, 2) end || handed_over as steps,
      array_agg(ord) as ords, array_agg(id) as ids, array_agg(parts) as parts
    from judged_text where verdict = 'fits' and sender is null
    group by no, account_id, address_norm, device_id, slot, last_seq, version, handed_over
  ) fitting
  where thread.account_id = fitting.account_id and thread.address_norm = fitting.address_norm
    and case when fitting.version is null
      then thread.device_id is null or (thread.device_id = fitting.device_id and coalesce(thread.sim, 1) = fitting.slot)
      else thread.xmin::text = fitting.version end
  returning fitting.*
), numbered_text as materialized (
  select going.no, going.account_id, going.device_id, going.slot, going.steps, going.is_refused, going.period, text.ord, text.id,
    text.parts, going.last_seq + row_number() over (partition by going.account_id order by text.id) as seq
  from (
    select no, account_id, device_id, slot, last_seq, steps, false as is_refused, null::date as period, ords, ids, parts
    from kept_thread
    union all
    select no, account_id, device_id, slot, last_seq, case when is_refused then ${refusedStep} else handed_over end,
      is_refused, period, array[ord], array[id], array[parts]
    from judged_text where verdict = 'opted_out' or (verdict = 'fits' and sender is not null)
  ) going cross join lateral unnest(going.ords, going.ids, going.parts) as text (ord, id, parts)
)`;

// `claimed_text` takes only texts that are still queued. The beginning of an account's queue is moved by the snapshot,
// but not if a release since then may have put a text below it.
const claimedTexts = ({ graceSeconds }: Given) => `claimed_text as (
  update message set ${endsOrIsClaimed(
    'message',
    { isRefused: 'text.is_refused', seq: 'text.seq', period: 'text.period', step: 'text.steps' },
    {
      device_id: 'text.device_id',
      sim: 'text.slot',
      attempt: 'message.attempt + 1',
      deadline_at: `message.deadline_at + make_interval(secs => ${graceSeconds})`,
    },
  )}
  from numbered_text text
  where message.account_id = text.account_id and message.id = text.id and ${waitsForDevice('message')}
  returning text.ord, text.no, text.parts, text.is_refused, message.charged, message.account_id, message.id, message.attempt,
    message.seq, message.address_norm, message.body, message.identity,
    message.deadline_at - make_interval(secs => ${graceSeconds}) as expires_at
), moved_account as (
  update account set last_seq = moved.seq,
    texts_used = account.texts_used - (
      select count(*) from claimed_text ended where ended.account_id = account.id and ended.is_refused and not ended.charged
    )::int4,
    waits_from = coalesce(moved.waits_from, account.waits_from)
  from (
    select numbered.account_id, numbered.seq,
      case when numbered.first_id >= locked.waits_from + ${waitsFromStep}
        and locked.releases = (select releases from account now where now.id = locked.id) then (
        select message.id from message
        where message.account_id = locked.id and message.id >= locked.waits_from and ${waitsForDevice('message')}
        order by message.id limit 1) end as waits_from
    from (select account_id, max(seq) as seq, min(id) as first_id from numbered_text group by account_id) numbered
    join locked_account locked on locked.id = numbered.account_id
  ) moved
  where account.id = moved.account_id
), counted_sim as (
  update sim set minute = used.minute, day = used.day, month = used.month,
    used_minute = used.used_minute + claimed.parts, used_day = used.used_day + claimed.parts,
    used_month = used.used_month + claimed.parts
  from open_sim used
  join (select no, sum(parts)::int4 as parts from claimed_text where not is_refused group by no) claimed
    on claimed.no = used.no
  where sim.account_id = used.account_id and sim.device_id = used.device_id and sim.slot = used.slot
)`;

const claim = locking((locks) =>
  statement({
    takes: { sims: list({ ...claimSim, handedOver: text }), requests: list(claimRequest), ...instants },
    gives: {
      ord: count('judged.ord'),
      verdict: word<'fits' | 'over' | 'too_long' | 'opted_out'>()('judged.verdict'),
      ended: group({
        accountId: int8('case when claimed.is_refused then claimed.account_id end'),
        seq: int8('claimed.seq'),
      }).orNull,
      text: group(claimedText).orNull,
    },
    expects: 'some',
    text: ({ sims, requests, row, ...given }) => `
with ${openSims(sims, given, locks)}, ${judgedTexts(requests, given)}, ${numberedTexts}, ${claimedTexts(given)}
select ${row}
from (select) always left join judged_text judged on true left join claimed_text claimed using (ord) order by judged.ord`,
  }),
);

export const prepareClaimTexts = ({ claims }: Database) => ({
  /**
   * Claims texts for SIMs. A recipient's texts come in the order of their ids and all for one SIM, each text at most once.
   * `sendingGraceMs` is how much longer than its expiry a text may stay in sending. Returns one verdict a request.
   */
  async claimTexts(
    sims: readonly ClaimSim[],
    requests: readonly ClaimRequest[],
    nowMs: number,
    sendingGraceMs: number,
    atLock: AtLock = 'wait',
  ): Promise<ClaimVerdict[]> {
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
    const { rows, hasSkipped } = await claim.run(claims, claiming, atLock);
    const bare = rows.flatMap(({ text }) => text ?? []);
    const texts = (await readLeftBodies(claims, bare)).values();
    const verdicts: ClaimVerdict[] = requests.map(() => ({ kind: hasSkipped ? 'locked' : 'lost' }));
    for (const { ord, verdict, text, ended } of rows) {
      if (text) verdicts[ord - 1] = { kind: 'claimed', text: texts.next().value as ClaimedText };
      else if (ended) verdicts[ord - 1] = { kind: 'opted_out', ...ended };
      else if (verdict !== 'fits' && verdict !== 'opted_out') verdicts[ord - 1] = { kind: verdict };
    }
    return verdicts;
  },
});
