// The rules that a text is accepted or refused by, as the steps of a statement: a send writes by them, a dry run only reads.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import { haveOptOutsMoved, isOptedOut } from '../opt_outs/judge_opt_outs.ts';
import { answersAtBound, isWatched } from './answers.ts';
import { leavesAt, mostDaysAhead, pastSeconds } from './leaving_time.ts';
import { hasSimulatedDevice, hasSimulatedGateway, hasSimulatedOnline, isMagic, isReal } from './real_ways.ts';
import { routeOfSender } from './senders.ts';

/** What texts may ask for. Looking for it would cost those that ask for none of it. */
export interface Asked {
  /** What they must leave by. */
  senders: boolean;
  /** When they leave: they have send_at and is_urgent. Without it a text is `untimed` whose account has quiet hours, or answers that are
   * looked at, or is suspended. */
  instants: boolean;
}

/** What the rules are given: what a statement takes, by name. */
type Given = Record<
  'month' | 'newestMonth' | 'nowMs' | 'plans' | 'caps' | 'isShared' | 'carriers' | 'live',
  string
>;

// Keys' windows are locked before accounts, and both in order, so that no two batches wait for each other; what is
// read from `locked` is as new as the lock. The original of a replay is read from an older snapshot: a client_ref that
// another replica wrote in between violates message_client_ref, and the caller repeats the batch. Texts that no rule
// refuses are numbered per account in the batch's order, and the cap cuts exactly; months only go forward, but for one
// that is ahead of every clock: nothing is charged to it, and the caller heals it first (heal_period.ts). A text that
// names no route leaves by a device that is online, else by a carrier, else it waits for a device. Whether one is online
// is looked up for accounts with both routes only, and numbers only where a carrier is configured: one index entry each.
// Opt-outs are read from the older snapshot too: where another statement changed those of the account since, the text
// has to be judged once more, and an account that never had one has none to be looked for.
// The instant at which a text leaves is reckoned by the database's clock alone, as is its release.
// Simulators count for magic numbers, which leave by them where there are any, and for accounts without a real way out.
const quietHours = { zone: 's.quiet_zone', from: 's.quiet_from', until: 's.quiet_until' };

/**
 * The rules, as the steps of a statement: from `input` to `decided`, which has a verdict for each text. `lock` ends the
 * reading of the accounts.
 */
export const judgeTexts = (
  gateway: GatewayRoute,
  given: Given,
  lock: string,
  asked: Asked,
) => `locked as materialized (
  select l.* from (select distinct case when barred is null then account_id end as id from input order by 1) i
  cross join lateral (
    select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq, opt_out_changes,
      ${asked.instants ? `suspended_at, quiet_zone, quiet_from, quiet_until, ${isWatched('account')} as is_watched` : `quiet_zone is not null or suspended_at is not null or ${isWatched('account')} as asks_more`}
    from account where id = i.id limit 1 ${lock}
  ) l
), state as materialized (
  select l.id, l.plan, l.subscription_status, l.exempt, l.last_message_id, l.last_seq,
    l.opt_out_changes > 0 as has_opt_outs,
    ${haveOptOutsMoved('l')} as has_moved,
    ${asked.instants ? 'l.suspended_at is not null as is_suspended, l.quiet_zone, l.quiet_from, l.quiet_until, l.is_watched' : 'l.asks_more'},
    greatest(l.period, ${given.month}) as month,
    case when l.period < ${given.month} then 0 else l.texts_used end as used,
    case when l.exempt then null else coalesce(t.cap, 0) end as cap,
    -- The limits keep the planner from reading every device once instead of these accounts' own.
    (select true from device d where d.account_id = l.id and d.revoked_at is null and ${isReal} limit 1) is not null
      as has_device,
    case
      when ${given.isShared} then true
      when ${given.carriers} = '{}' then false
      else (
        select true from carrier_number c where c.account_id = l.id and c.carrier = any (${given.carriers}) limit 1
      ) is not null
    end as has_gateway
  from locked l left join unnest(${given.plans}, ${given.caps}) as t (plan, cap) on t.plan = l.plan
), ${asked.instants ? `${answersAtBound(lock === '' ? '' : 'for update')}, ` : ''}routed as materialized (
  select s.*,
    case
      when not s.has_gateway then case when s.has_device then 'device' end
      when s.has_device and (
        select true from device d
        where d.account_id = s.id and d.revoked_at is null and ${isReal} and d.online_until > ${given.nowMs} limit 1
      ) is not null then 'device'
      else 'gateway'
    end as usual_route
  from state s
), ruled as (
  select i.*, s.id, ${asked.instants ? 's.is_suspended' : 'false as is_suspended'}, s.plan, s.subscription_status, s.exempt, s.last_message_id, s.last_seq, s.month, s.used, s.cap,
    t.by_device, t.by_gateway, s.has_device or t.by_device as has_device, s.has_gateway or t.by_gateway as has_gateway, o.id as original_id, ${asked.instants ? 'r.next_at as next_answer_at,' : ''}
    ${
      asked.senders
        ? `case when i.sender is not null then ${routeOfSender(gateway, 'i.sender', 's.id', given.carriers, {
            isSimulated: 't.is_simulated',
            byDevice: 't.by_device',
            byGateway: 't.by_gateway',
          })} else `
        : ''
    }case i.route
      when 'device' then case when s.has_device or t.by_device then 'device' end
      when 'gateway' then case when s.has_gateway or t.by_gateway then 'gateway' end
      else case
        when t.by_device and (not t.by_gateway or ${hasSimulatedOnline('s.id', given.nowMs)}) then 'device'
        when t.by_gateway then 'gateway'
        else s.usual_route
      end
    end${asked.senders ? ' end' : ''} as taken_route,
    ${asked.instants ? leavesAt('i.send_at', 'i.is_urgent', quietHours) : 'null::timestamptz'} as leaves_at,
    case
      when i.barred is not null then i.barred
      when s.id is null then case when exists (select from account k where k.id = i.account_id) then 'locked' else 'no_account' end
      when o.id is not null then 'replayed'
      ${asked.instants ? "when s.is_suspended then 'suspended'" : "when s.asks_more then 'untimed'"}
      when s.has_moved then 'opt_outs_moved'
      ${
        asked.instants
          ? `when i.send_at < now() - interval '${pastSeconds} seconds' then 'send_at_past'
      when i.send_at > now() + interval '${mostDaysAhead * 24} hours' then 'send_at_far'`
          : ''
      }
      when s.has_opt_outs and not i.confirms_stop and ${isOptedOut('s.id', 'i.address_norm')} then 'opted_out'
      ${asked.instants ? "when r.is_over and not i.confirms_stop then 'loop_suspected'" : ''}
      when s.month > ${given.newestMonth} then 'period_ahead'
      when s.exempt then 'accepted'
      when s.plan is null then 'no_plan'
      when s.subscription_status is null or s.subscription_status <> all (${given.live}) then 'no_subscription'
      when s.used >= s.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input i
  left join routed s on s.id = i.account_id
  ${asked.instants ? 'left join answer r on r.ord = i.ord' : ''}
  left join lateral (
    select r.id from message r where r.account_id = i.account_id and r.client_ref = i.client_ref limit 1
  ) o on true
  left join lateral (
    select m.is_simulated,
      case when m.is_simulated then ${hasSimulatedDevice(gateway, 's.id')} else false end as by_device,
      case when m.is_simulated then ${hasSimulatedGateway(gateway, 's.id')} else false end as by_gateway
    from (select ${isMagic('i.address_norm')} or not (s.has_device or s.has_gateway) as is_simulated) m
  ) t on true
), numbered as (
  select *, count(*) filter (where rule = 'accepted' and taken_route is not null)
    over (partition by account_id order by ord) as n
  from ruled
), decided as materialized (
  select *,
    case
      when rule <> 'accepted' then rule
      when taken_route is null then 'no_route'
      when used + n > cap then 'cap_reached'
      else 'accepted'
    end as verdict
  from numbered
)`;
