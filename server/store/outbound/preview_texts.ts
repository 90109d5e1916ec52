// The verdicts for texts if they were sent now, by the rules of the send. It writes nothing and waits for no lock.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import type { Route } from '../../domain/messages/message.ts';
import { liveStatuses } from '../../domain/plans/quota.ts';
import { textFields } from '../messages/message_fields.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, json, sqlNamesOf, text, word } from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { answerBudget } from './answers.ts';
import { anyBudget, jointBudget, keyBudget } from './rules/budget_rules.ts';
import { noIncomingWebhookRule, noIncomingWebhooks } from './rules/incoming_webhook_rules.ts';
import { judgeTexts, judgingTakes } from './rules/judge_texts.ts';
import { keyRule, policedOutcome } from './rules/policy_rules.ts';
import { rowOf } from './rules/rule_steps.ts';
import { senderRule } from './rules/sender_rules.ts';
import { timeRule } from './rules/time_rules.ts';
import {
  accountOfText,
  askedFields,
  type NewText,
  type SendContext,
  type SendVerdict,
} from './send_texts.ts';

const outcome = {
  ...accountOfText,
  ...policedOutcome,
  verdict: word<SendVerdict>(),
  /** The original of a replay; null for none. */
  originalId: int8.orNull,
  /** Null without a route. */
  route: word<Route>().orNull('taken_route'),
  /** When it would leave; null for at once. */
  leavesAtMs: instant.orNull('case when leaves_at > now() then leaves_at end'),
  /** Texts charged in the month, this one not included. */
  textsUsed: int4('coalesce(used, 0)'),
  /** For route device: the device that would most likely get it. */
  device: group({ deviceId: int8('d.id'), deviceName: text('d.name'), isOnline: bool('d.is_online') }).orNull,
  /** For route gateway: it may leave from a carrier's own sender. */
  mayBeShared: bool('w.taken_sender is null'),
  /** For route gateway: the carriers on which the account has a number, or the one that it must leave by. */
  numberedCarriers: json<readonly string[]>()(`coalesce((
    select json_agg(distinct c.carrier) from carrier_number c
    where c.account_id = w.account_id and w.taken_route = 'gateway' and (w.taken_sender is null or c.number = w.taken_sender)
  ), '[]')`),
};

/** The verdict for a text, and its account as it stands. */
export type PreviewOutcome = RowOf<typeof outcome>;

const previewedFields = { ...askedFields, ...textFields, accountId: int8.orNull, lot: int8 };

// PostgreSQL takes a list for ten rows and would compare each text with each account. It takes the series, which is one row, for
// hundreds.
// The texts of a lot are numbered as a batch is, so that the cap cuts where it would cut them if all were sent. Of an account's
// devices the one that is online comes first, then the one that the recipient stays on.
const preview = statement({
  takes: {
    texts: list(previewedFields),
    ...judgingTakes,
  },
  gives: outcome,
  expects: 'texts',
  text: (given) => `
with input as materialized (
  select ${sqlNamesOf(previewedFields, 'text')}, text.ord, null::int8 as key_id, null::text as incoming_webhook, false as confirms_stop,
    null::int8 as as_of_erasure,
    null as barred, null::jsonb as own_policy
  from ${given.texts.as('text', 'ord')} cross join generate_series(1, cardinality(${given.live})) as one (n) where one.n < 2
), ${judgeTexts(given, '', {
    steps: [keyRule(given), noIncomingWebhooks],
    key: rowOf('key_rule'),
    incomingWebhook: noIncomingWebhookRule,
    sender: senderRule(given),
    time: timeRule,
    budgetSteps: [answerBudget(''), keyBudget(given, ''), jointBudget],
    budget: anyBudget,
  })}
select ${given.row} from decided w
left join lateral (
  select d.id, d.name, coalesce(d.online_until > ${given.nowMs}, false) as is_online, t.device_id is not null as is_kept
  from device d
  left join thread t on t.account_id = w.account_id and t.address_norm = w.address_norm and t.device_id = d.id
  where w.taken_route = 'device' and d.account_id = w.account_id and d.unpaired_at is null
    and (w.taken_sender is null or w.taken_sender = 'device:' || d.id or w.taken_sender like 'device:' || d.id || '/%')
  order by is_online desc, is_kept desc, d.id limit 1
) d on true
order by ord`,
});

/** A text whose form was checked, of an account that was admitted. */
export type TextToPreview = Omit<NewText, 'keyHash' | 'isTimed'>;

/** The same in a statement. Texts of an account are judged as if those of their lot were sent together, and none of another. */
export type LotText = TextToPreview & { lot: bigint };

export const preparePreviewTexts = (
  { planned }: Pick<Database, 'planned'>,
  { isShared, carriers }: GatewayRoute,
) => ({
  /** Judges texts as a send would, all at one moment, in their order. A client_ref that comes twice is judged twice. */
  previewTexts: (texts: readonly LotText[], context: Omit<SendContext, 'deadlineMs'>) =>
    preview.run(planned, { ...context, texts, isShared, carriers, live: liveStatuses }),
});
