// The one statement that accepts texts. It is atomic by itself and holds every rule that must be exact under any
// concurrency: the key's rate, replay, plan, cap, route, ids, seq.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import { approvalAwaited } from '../../domain/messages/approval.ts';
import type { Route } from '../../domain/messages/message.ts';
import { senderLetter } from '../../domain/messages/timeline.ts';
import { liveStatuses } from '../../domain/plans/quota.ts';
import { allowance, groupByKey, judgeKeys, keyRequests, openWindows } from '../keys/admit_keys.ts';
import { isWorking } from '../keys/working_keys.ts';
import { textFields, unshownFields } from '../messages/message_fields.ts';
import { scheduled } from '../messages/status_moves.ts';
import { textLine } from '../messages/steps.ts';
import type { Batches } from '../postgres/database.ts';
import { bool, instant, int4, int8, sqlNamesOf, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type AtLock, type Locks, locking } from '../postgres/locking.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { answered, stoppedLine } from './answers.ts';
import { approvableUntil } from './rules/approval_rules.ts';
import type { IncomingWebhookVerdict } from './rules/incoming_webhook_rules.ts';
import { judgeTexts, judgingTakes } from './rules/judge_texts.ts';
import { type PolicyNeeds, type PolicyVerdict, policedOutcome } from './rules/policy_rules.ts';
import { formFor, mapForms, type SendForm } from './send_forms.ts';

/** Fields that a sent text brings into its row as they are. */
const storedFields = { ...textFields, ...unshownFields };

/** A text whose form was checked already. */
export interface NewText extends ValuesOf<typeof storedFields> {
  /** The account that sends; null for the key's own. */
  accountId: bigint | null;
  /** The account key to be judged with the text, as SHA-256 in hex; null for a sender who was admitted already. */
  keyHash: string | null;
  /** The key that it was admitted for before, or was judged with before: that key's policy applies. Null for none. */
  policyKey: string | null;
  /** The incoming webhook of its account that it came by, whose bound applies; null for none. */
  incomingWebhook: string | null;
  /** Null lets the statement choose. */
  route: Route | null;
  /**
   * It replies to a stop, and leaves before this instant or not at all; null for any other text. It is the only text that the
   * sender of the stop still gets. Clients cannot ask for it.
   */
  stopReplyUntilMs: number | null;
  /** Leaves no earlier than this; null for at once. */
  sendAtMs: number | null;
  /** Quiet hours do not delay it. */
  isUrgent: boolean;
  /**
   * The account's newest erasure when that was read which the text is made of: with a newer one it is `erased_since`, and its
   * sender reads again. Null for a text that is written now.
   */
  asOfErasure: bigint | null;
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
  | 'erased_since'
  | 'untimed'
  | 'policed'
  | PolicyVerdict
  | IncomingWebhookVerdict
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
  ...policedOutcome,
  /** What the policy needs of the key that was judged with the text; null without one. */
  policed: word<PolicyNeeds>().orNull,
  /** All are `unopened` where a key's rate window is missing: nothing was done. */
  verdict: word<SendVerdict | 'unopened'>(),
  /** The new message, or the original of a replay; 0 when refused. */
  id: int8(
    "case verdict when 'accepted' then last_message_id + n when 'replayed' then original_id else 0 end",
  ),
  /** Of a new message; 0 otherwise. */
  seq: int8("case verdict when 'accepted' then last_seq + n else 0 end"),
  route: word<Route>()("coalesce(taken_route, 'device')"),
  /** Texts charged in the month, this one included. */
  textsUsed: int4(
    'coalesce(used + case when cap is null then n else least(n, greatest(cap - used, 0)) end, 0)::int4',
  ),
  /** The key's allowance; null for a text without a key, or with an unknown one. */
  allowance: group(allowance).orNull,
};

/** The verdict for one text, and its account as it stood after it. */
export type SendOutcome = RowOf<typeof outcome> & { verdict: SendVerdict };

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
  /**
   * The most that is known to be needed for the policies of keys that are judged with their texts, which then apply at once. A text
   * whose key's policy needs more is `policed`, to be judged again with its `policyKey`.
   */
  policed?: PolicyNeeds | null;
}

/** What a text asks for that is not stored as it is. */
export const askedFields = {
  route: word<Route>().orNull,
  sendAtMs: instant.orNull,
  isUrgent: bool,
  /** The key whose policy holds, as SHA-256 in hex; null for a text without one. */
  policyKey: text.orNull,
};

const sentFields = {
  ...askedFields,
  ...storedFields,
  stopReplyUntilMs: instant.orNull,
  incomingWebhook: text.orNull,
  asOfErasure: int8.orNull,
};

const { sender: _asked, ...fieldsAsAsked } = storedFields;

/** The first lines of a text's story, whose form is in domain/messages/timeline.ts. */
const firstSteps = (nowMs: string) => {
  const inMs = (instant: string) => `((extract(epoch from ${instant}) * 1000)::int8)::text`;
  return `nullif(concat(
      '${senderLetter}' || sender_key_id || E'\n',
      case
        when has_to_wait then ${textLine('awaits_approval', nowMs, inMs(approvableUntil(nowMs)))}
        when leaves_at <= now() or leaves_at is null then null
        when leaves_at is distinct from send_at then ${textLine('quiet_hours', nowMs, inMs('leaves_at'))}
        else ${textLine('scheduled', nowMs, inMs('leaves_at'))}
      end,
      ${stoppedLine(nowMs)}
    ), '')`;
};

// A text waits in the queue as long as any other, counted from when it may leave. For a text that waits for a person
// this time begins at its approval; this deadline ends a text whose approval nothing ended.
const deadline = (nowMs: string, deadlineMs: string) => {
  const patience = `make_interval(secs => extract(epoch from ${deadlineMs} - ${nowMs})::float8)`;
  return `case when has_to_wait then ${approvableUntil(nowMs)} + ${patience}
      else coalesce(stop_reply_until, greatest(${deadlineMs}, leaves_at + ${patience})) end`;
};

/** Makes a form of the statement. */
const sendBy = (locks: Locks, { special, key, counts }: SendForm) => {
  const lock = `for update ${locks.skipLocked}`;
  return statement({
    takes: {
      texts: list({ accountId: int8.orNull, ...sentFields }),
      turns: list({ keyNo: int4, nth: int4 }),
      keys: list(keyRequests),
      ...judgingTakes,
      deadlineMs: instant,
    },
    gives: outcome,
    expects: 'texts',
    text: (given) => `
with ${judgeKeys(given.keys, 'api_key', { owner: 'account_id', mark: key.column, works: isWorking('api_key', given.nowMs) }, locks, true)},
input as materialized (
  select ${sqlNamesOf(sentFields, 'text')}, text.ord, text.stop_reply_until is not null as confirms_stop,
    coalesce(text.account_id, key.owner_id) as account_id, coalesce(text.account_id, key.owner_id) as lot, key.key_id, key.remaining, key.reset_ms, ${key.columns(given)},
    case
      when (select is_any from unopened) then 'unopened'
      when text.key_no = 0 then null
      when key.no is null then case when text.key_no in (select no from known) then 'locked' else 'invalid_key' end
      when text.nth > key.admitted then 'rate_limited'
      when ${key.policed} then 'policed'
    end as barred
  from ${given.texts.beside(given.turns).as('text', 'ord')}
  left join judged key on key.no = text.key_no
), ${judgeTexts(given, lock, special(given, lock))}, charged_account as (
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
  insert into message (account_id, id, seq, direction, status, route, ${sqlNamesOf(fieldsAsAsked)}, sender, charged,
    attempt, created_at, deadline_at, send_at, awaiting, confirms_stop, steps)
  select account_id, last_message_id + n, last_seq + n, 'out',
    (case when has_to_wait or leaves_at > now() then '${scheduled}' else 'queued' end)::message_status,
    taken_route::message_route, ${sqlNamesOf(fieldsAsAsked)}, taken_sender, true,
    0, ${given.nowMs}, ${deadline(given.nowMs, given.deadlineMs)},
    case when has_to_wait then null else leaves_at end,
    case when has_to_wait then '${approvalAwaited}' end,
    nullif(confirms_stop, false),
    ${firstSteps(given.nowMs)}
  from decided where verdict = 'accepted'
), written_thread as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(last_message_id + n), count(*)
  from decided where verdict = 'accepted' group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,${answered}
)${counts(given.nowMs)
      .map((step) => `, ${step}`)
      .join('')}
select ${given.row} from decided order by ord`,
  });
};

const sends = mapForms((form) => locking((locks) => sendBy(locks, form)));

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
    const send = sends[formFor(texts, context.policed ?? null)];
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
