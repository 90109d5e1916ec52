// The one statement that accepts texts. It is atomic by itself and holds every rule that must be exact under any
// concurrency: the key's rate, replay, plan, cap, route, ids, seq.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Route } from '../../domain/message.ts';
import { liveStatuses } from '../../domain/quota.ts';
import { type StepKind, senderLetter } from '../../domain/timeline.ts';
import { allowance, groupByKey, judgeKeys, keyRequests, openWindows } from '../accounts/admit_keys.ts';
import type { Batches } from '../postgres/database.ts';
import {
  bool,
  instant,
  int4,
  int8,
  sqlNameOf,
  sqlNamesOf,
  text,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { type AtLock, type Locks, locking } from '../postgres/locking.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { answered, stoppedLine } from './answers.ts';
import { type Leaving, leavingConfirmed, leavingUnasked, writtenConfirmation } from './confirmation_rules.ts';
import { chargedHooks, type HookVerdict, hookFields, withHook } from './hook_rules.ts';
import { judgeTexts, judgingTakes } from './judge_texts.ts';
import { textFields, unshownFields } from './message_fields.ts';
import {
  chargedKeys,
  namedKeys,
  type PolicyRules,
  type PolicyVerdict,
  policedFields,
  policedOutcome,
  withoutPolicy,
  withPolicy,
} from './policy_rules.ts';
import { textLine } from './steps.ts';
import { type TimeRules, withoutTime, withTime } from './time_rules.ts';

/** Fields that a sent text brings into its row as they are. */
const storedFields = { ...textFields, ...unshownFields };

/** A text whose form was checked already. */
export interface NewText extends ValuesOf<typeof storedFields> {
  /** The account that sends; null for the key's own. */
  accountId: bigint | null;
  /** The account key to be judged with the text, as SHA-256 in hex; null for a sender who was admitted already. */
  keyHash: string | null;
  /** The key that it was admitted for before, or was `policed` for: its policy holds. Null for none. */
  policyKey: string | null;
  /** The hook of its account that it came by, whose bound holds; null for none. */
  hook: string | null;
  /** Null lets the statement choose. */
  route: Route | null;
  /** Confirms a stop: the one text that still goes to its sender. Clients cannot ask for it. */
  confirmsStop: boolean;
  /** Not to leave before; null for at once. */
  sendAtMs: number | null;
  /** Quiet hours do not delay it. */
  isUrgent: boolean;
  /** It was `untimed`: its account has quiet hours or watched conversations, or is suspended. */
  isTimed: boolean;
}

export type SendVerdict =
  | 'accepted'
  | 'locked'
  | 'invalid_key'
  | 'rate_limited'
  | 'replayed'
  | 'opt_outs_moved'
  | 'untimed'
  | 'policed'
  | PolicyVerdict
  | HookVerdict
  | 'send_at_past'
  | 'send_at_far'
  | 'opted_out'
  | 'suspended'
  | 'loop_suspected'
  | 'no_account'
  | 'period_ahead'
  | 'no_plan'
  | 'no_subscription'
  | 'cap_reached'
  | 'no_route';

/** The account of a text as it is read with its verdict. */
export const accountOfText = {
  plan: text.orNull,
  subscriptionStatus: text.orNull,
  exempt: bool('coalesce(exempt, false)'),
  hasRoute: bool('coalesce(has_device or has_gateway, false)'),
  isSuspended: bool('coalesce(is_suspended, false)'),
  /** The account that the text is of; null for a key that is not known. */
  accountId: int8.orNull,
};

const outcome = {
  ...accountOfText,
  /** All are `unopened` where a key's rate window is missing: nothing was done. */
  verdict: word<SendVerdict | 'unopened'>(),
  /** The new message, or the original of a replay; 0 when refused. */
  id: int8(
    "case verdict when 'accepted' then last_message_id + n when 'replayed' then original_id else 0 end",
  ),
  /** Of a new message; 0 otherwise. */
  seq: int8("case verdict when 'accepted' then last_seq + n else 0 end"),
  route: word<Route>()("coalesce(taken_route, 'device')"),
  /** Of a new message that does not leave before; null for at once. */
  sendAtMs: instant.orNull("case verdict when 'accepted' then leaves_at end"),
  /** Texts charged in the month, this one included. */
  textsUsed: int4(
    'coalesce(used + case when cap is null then n else least(n, greatest(cap - used, 0)) end, 0)::int4',
  ),
  /** The key's allowance; null for a text without a key, or with an unknown one. */
  allowance: group(allowance).orNull,
};

/** The verdict for one text, and its account as it stood after it. */
export type SendOutcome = RowOf<typeof outcome> &
  Partial<RowOf<typeof policedOutcome>> & { verdict: SendVerdict };

/** The values that a batch needs besides its texts. */
export interface SendContext {
  nowMs: number;
  /** The current month's first day. */
  month: string;
  /** The newest month that may be the current one by any replica's clock, as its first day. */
  newestMonth: string;
  /** When a text that is accepted now leaves the queue unsent. */
  deadlineMs: number;
  plans: readonly string[];
  caps: readonly number[];
}

/** The wishes of a text that are not stored as they are. */
export const askedFields = {
  accountId: int8.orNull,
  route: word<Route>().orNull,
  sendAtMs: instant.orNull,
  isUrgent: bool,
};

/** The step that a text begins with which does not leave at once; null for any other. */
const waitingLine = (nowMs: string) => {
  const line = (kind: StepKind) =>
    textLine(kind, nowMs, '((extract(epoch from leaves_at) * 1000)::int8)::text');
  return `case when leaves_at <= now() or leaves_at is null then null
      when leaves_at is distinct from send_at then ${line('quiet_hours')} else ${line('scheduled')} end`;
};

const { sender: askedSender, ...otherFields } = storedFields;
const plainTexts = { ...askedFields, confirmsStop: bool, ...storedFields };

/** How a statement reads its texts: with the policies of their keys, or only looking whether there is one. */
const readingPlainly = {
  takes: plainTexts,
  gives: outcome,
  steps: (_texts: string) => '',
  fields: `${sqlNamesOf(storedFields, 'text')}, key.key_id`,
  bars: '',
  join: '',
  after: (_nowMs: string) => '',
  leaving: leavingUnasked as Leaving,
};
const readingPolicies: typeof readingPlainly = {
  takes: Object.assign({ ...plainTexts }, policedFields),
  gives: Object.assign({ ...outcome }, policedOutcome),
  steps: (texts: string) => `${namedKeys(texts)}, `,
  fields: `${sqlNamesOf(otherFields, 'text')}, text.${sqlNameOf('sender', askedSender)} as asked_sender, text.policy_key,
    named.is_policed, coalesce(key.key_id, named.key_id) as key_id`,
  bars: `when text.policy_key is not null and named.hash is null then 'invalid_key'`,
  join: 'left join named_key named on named.hash = text.policy_key and named.account_id = text.account_id',
  after: (nowMs) => `, ${chargedKeys}${writtenConfirmation(nowMs)}`,
  leaving: leavingConfirmed,
};
const readingHooks: typeof readingPlainly = {
  ...readingPolicies,
  takes: Object.assign({ ...readingPolicies.takes }, hookFields),
  fields: `${readingPolicies.fields}, text.hook`,
  after: (nowMs) => `${readingPolicies.after(nowMs)}, ${chargedHooks(nowMs)}`,
};

/** The reading that goes with the rules. */
const readings = new Map<PolicyRules, typeof readingPlainly>([
  [withoutPolicy, readingPlainly],
  [withPolicy, readingPolicies],
  [withHook, readingHooks],
]);

const sendBy = (time: TimeRules, hasSenders: boolean, locks: Locks, policy: PolicyRules = withoutPolicy) => {
  const reading = readings.get(policy) ?? readingPlainly;
  const { leaving } = reading;
  return statement({
    takes: {
      texts: list(reading.takes),
      turns: list({ keyNo: int4, nth: int4 }),
      keys: list(keyRequests),
      ...judgingTakes,
      deadlineMs: instant,
    },
    gives: reading.gives,
    expects: 'texts',
    text: (given) => `
with ${judgeKeys(given.keys, 'api_key', { owner: 'account_id', mark: 'policy is not null' }, locks, true)},
${reading.steps(given.texts.as('text'))}input as materialized (
  select ${reading.fields}, text.route, text.send_at, text.is_urgent, text.confirms_stop, text.ord,
    coalesce(text.account_id, key.owner_id) as account_id, key.remaining, key.reset_ms,
    case
      when (select is_any from unopened) then 'unopened'
      ${reading.bars}
      when text.key_no = 0 then null
      when key.no is null then case when text.key_no in (select no from known) then 'locked' else 'invalid_key' end
      when text.nth > key.admitted then 'rate_limited'
      when key.mark then 'policed'
    end as barred
  from ${given.texts.beside(given.turns).as('text', 'ord')}
  left join judged key on key.no = text.key_no
  ${reading.join}
), ${judgeTexts(given, `for update ${locks.skipLocked}`, { time, hasSenders, policy })}, charged_account as (
  update account set
    last_message_id = account.last_message_id + accepted.n,
    last_seq = account.last_seq + accepted.n,
    period = accepted.month,
    texts_used = accepted.used + accepted.n
  from (
    select account_id, month, used, count(*)::int4 as n from decided where verdict = 'accepted' group by 1, 2, 3
  ) accepted
  where account.id = accepted.account_id
), written_text as (
  insert into message (account_id, id, seq, direction, status, route, ${sqlNamesOf(storedFields)}, charged, attempt,
    created_at, deadline_at, confirms_stop, steps, send_at${leaving.columns})
  select account_id, last_message_id + n, last_seq + n, 'out',
    ${leaving.status}::message_status,
    taken_route::message_route, ${sqlNamesOf(storedFields)}, true, 0, ${given.nowMs},
    ${leaving.deadline(given.nowMs, given.deadlineMs)},
    nullif(confirms_stop, false),
    nullif(concat('${senderLetter}' || key_id || E'\n', ${leaving.line(given.nowMs, waitingLine(given.nowMs))}, ${stoppedLine(given.nowMs)}), ''),
    ${leaving.sendAt}${leaving.values}
  from decided where verdict = 'accepted'
), written_thread as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(last_message_id + n), count(*)
  from decided where verdict = 'accepted' group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,${answered}
)${reading.after(given.nowMs)}
select ${given.row} from decided order by ord`,
  });
};

const sendPlain = locking((locks) => sendBy(withoutTime, false, locks));
const sendNaming = locking((locks) => sendBy(withoutTime, true, locks));
const sendTimed = locking((locks) => sendBy(withTime, true, locks));
const sendPoliced = locking((locks) => sendBy(withTime, true, locks, withPolicy));
const sendHooked = locking((locks) => sendBy(withTime, true, locks, withHook));

/** The statement that costs least of those that have the rules for the texts. */
const statementFor = (texts: readonly NewText[]) => {
  if (texts.some(({ hook }) => hook !== null)) return sendHooked;
  if (texts.some(({ policyKey }) => policyKey !== null)) return sendPoliced;
  if (texts.some(({ sendAtMs, isTimed }) => sendAtMs !== null || isTimed)) return sendTimed;
  return texts.some(({ sender }) => sender !== null) ? sendNaming : sendPlain;
};

export const prepareSendTexts = (batches: Batches, { isShared, carriers }: GatewayRoute) => ({
  /**
   * Accepts or refuses each text, all of it in one commit. A client_ref must not be twice in one batch. Throws StatementFailed
   * 23505 when another replica wrote a client_ref meanwhile: repeat.
   */
  async sendTexts(
    texts: readonly NewText[],
    context: SendContext,
    atLock: AtLock = 'wait',
  ): Promise<SendOutcome[]> {
    const send = statementFor(texts);
    const { keys, turns } = groupByKey(texts.map(({ keyHash }) => keyHash));
    for (;;) {
      const asked = { ...context, texts, turns, keys, isShared, carriers, live: liveStatuses };
      const { rows: outcomes } = await send.run(batches, asked, atLock);
      if (outcomes[0]?.verdict !== 'unopened') {
        batches.countRows(outcomes.length);
        return outcomes as SendOutcome[];
      }
      const hashes = keys.map(({ hash }) => hash);
      await openWindows(batches, 'account', hashes);
    }
  },
});
