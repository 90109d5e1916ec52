// The bound of an incoming webhook, its most texts in an hour, as a step of the statement that judges texts. It is judged behind the
// policy of the key that calls the incoming webhook. The incoming webhook's row is locked after its account's, and what is read of it is as new as
// the lock.
import type { Given } from './judge_texts.ts';
import { bucket } from './policy_rules.ts';
import { nullRow } from './rule_steps.ts';

/** The verdicts about an incoming webhook. */
export type IncomingWebhookVerdict = 'no_incoming_webhook' | 'incoming_webhook_used';

/** For batches in which no text came by an incoming webhook. */
export const noIncomingWebhookRule = nullRow({ refusal: 'text' });

/** The step `incoming_webhook_rule` where no text came by an incoming webhook. */
export const noIncomingWebhooks =
  'incoming_webhook_rule as (select null::int8 as ord, null::int4 as texts_per_hour, null::int4 as used_hour where false)';

// If the row changed before it was locked, it is not in `locked_incoming_webhook`: the text is judged again.
/** The step `incoming_webhook_rule`: the incoming webhook of a text that came by one. */
export const incomingWebhookRule = (
  { nowMs }: Given,
  lock: string,
): string => `locked_incoming_webhook as materialized (
  select named.account_id, incoming_webhook.*, ${bucket('incoming_webhook', 'hour', nowMs)} as now_hour
  from (
    select distinct text.account_id, text.incoming_webhook
    from input text
    join locked_account account on account.id = text.account_id
    where text.incoming_webhook is not null order by 1, 2
  ) named
  cross join lateral (
    select name, texts_per_hour, hour, used_hour from incoming_webhook
    where account_id = named.account_id and name = named.incoming_webhook limit 1 ${lock}
  ) incoming_webhook
), incoming_webhook_rule as materialized (
  select text.ord, text.account_id, incoming_webhook.name, incoming_webhook.texts_per_hour, incoming_webhook.now_hour,
    case when incoming_webhook.hour = incoming_webhook.now_hour then incoming_webhook.used_hour else 0 end as used_hour,
    case
      when incoming_webhook.name is not null then null
      when exists (select from incoming_webhook h where h.account_id = text.account_id and h.name = text.incoming_webhook) then 'locked'
      else 'no_incoming_webhook'
    end as refusal
  from input text
  left join locked_incoming_webhook incoming_webhook on incoming_webhook.account_id = text.account_id and incoming_webhook.name = text.incoming_webhook
  where text.incoming_webhook is not null
)`;

/** The step that counts accepted texts on their incoming webhooks. */
export const chargedIncomingWebhooks = (nowMs: string): string => `charged_incoming_webhook as (
  update incoming_webhook set hour = used.now_hour, used_hour = used.used_hour + used.n, last_used_at = ${nowMs}
  from (
    select rule.account_id, rule.name, rule.now_hour, rule.used_hour, count(*)::int4 as n
    from decided text join incoming_webhook_rule rule on rule.ord = text.ord
    where text.verdict = 'accepted' group by 1, 2, 3, 4
  ) used
  where incoming_webhook.account_id = used.account_id and incoming_webhook.name = used.name
)`;
