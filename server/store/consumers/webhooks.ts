// Webhooks as their owners see and change them. A change counts as a new claim: whoever delivers under an older one has
// been superseded, moves nothing any more, and stops.
import type { Database } from '../database/database.ts';
import { bool, instant, int4, int8, json, text, textArray, word } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** Why nothing is delivered to an endpoint any more. */
export type DisabledReason = 'asked' | 'gone' | 'failing' | 'operator';

/** A webhook as it is stored, without its secrets. */
export type WebhookRow = RowOf<typeof webhookRow>;
const webhookRow = {
  accountId: int8('w.account_id'),
  name: text('w.name'),
  url: text('w.url'),
  types: json<string[]>()('to_json(w.types)'),
  withBody: bool('w.with_body'),
  cursorSeq: int8('w.cursor_seq'),
  /** The account's newest seq. */
  newestSeq: int8('a.last_seq'),
  movedAtMs: instant('w.moved_at'),
  createdAtMs: instant('w.created_at'),
  disabledReason: word<DisabledReason>().orNull('w.disabled_reason'),
  disabledAtMs: instant.orNull('w.disabled_at'),
  failures: int4('w.failures'),
  failingSinceMs: instant.orNull('w.failing_since'),
  nextAttemptAtMs: instant.orNull('w.next_attempt_at'),
  previousUntilMs: instant.orNull('w.previous_until'),
};

/** What requests are signed with. */
export type WebhookSecrets = RowOf<typeof secretsRow>;
const secretsRow = {
  url: text,
  secret: text,
  previousSecret: text.orNull,
  previousUntilMs: instant.orNull,
};

/** The webhook that is meant. */
export interface Named {
  accountId: bigint;
  name: string;
}

/** What an owner says of an endpoint. */
interface Described {
  url: string;
  types: readonly string[];
  withBody: boolean;
}

const ofAccount = 'webhook w join account a on a.id = w.account_id';
/** Whatever an owner changes ends the claim; one request may still be under way until it would have run out. */
const superseding = 'claim = w.claim + 1';
/** Delivered at once again. One that is slow stays so until it has answered quickly, whatever its owner changes. */
const afresh = 'failures = 0, failing_since = null, next_attempt_at = null';
/** The operator disabled it: whoever enables it is the operator. */
const byOperator = `w.disabled_reason is not distinct from 'operator'`;

const list = statement({
  takes: { accountId: int8 },
  gives: webhookRow,
  text: ({ accountId, row }) =>
    `select ${row} from ${ofAccount} where w.account_id = ${accountId} order by w.name collate "C"`,
});

const listTroubled = statement({
  takes: { afterAccount: int8, afterName: text, limit: int4 },
  gives: webhookRow,
  text: ({ afterAccount, afterName, limit, row }) => `
select ${row} from ${ofAccount} where (w.disabled_at is not null or w.failures > 0)
  and (w.account_id, w.name collate "C") > (${afterAccount}, ${afterName})
order by w.account_id, w.name collate "C" limit ${limit}`,
});

const find = statement({
  takes: { accountId: int8, name: text },
  gives: webhookRow,
  text: ({ accountId, name, row }) =>
    `select ${row} from ${ofAccount} where w.account_id = ${accountId} and w.name = ${name}`,
});

const findSecrets = statement({
  takes: { accountId: int8, name: text },
  gives: secretsRow,
  text: ({ accountId, name, row }) =>
    `select ${row} from webhook where account_id = ${accountId} and name = ${name}`,
});

// As consumers: the lowest free place holds the account's bound. Claims are counted from anywhere: who still delivers to one of
// the same name that was removed has no claim of the new one.
const add = statement({
  takes: {
    accountId: int8,
    name: text,
    url: text,
    secret: text,
    types: textArray,
    withBody: bool,
    most: int4,
    nowMs: instant,
  },
  gives: { name: text },
  text: ({ accountId, name, url, secret, types, withBody, most, nowMs, row }) => `
insert into webhook (account_id, name, place, url, secret, types, with_body, cursor_seq, cursor_notice,
  moved_at, created_at, claimed_at, claim)
select a.id, ${name}, p.place, ${url}, ${secret}, ${types}, ${withBody}, a.last_seq,
  coalesce((select max(id) from notice n where n.account_id = a.id), 0), ${nowMs}, ${nowMs}, ${nowMs},
  (random() * 4503599627370496)::int8
from account a cross join lateral (
  select min(n) as place from generate_series(1, ${most}) n
  where not exists (select from webhook w where w.account_id = a.id and w.place = n)
) p
where a.id = ${accountId} and p.place is not null
on conflict do nothing returning ${row}`,
});

// An endpoint that begins to take texts, or notices, begins with what comes from then on.
const describe = statement({
  takes: { accountId: int8, name: text, url: text, types: textArray, withBody: bool, textTypes: textArray },
  gives: webhookRow,
  text: ({ accountId, name, url, types, withBody, textTypes, row }) => `
update webhook w set url = ${url}, types = ${types}, with_body = ${withBody}, ${superseding}, ${afresh},
  cursor_seq = case when w.types && ${textTypes} then w.cursor_seq else a.last_seq end,
  cursor_notice = case when w.types <@ ${textTypes}
    then coalesce((select max(id) from notice n where n.account_id = a.id), 0) else w.cursor_notice end
from account a where a.id = w.account_id and w.account_id = ${accountId} and w.name = ${name}
returning ${row}`,
});

const remove = statement({
  takes: { accountId: int8, name: text },
  gives: { name: text('w.name') },
  text: ({ accountId, name, row }) => `
with removed as (
  delete from webhook w where w.account_id = ${accountId} and w.name = ${name} and not ${byOperator}
  returning w.account_id, w.name
), forgotten as (
  delete from webhook_attempt a using removed w where a.account_id = w.account_id and a.name = w.name
)
select ${row} from removed w`,
});

const rotate = statement({
  takes: { accountId: int8, name: text, secret: text, untilMs: instant },
  gives: webhookRow,
  text: ({ accountId, name, secret, untilMs, row }) => `
update webhook w set previous_secret = w.secret, previous_until = ${untilMs}, secret = ${secret}
from account a where a.id = w.account_id and w.account_id = ${accountId} and w.name = ${name}
returning ${row}`,
});

const replay = statement({
  takes: { accountId: int8, name: text, seq: int8, nowMs: instant },
  gives: webhookRow,
  text: ({ accountId, name, seq, nowMs, row }) => `
update webhook w set cursor_seq = ${seq}, moved_at = ${nowMs}, ${superseding}, ${afresh}
from account a where a.id = w.account_id and w.account_id = ${accountId} and w.name = ${name}
returning ${row}`,
});

const enable = statement({
  takes: { accountId: int8, name: text, isOperator: bool },
  gives: webhookRow,
  text: ({ accountId, name, isOperator, row }) => `
update webhook w set disabled_at = null, disabled_reason = null, ${afresh}
from account a where a.id = w.account_id and w.account_id = ${accountId} and w.name = ${name}
  and (${isOperator} or not ${byOperator})
returning ${row}`,
});

const resume = statement({
  takes: { accountId: int8, name: text },
  gives: { name: text },
  text: ({ accountId, name, row }) => `
update webhook set next_attempt_at = null where account_id = ${accountId} and name = ${name}
  and next_attempt_at is not null returning ${row}`,
});

const disable = statement({
  takes: { accountId: int8, name: text, reason: word<DisabledReason>(), nowMs: instant },
  gives: webhookRow,
  text: ({ accountId, name, reason, nowMs, row }) => `
update webhook w set disabled_at = coalesce(w.disabled_at, ${nowMs}),
  disabled_reason = case when ${reason} = 'operator' then 'operator' else coalesce(w.disabled_reason, ${reason}) end,
  ${superseding}
from account a where a.id = w.account_id and w.account_id = ${accountId} and w.name = ${name}
returning ${row}`,
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
};

const listAttempts = statement({
  takes: { accountId: int8, name: text },
  gives: attemptRow,
  text: ({ accountId, name, row }) => `
select ${row} from webhook_attempt where account_id = ${accountId} and name = ${name} order by number desc`,
});

/** Prepares reads and writes of webhooks. What changes one returns it, or undefined when there is none. */
export function prepareWebhooks({ reads, writes }: Database) {
  return {
    /** An account's webhooks in order of name. */
    listWebhooks: (accountId: bigint): Promise<WebhookRow[]> => list.run(reads, { accountId }),

    /** Up to `limit` webhooks of all accounts that are disabled or whose last attempt failed, by account and name. */
    listTroubledWebhooks: (after: Named | null, limit: number): Promise<WebhookRow[]> =>
      listTroubled.run(reads, { afterAccount: after?.accountId ?? 0n, afterName: after?.name ?? '', limit }),

    findWebhook: async (of: Named): Promise<WebhookRow | undefined> => (await find.run(reads, of))[0],

    findWebhookSecrets: async (of: Named): Promise<WebhookSecrets | undefined> =>
      (await findSecrets.run(reads, of))[0],

    /** Adds a webhook at the feed's end. Returns false when nothing was written, as addConsumer. */
    addWebhook: async (
      of: Named & Described & { secret: string; most: number; nowMs: number },
    ): Promise<boolean> => (await add.run(writes, of)).length > 0,

    /** Changes what the owner says of it. `textTypes` are the types of events that texts make. */
    describeWebhook: async (
      of: Named & Described & { textTypes: readonly string[] },
    ): Promise<WebhookRow | undefined> => (await describe.run(writes, of))[0],

    /** Returns whether it was there; its attempts go with it. One that the operator disabled stays. */
    removeWebhook: async (of: Named): Promise<boolean> => (await remove.run(writes, of)).length > 0,

    /** Gives it a new secret; the one before signs as well until `untilMs`. */
    rotateWebhook: async (of: Named & { secret: string; untilMs: number }): Promise<WebhookRow | undefined> =>
      (await rotate.run(writes, of))[0],

    /** Sets its cursor, and delivers from there at once. */
    replayWebhook: async (of: Named & { seq: bigint; nowMs: number }): Promise<WebhookRow | undefined> =>
      (await replay.run(writes, of))[0],

    /**
     * Delivers again, at once, from where it stood; also while it waits for its next attempt. One that the operator
     * disabled is enabled by the operator only.
     */
    enableWebhook: async (of: Named & { isOperator: boolean }): Promise<WebhookRow | undefined> =>
      (await enable.run(writes, of))[0],

    /** Ends the wait for its next attempt. */
    resumeWebhook: async (of: Named): Promise<void> => {
      await resume.run(writes, of);
    },

    /** Delivers nothing any more; a first reason stays, but the operator's takes the place of any other. */
    disableWebhook: async (
      of: Named & { reason: DisabledReason; nowMs: number },
    ): Promise<WebhookRow | undefined> => (await disable.run(writes, of))[0],

    /** Its last attempts, the newest first. */
    listAttempts: (of: Named): Promise<AttemptRow[]> => listAttempts.run(reads, of),
  };
}
