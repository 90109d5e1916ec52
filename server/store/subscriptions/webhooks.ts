// Webhooks as their owners see and change them: subscriptions with a URL. A change counts as a new claim: a delivery under an
// older one has been superseded, moves nothing any more, and stops.
import type { WebhookFormat } from '../../domain/subscriptions/webhook_format.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, json, text, textArray, word } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import {
  anyRow,
  firstRow,
  insertPlace,
  type Named,
  named,
  newSubscription,
  subscriptionStatements,
  updateSubscription,
} from './subscriptions.ts';

/** Why nothing is delivered to an endpoint any more. */
export type DisabledReason = 'asked' | 'gone' | 'failing' | 'operator';

/** Any change by the owner ends the claim; one request may still be under way until the claim would have run out. */
const superseding = 'claim = p.claim + 1';
/**
 * It is delivered to again at once. A slow endpoint stays slow until it has answered quickly, whatever its owner
 * changes.
 */
const afresh = 'failures = 0, failing_since = null, next_attempt_at = null';
/** The operator disabled it, and the operator alone enables it. */
const byOperator = `p.disabled_reason is not distinct from 'operator'`;
const newestNotice = 'coalesce((select max(id) from notice n where n.account_id = a.id), 0)';

/** An endpoint without its secrets. */
const endpoint = group({
  url: text('p.url'),
  format: word<WebhookFormat>()('p.format'),
  types: json<string[]>()('to_json(p.types)'),
  withBody: bool('p.with_body'),
  disabledReason: word<DisabledReason>().orNull('p.disabled_reason'),
  disabledAtMs: instant.orNull('p.disabled_at'),
  failures: int4('p.failures'),
  failingSinceMs: instant.orNull('p.failing_since'),
  nextAttemptAtMs: instant.orNull('p.next_attempt_at'),
  previousUntilMs: instant.orNull('p.previous_until'),
});

const { gives, ofAccount, prepare } = subscriptionStatements('webhook', {
  own: { endpoint },
  alsoMoved: `${superseding}, ${afresh}`,
  isRemovable: `not ${byOperator}`,
  alsoRemoved: `, forgotten as (
  delete from webhook_attempt t using removed r where t.account_id = r.account_id and t.name = r.name
)`,
});

/** A webhook as it is stored. */
export type WebhookRow = RowOf<typeof gives>;

/** How requests are made and signed. */
export type WebhookSecrets = RowOf<typeof secretsRow>;
const secretsRow = {
  url: text,
  format: word<WebhookFormat>(),
  secret: text,
  previousSecret: text.orNull,
  previousUntilMs: instant.orNull,
  withBody: bool,
};

const listTroubled = statement({
  takes: { afterAccount: int8, afterName: text, limit: int4 },
  gives,
  text: ({ afterAccount, afterName, limit, row }) => `
select ${row} from ${ofAccount} where (p.disabled_at is not null or p.failures > 0)
  and (p.account_id, p.name collate "C") > (${afterAccount}, ${afterName})
order by p.account_id, p.name collate "C" limit ${limit}`,
});

const findSecrets = statement({
  takes: named,
  gives: secretsRow,
  text: ({ accountId, name, row }) =>
    `select ${row} from webhook where account_id = ${accountId} and name = ${name}`,
});

// Claims are counted from a random number: a delivery to a removed webhook of the same name has no claim on the new
// one.
const add = statement({
  takes: {
    ...newSubscription,
    url: text,
    format: word<WebhookFormat>(),
    secret: text,
    types: textArray,
    withBody: bool,
  },
  gives: { name: text },
  text: ({ url, format, secret, types, withBody, ...names }) =>
    insertPlace('webhook', names, {
      ...{ url, format, secret, types, with_body: withBody },
      ...{ cursor_seq: 'a.last_seq', cursor_notice: newestNotice },
      ...{ claimed_at: names.nowMs, claim: '(random() * 4503599627370496)::int8' },
    }),
});

// An endpoint that starts to take texts, or notices, gets those that come from then on.
const describe = statement({
  takes: {
    ...named,
    url: text,
    format: word<WebhookFormat>(),
    types: textArray,
    withBody: bool,
    textTypes: textArray,
  },
  gives,
  text: ({ url, format, types, withBody, textTypes, ...names }) =>
    updateSubscription(
      'webhook',
      names,
      `url = ${url}, format = ${format}, types = ${types}, with_body = ${withBody}, ${superseding}, ${afresh},
  cursor_seq = case when p.types && ${textTypes} then p.cursor_seq else a.last_seq end,
  cursor_notice = case when p.types <@ ${textTypes} then ${newestNotice} else p.cursor_notice end`,
    ),
});

const rotate = statement({
  takes: { ...named, secret: text, untilMs: instant },
  gives,
  text: ({ secret, untilMs, ...names }) =>
    updateSubscription(
      'webhook',
      names,
      `previous_secret = p.secret, previous_until = ${untilMs}, secret = ${secret}`,
    ),
});

const enable = statement({
  takes: { ...named, isOperator: bool },
  gives,
  text: ({ isOperator, ...names }) =>
    updateSubscription(
      'webhook',
      names,
      `disabled_at = null, disabled_reason = null, ${afresh}`,
      `(${isOperator} or not ${byOperator})`,
    ),
});

const disable = statement({
  takes: { ...named, reason: word<DisabledReason>(), nowMs: instant },
  gives,
  text: ({ reason, nowMs, ...names }) =>
    updateSubscription(
      'webhook',
      names,
      `disabled_at = coalesce(p.disabled_at, ${nowMs}),
  disabled_reason = case when ${reason} = 'operator' then 'operator' else coalesce(p.disabled_reason, ${reason}) end,
  ${superseding}`,
    ),
});

const resume = statement({
  takes: named,
  gives: { name: text },
  text: ({ accountId, name, row }) => `
update webhook set next_attempt_at = null where account_id = ${accountId} and name = ${name}
  and next_attempt_at is not null returning ${row}`,
});

/** An attempt to deliver. */
export type AttemptRow = RowOf<typeof attemptRow>;
const attemptRow = {
  number: int8,
  atMs: instant,
  eventCount: int4,
  firstEvent: text,
  lastEvent: text,
  tookMs: int4,
  status: int4.orNull,
  error: text.orNull,
  answer: text,
  payload: text,
};

const listAttempts = statement({
  takes: named,
  gives: attemptRow,
  text: ({ accountId, name, row }) => `
select ${row} from webhook_attempt where account_id = ${accountId} and name = ${name} order by number desc`,
});

/**
 * Prepares reads and writes of webhooks. What changes one returns it, or undefined when there is none. Setting a cursor
 * delivers from there at once; one that the operator disabled is not removed.
 */
export const prepareWebhooks = ({ reads, writes }: Database) => ({
  ...prepare({ reads, writes }),

  /** Up to `limit` webhooks of all accounts that are disabled or whose last attempt failed, by account and name. */
  listTroubled: (after: Named | null, limit: number): Promise<WebhookRow[]> =>
    listTroubled.run(reads, { afterAccount: after?.accountId ?? 0n, afterName: after?.name ?? '', limit }),

  findSecrets: firstRow(reads, findSecrets),

  /** Adds a webhook at the feed's end. Returns false when nothing was written, as for consumers. */
  add: anyRow(writes, add),

  /** Changes its owner's settings. `textTypes` are the types of events that texts cause. */
  describe: firstRow(writes, describe),

  /** Gives it a new secret; the one before signs as well until `untilMs`. */
  rotate: firstRow(writes, rotate),

  /**
   * Delivers again, at once, from its cursor, also while it waits for its next attempt. Only the operator enables one
   * that the operator disabled.
   */
  enable: firstRow(writes, enable),

  /** Ends the wait for its next attempt; returns whether it had one. */
  resume: anyRow(writes, resume),

  /** Delivers nothing any more; a first reason stays, but the operator's takes the place of any other. */
  disable: firstRow(writes, disable),

  /** Its last attempts, the newest first. */
  listAttempts: (of: Named): Promise<AttemptRow[]> => listAttempts.run(reads, of),
});
