// Requests to erase a recipient or an account.
import { withSandbox } from '../accounts/sandboxes.ts';
import { isAtDevice, waitsToLeave } from '../messages/status_moves.ts';
import { repeatOnClash } from '../postgres/clashes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, json, text, textArray, type ValuesOf, word } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { type ErasureKind, isErased, type StepOutcome, stepsOf } from './erase_steps.ts';
import { coversText, isBeingErased } from './erased_recipients.ts';

/** A request, and what became of it. */
export type Erasure = RowOf<typeof erasureFields>;
const erasureFields = {
  accountId: int8,
  id: int8,
  kind: word<ErasureKind>(),
  askedBy: text,
  note: text,
  askedAtMs: instant,
  /** Null while it is under way. */
  doneAtMs: instant.orNull,
  /** Rows that were deleted or emptied, by table. */
  erased: json<Readonly<Record<string, number>>>()('erased::json'),
  /** What still names the recipient, and stays: the opt-out, incoming webhooks by their names and keys by their ids. */
  retained: json<readonly { table: string; name: string }[]>()('retained::json'),
};

/** SQL: what is kept of a recipient of an account. Settings are not changed: a list of whom a key may write to would mean another one. */
const retainedOf = (accountId: string, addresses: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object('table', n.of, 'name', n.name) order by n.of, n.name), '[]'::jsonb) from (
    select 'api_key' as of, k.id::text as name from api_key k where k.account_id = ${accountId} and exists (
      select from jsonb_array_elements_text(k.policy->'recipients') r (entry) where r.entry = any (${addresses}))
    union all select 'incoming_webhook', h.name from incoming_webhook h where h.account_id = ${accountId} and h.recipients && ${addresses}
    union all select 'opt_out', '' from opt_out o where o.account_id = ${accountId} and o.address_norm = any (${addresses})
  ) n
)`;

const asked = { accountId: int8, userId: int8.orNull, askedBy: text, note: text, nowMs: instant };
type Asked = ValuesOf<typeof asked>;

const insert = (
  kind: ErasureKind,
  { addresses, retained }: { addresses: string; retained: string },
  names: Record<keyof typeof asked, string>,
  from: string,
) => `
insert into erasure (account_id, id, addresses, kind, last_message_id, user_id, asked_by, note, asked_at, retained)
select a.id, coalesce((select max(e.id) from erasure e where e.account_id = a.id), 0) + 1, ${addresses}, '${kind}',
  a.last_message_id, ${names.userId}, ${names.askedBy}, ${names.note}, ${names.nowMs}, ${retained}
from ${from} a`;

/** Requests of an account that are under way, at most. */
export const maxOpenErasures = 100;
const mayAsk = `(select count(*) from (
    select from erasure o where o.account_id = a.id and o.done_at is null limit ${maxOpenErasures}) o) < ${maxOpenErasures}`;

// The account's lock orders it with sends, so that what is accepted later has a greater id. From its commit on no statement lets a
// text from before leave: each judges by it as by an opt-out (see isRefused), and where its snapshot is older it runs again.
const askRecipient = statement({
  takes: { ...asked, addresses: textArray },
  gives: erasureFields,
  text: ({ addresses, row, ...names }) => `
with locked as materialized (
  select id, last_message_id from account a where id = ${names.accountId} and ${mayAsk} for update
), requested as (
${insert('recipient', { addresses, retained: retainedOf('a.id', addresses) }, names, 'locked')} returning *
), moved as (
  update account a set last_erasure_id = r.id, opt_out_changes = a.opt_out_changes + 1 from requested r where a.id = r.account_id
)
select ${row} from requested`,
});

// It acts only if nothing was added to the account since its snapshot, so that it ends each key, device and webhook that there is.
// From its commit on the account accepts nothing and nothing of it leaves, its keys open nothing, its devices are unlinked, and its
// numbers, people and platforms are nobody's. So it is with its sandbox, which has a request of its own; the count of additions keeps
// a sandbox from being opened meanwhile.
const askAccount = statement({
  takes: asked,
  gives: { isThere: bool('exists (select from seen)'), request: group(erasureFields).orNull },
  expects: 'one',
  text: ({ row, ...names }) => `
with seen as materialized (
  select id, additions, last_device_id from account a where id in ${withSandbox(names.accountId)} and not exists (
    select from billing b
    where b.account_id = ${names.accountId}
      and (b.subscription_id is not null or b.checkout_id is not null or b.intent_id is not null)
  )
), same as materialized (
  select a.id, a.last_message_id from account a join seen s on a.id = s.id
    and a.additions = s.additions and a.last_device_id = s.last_device_id
  order by a.id for update of a
), locked as materialized (
  select * from same where (select count(*) from same) = (select count(*) from seen)
), suspended as (
  update account a set suspended_at = coalesce(a.suspended_at, ${names.nowMs}), suspension_reason = 'erased',
    additions = a.additions + 1
  from locked l where a.id = l.id
), keys as (
  update api_key k set revoked_at = ${names.nowMs} from locked l where k.account_id = l.id and k.revoked_at is null
), devices as (
  update device d set unpaired_at = ${names.nowMs} from locked l where d.account_id = l.id and d.unpaired_at is null
), incoming_webhooks as (
  delete from webhook w using locked l where w.account_id = l.id
), requests as (${insert('account', { addresses: 'null', retained: "'[]'::jsonb" }, names, 'locked')} returning *)
select ${row} from (select) always left join requests on account_id = ${names.accountId}`,
});

const list = statement({
  takes: { accountId: int8, before: int8, most: int4 },
  gives: erasureFields,
  text: ({ accountId, before, most, row }) => `
select ${row} from erasure where account_id = ${accountId} and id < ${before} order by id desc limit ${most}`,
});

const open = statement({
  takes: { most: int4 },
  gives: { accountId: int8, id: int8, kind: word<ErasureKind>() },
  text: ({ most, row }) => `
select ${row} from (
  select *, row_number() over (partition by account_id order by asked_at, id) as nth from erasure where done_at is null
) e order by nth, asked_at, account_id, id limit ${most}`,
});

const takes = { accountId: int8, id: int8, most: int4 };

// The request no longer says whom it was about, but what still does. A text that is not over yet keeps it open, and so does a row that
// was locked.
const finish = statement({
  takes: { accountId: int8, id: int8, nowMs: instant },
  text: ({ accountId, id, nowMs }) => `
update erasure e set done_at = ${nowMs}, addresses = null,
  retained = case e.kind when 'recipient' then ${retainedOf('e.account_id', 'e.addresses')} else e.retained end
where e.account_id = ${accountId} and e.id = ${id} and e.done_at is null and ${isErased} returning 1`,
});

const findAsOf = statement({
  takes: { accountId: int8, id: int8 },
  gives: { lastErasureId: int8('a.last_erasure_id') },
  text: ({ accountId, id, row }) => `
select ${row} from account a join message m on m.account_id = a.id and m.id = ${id}
where a.id = ${accountId} and not ${isBeingErased('m.account_id', 'm.address_norm', coversText('m.id'))}`,
});

// Those that have not left: a cancel ends them, or asks the device that holds one for it.
const listWaiting = statement({
  takes,
  gives: { id: int8('m.id') },
  text: ({ accountId, id, most, row }) => `
select ${row} from erasure e join message m on m.account_id = e.account_id and m.address_norm = any (e.addresses)
where e.account_id = ${accountId} and e.id = ${id} and e.done_at is null and m.id <= e.last_message_id
  and (${waitsToLeave('m')} or ${isAtDevice('m')}) order by m.id limit ${most}`,
});

const findContacts = statement({
  takes: { accountId: int8, id: int8 },
  gives: { id: int8('c.id') },
  text: ({ accountId, id, row }) => `
select ${row} from erasure e join contact c on c.account_id = e.account_id and c.address_norm = any (e.addresses)
where e.account_id = ${accountId} and e.id = ${id}`,
});

/** Asks again wherever another request got the same id meanwhile. */
const unlessOvertaken = <T>(ask: () => Promise<T>) => repeatOnClash(ask, Number.POSITIVE_INFINITY);

/** Rows of a step: a send waits behind at most one. */
const stepRows = 100;
/** Texts that wait, and are ended in one round. */
const mostWaiting = 1_000;

export interface OpenErasure {
  accountId: bigint;
  id: bigint;
  kind: ErasureKind;
}

export const prepareErasures = ({ reads, writes, stats }: Database) => ({
  /** Asks for a recipient, in every form of the number, to be erased; undefined for an unknown account, and for too many requests. */
  askToEraseRecipient: (request: Asked, addresses: readonly string[]) =>
    unlessOvertaken(() => askRecipient.first(writes, { ...request, addresses })),

  /** Asks for an account to be erased, and ends it; undefined for an unknown one, and for one whose subscription is live. */
  askToEraseAccount: (request: Asked): Promise<Erasure | undefined> =>
    unlessOvertaken(async () => {
      for (;;) {
        const said = await askAccount.first(writes, request);
        if (!said?.isThere || said.request) return said?.request ?? undefined;
      }
    }),

  /** Up to `most` requests with ids below one, newest first. */
  listErasures: (accountId: bigint, before: bigint, most: number): Promise<Erasure[]> =>
    list.run(reads, { accountId, before, most }),

  /** Up to `most` requests that are under way: the first one of each account, then the second ones, and so on. */
  listOpenErasures: (most: number): Promise<OpenErasure[]> => open.run(writes, { most }),

  /** How many steps a request has. */
  erasureSteps: (kind: ErasureKind): number => stepsOf[kind].length,

  /** Does one step for up to 100 rows. */
  eraseStep: async ({ accountId, id, kind }: OpenErasure, nth: number): Promise<StepOutcome> => {
    const { statement: step } = stepsOf[kind][nth] as (typeof stepsOf)[ErasureKind][number];
    return (await step.first(stats, { accountId, id, most: stepRows })) as StepOutcome;
  },

  /** The account's newest erasure, as of which a text is still there; undefined for one that is erased, or is to be. */
  findErasureAsOf: async (accountId: bigint, id: bigint): Promise<bigint | undefined> =>
    (await findAsOf.first(writes, { accountId, id }))?.lastErasureId,

  /** The ids of texts that wait to be sent to the recipient of a request. */
  listErasedWaiting: async ({ accountId, id }: OpenErasure): Promise<bigint[]> =>
    (await listWaiting.run(writes, { accountId, id, most: mostWaiting })).map((text) => text.id),

  /** The ids of the recipient's contacts: one at most. */
  findErasedContacts: async ({ accountId, id }: OpenErasure): Promise<bigint[]> =>
    (await findContacts.run(writes, { accountId, id })).map((contact) => contact.id),

  /** Ends a request of which nothing is left, as the statement itself finds; returns false while something is. */
  finishErasure: ({ accountId, id }: OpenErasure, nowMs: number): Promise<boolean> =>
    finish.any(writes, { accountId, id, nowMs }),
});
