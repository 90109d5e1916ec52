// Incoming webhooks. Each statement changes one incoming webhook, and none takes the account's lock: the send statement, which counts an incoming webhook's texts,
// locks its row behind the account's and the key's.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, json, text, textArray } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

const incomingWebhookRow = {
  accountId: int8('h.account_id'),
  name: text('h.name'),
  template: text('h.template'),
  recipients: json<readonly string[]>()('to_json(h.recipients)'),
  recipientsField: text.orNull('h.recipients_field'),
  eventId: text('h.event_id'),
  textsPerHour: int4('h.texts_per_hour'),
  sender: text.orNull('h.sender'),
  isUrgent: bool('h.is_urgent'),
  hasSecret: bool('h.secret is not null'),
  keyId: int8.orNull('h.key_id'),
  createdAtMs: instant('h.created_at'),
  lastUsedAtMs: instant.orNull('h.last_used_at'),
  lastRefusedAtMs: instant.orNull('h.last_refused_at'),
  lastRefusal: text.orNull('h.last_refusal'),
};

/** An incoming webhook as it is stored, without its secret. */
export type IncomingWebhookRow = RowOf<typeof incomingWebhookRow>;

const named = { accountId: int8, name: text };

// The lowest free number is taken for a new one, so that the account's bound holds however many come at once: of two that chose
// the same number one writes nothing.
const put = statement({
  takes: {
    ...named,
    ...{ template: text, recipients: textArray, recipientsField: text.orNull, eventId: text },
    ...{ textsPerHour: int4, sender: text.orNull, isUrgent: bool },
    ...{ secret: text.orNull, keepsSecret: bool, keyId: int8.orNull, most: int4, nowMs: instant },
  },
  gives: incomingWebhookRow,
  text: ({ accountId, name, secret, keepsSecret, keyId, most, nowMs, row, ...set }) => `
with changed as (
  update incoming_webhook h set template = ${set.template}, recipients = ${set.recipients}, recipients_field = ${set.recipientsField},
    event_id = ${set.eventId}, texts_per_hour = ${set.textsPerHour}, sender = ${set.sender}, is_urgent = ${set.isUrgent},
    secret = case when ${keepsSecret} then h.secret else ${secret} end,
    key_id = case when case when ${keepsSecret} then h.secret else ${secret} end is not null
      then coalesce(${keyId}, h.key_id) end
  where h.account_id = ${accountId} and h.name = ${name} returning h.*
), added as (
  insert into incoming_webhook (account_id, name, slot, template, recipients, recipients_field, event_id, texts_per_hour, sender,
    is_urgent, secret, key_id, created_at)
  select a.id, ${name}, f.slot, ${set.template}, ${set.recipients}, ${set.recipientsField}, ${set.eventId},
    ${set.textsPerHour}, ${set.sender}, ${set.isUrgent}, ${secret}, case when ${secret} is not null then ${keyId} end, ${nowMs}
  from account a cross join lateral (
    select min(n) as slot from generate_series(1, ${most}) n
    where not exists (select from incoming_webhook h where h.account_id = a.id and h.slot = n)
  ) f
  where a.id = ${accountId} and f.slot is not null and not exists (select from changed)
  on conflict do nothing returning incoming_webhook.*
)
select ${row} from (select * from changed union all select * from added) h`,
});

const list = statement({
  takes: { accountId: int8 },
  gives: incomingWebhookRow,
  text: ({ accountId, row }) =>
    `select ${row} from incoming_webhook h where h.account_id = ${accountId} order by h.name collate "C"`,
});

const find = statement({
  takes: named,
  gives: {
    ...incomingWebhookRow,
    secret: text.orNull('h.secret'),
    /** The hash of the key that signed calls send with, SHA-256 in hex; null where it was revoked. */
    keyHash: text.orNull("encode(k.hash, 'hex')"),
  },
  text: ({ accountId, name, row }) => `
select ${row} from incoming_webhook h
left join api_key k on k.account_id = h.account_id and k.id = h.key_id and k.revoked_at is null and k.session_id is null
where h.account_id = ${accountId} and h.name = ${name}`,
});

const remove = statement({
  takes: named,
  gives: { name: text('h.name') },
  text: ({ accountId, name, row }) =>
    `delete from incoming_webhook h where h.account_id = ${accountId} and h.name = ${name} returning ${row}`,
});

const worksAsKey = statement({
  takes: { accountId: int8, keyId: int8 },
  gives: { id: int8('k.id') },
  text: ({ accountId, keyId, row }) => `
select ${row} from api_key k
where k.account_id = ${accountId} and k.id = ${keyId} and k.revoked_at is null and k.session_id is null`,
});

// A flood of refusals is written once a second, and once for each change of its kind.
const noteRefusal = statement({
  takes: { ...named, code: text, nowMs: instant },
  gives: { name: text('h.name') },
  text: ({ accountId, name, code, nowMs, row }) => `
update incoming_webhook h set last_refused_at = ${nowMs}, last_refusal = ${code}
where h.account_id = ${accountId} and h.name = ${name}
  and (h.last_refusal is distinct from ${code} or h.last_refused_at < ${nowMs} - interval '1 second')
returning ${row}`,
});

type Values<S extends { first: (...of: never[]) => unknown }> = Parameters<S['first']>[1];

/** An incoming webhook with what signatures are judged by. */
export type SignedIncomingWebhook = NonNullable<
  Awaited<ReturnType<ReturnType<typeof prepareIncomingWebhooks>['findIncomingWebhook']>>
>;

export const prepareIncomingWebhooks = ({ reads, writes }: Database) => ({
  /**
   * Changes the incoming webhook of a name, or adds it. Returns undefined when nothing was written: the account has `most`, another one
   * was added at the same time, or there is no such account.
   */
  putIncomingWebhook: (values: Values<typeof put>) => put.first(writes, values),

  /** In order of name. */
  listIncomingWebhooks: (accountId: bigint) => list.run(reads, { accountId }),

  findIncomingWebhook: (accountId: bigint, name: string) => find.first(reads, { accountId, name }),

  /** Returns whether it was there. */
  removeIncomingWebhook: (accountId: bigint, name: string) => remove.any(writes, { accountId, name }),

  /** Whether an account has a key of that id that works. */
  hasWorkingKey: (accountId: bigint, keyId: bigint) => worksAsKey.any(reads, { accountId, keyId }),

  noteIncomingWebhookRefusal: (accountId: bigint, name: string, code: string, nowMs: number) =>
    noteRefusal.any(writes, { accountId, name, code, nowMs }),
});
