// Which core delivers to which endpoint. A claim has a number and an end: the core that delivers renews it, another
// core takes over once it has run out, and writes under the older number change nothing.
import { textEventTypes } from '../../domain/subscriptions/event.ts';
import type { WebhookFormat } from '../../domain/subscriptions/webhook_format.ts';
import { isErased } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, int8Array, json, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** An endpoint that this core may deliver to. */
export type ClaimedWebhook = RowOf<typeof claimed>;
const claimed = {
  accountId: int8('w.account_id'),
  name: text('w.name'),
  claim: int8('w.claim'),
  url: text('w.url'),
  format: word<WebhookFormat>()('w.format'),
  secret: text('w.secret'),
  previousSecret: text.orNull('w.previous_secret'),
  previousUntilMs: instant.orNull('w.previous_until'),
  types: json<string[]>()('to_json(w.types)'),
  withBody: bool('w.with_body'),
  cursorSeq: int8('w.cursor_seq'),
  cursorNotice: int8('w.cursor_notice'),
  failures: int4('w.failures'),
  failingSinceMs: instant.orNull('w.failing_since'),
  isSlow: bool('w.is_slow'),
  /**
   * It is the first by name of the account's active endpoints of its format: it does what only one of them should do.
   */
  isFirstOfFormat: bool(`not exists (
    select from webhook o where o.account_id = w.account_id and o.format = w.format and o.disabled_at is null
      and o.name collate "C" < w.name collate "C")`),
};

/** A claim, and until when it is to hold. */
interface ClaimRef {
  accountId: bigint;
  name: string;
  claim: bigint;
}

type RenewedClaim = Omit<ClaimRef, 'claim'> & { isRenewed: boolean };

const textTypes = `array[${textEventTypes.map((type) => `'${type}'`).join(', ')}]`;

const isFree = (nowMs: string) => `w.disabled_at is null
    and (w.claimed_until is null or w.claimed_until <= ${nowMs})
    and (w.next_attempt_at is null or w.next_attempt_at <= ${nowMs})`;

const held = { accountId: int8, quick: int4, slow: int4 };
const bounds = { nowMs: instant, untilMs: instant, quick: int4, slow: int4, held: list(held) };

// Accounts take turns, and within an account the endpoints that waited longest come first; slow or failing ones have
// slots of their own. An account gets another slot as long as it has fewer than are left free (webhooks/share.ts): with
// its `turn` it has as many, and after its `place` so many are gone. Judged again under the row's lock, and a row that
// is locked is left.
const claimOf = (
  which: string,
  { nowMs, untilMs, quick, slow, row }: Record<'nowMs' | 'untilMs' | 'quick' | 'slow' | 'row', string>,
  holders: string,
) => `
with due as materialized (
  select w.account_id, w.name, w.is_slow, w.claimed_at,
    row_number() over (partition by w.account_id, w.is_slow order by w.claimed_at)
      + coalesce(case when w.is_slow then h.slow else h.quick end, 0) as turn
  from webhook w join account a on a.id = w.account_id left join ${holders} on h.account_id = w.account_id
  where ${which} and ${isFree(nowMs)} and not ${isErased('w.account_id')} and (
    (w.cursor_seq < a.last_seq and w.types && ${textTypes}) or exists (
      select from notice n where n.account_id = w.account_id and n.id > w.cursor_notice and n.type = any (w.types)))
), placed as (
  select account_id, name, is_slow, turn, row_number() over (partition by is_slow order by turn, claimed_at) as place
  from due
), chosen as (
  select account_id, name from placed where turn + place <= case when is_slow then ${slow} else ${quick} end + 1
), locked as (
  select w.account_id, w.name from webhook w
  where (w.account_id, w.name) in (select account_id, name from chosen) and ${isFree(nowMs)}
  order by w.account_id, w.name for update of w skip locked
)
update webhook w set claim = w.claim + 1, claimed_at = ${nowMs}, claimed_until = ${untilMs}
from locked l where w.account_id = l.account_id and w.name = l.name
returning ${row}`;

const claimAny = statement({
  takes: bounds,
  gives: claimed,
  text: ({ held: holders, ...names }) => claimOf('true', names, holders.as('h')),
});

const claimOfAccounts = statement({
  takes: { ...bounds, accountIds: int8Array },
  gives: claimed,
  text: ({ accountIds, held: holders, ...names }) =>
    claimOf(`w.account_id = any (${accountIds})`, names, holders.as('h')),
});

const ref = { accountId: int8, name: text, claim: int8 };

// A row that somebody has locked is left out: its claim is valid until its end, and no other endpoint waits for it.
const renew = statement({
  takes: { claims: list(ref), untilMs: instant },
  gives: {
    accountId: int8('t.account_id'),
    name: text('t.name'),
    isRenewed: bool('r.account_id is not null'),
  },
  text: ({ claims, untilMs, row }) => `
with locked as (
  select w.account_id, w.name from webhook w join ${claims.as('t')}
    on w.account_id = t.account_id and w.name = t.name and w.claim = t.claim
  where w.claimed_until is not null
  order by w.account_id, w.name for update of w skip locked
), renewed as (
  update webhook w set claimed_until = ${untilMs}
  from locked l where w.account_id = l.account_id and w.name = l.name
  returning w.account_id, w.name
)
select ${row} from ${claims.as('t')}
join webhook w on w.account_id = t.account_id and w.name = t.name and w.claim = t.claim and w.claimed_until is not null
left join renewed r on r.account_id = t.account_id and r.name = t.name`,
});

const listAccounts = statement({
  takes: {},
  gives: { accountId: int8('account_id'), count: int4('count(*)::int4') },
  text: ({ row }) => `select ${row} from webhook where disabled_at is null group by account_id`,
});

export const prepareClaimWebhooks = ({ batches, reads }: Pick<Database, 'batches' | 'reads'>) => ({
  /**
   * Claims endpoints that have something to be delivered. Shares `quick` free slots among the accounts, and `slow` ones
   * for endpoints that are slow or failing; `held` are the slots that accounts have. Limited to these accounts, where
   * some are given.
   */
  claimWebhooks: (
    of: {
      nowMs: number;
      untilMs: number;
      quick: number;
      slow: number;
      held: readonly ValuesOf<typeof held>[];
    },
    accountIds?: readonly bigint[],
  ): Promise<ClaimedWebhook[]> =>
    accountIds ? claimOfAccounts.run(batches, { ...of, accountIds }) : claimAny.run(batches, of),

  /** Lengthens claims. Returns those that are still valid; one whose row somebody has locked is not renewed. */
  renewClaims: (claims: readonly ClaimRef[], untilMs: number): Promise<RenewedClaim[]> =>
    renew.run(batches, { claims, untilMs }),

  /** The accounts that have active webhooks, and how many. */
  listWebhookAccounts: (): Promise<{ accountId: bigint; count: number }[]> => listAccounts.run(reads, {}),
});
