// The audit log: a line is written before the call does anything, and its outcome after it.
import type { Database } from '../postgres/database.ts';
import { instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

type AuditActor = 'user' | 'key' | 'platform' | 'operator';

const fields = {
  accountId: int8,
  atMs: instant,
  nonce: int8,
  actorType: word<AuditActor>(),
  actorId: int8.orNull,
  actorName: text,
  method: text,
  object: text,
  outcome: text.orNull,
};

/** A call that changes something. */
export type AuditEvent = ValuesOf<typeof fields>;

// Whoever shows a key is looked up by its hash: a key, a platform's key, or the session of a person, which acts under one.
const write = statement({
  takes: {
    accountId: int8,
    atMs: instant,
    nonce: int8,
    userId: int8.orNull,
    keyHash: text.orNull,
    method: text,
    object: text,
  },
  text: ({ accountId, atMs, nonce, userId, keyHash, method, object }) => `
with shown as (select decode(${keyHash}, 'hex') as hash), caller as (
  select * from (
    select 1 as nth, 'user' as kind, p.id, p.name || ' <' || p.email || '>' as name from app_user p
    where p.id = coalesce(${userId}, (
      select s.user_id from user_session s, shown where s.secret_hash = shown.hash
        or s.id = (select k.session_id from api_key k where k.hash = shown.hash) limit 1))
    union all select 2, case when k.session_id is null then 'key' else 'user' end, case when k.session_id is null then k.id end,
      k.label from api_key k, shown where k.hash = shown.hash
    union all select 3, 'platform', k.id, k.name from platform_key k, shown where k.hash = shown.hash
    union all select 4, 'operator', null, ''
  ) c order by nth limit 1
)
insert into audit_event (account_id, at, nonce, actor_type, actor_id, actor_name, method, object)
select ${accountId}, ${atMs}, ${nonce}, kind, id, name, ${method}, ${object} from caller`,
});

const end = statement({
  takes: { accountId: int8, atMs: instant, nonce: int8, object: text, outcome: text },
  text: ({ accountId, atMs, nonce, object, outcome }) => `
update audit_event set outcome = ${outcome}, object = ${object}
where account_id = ${accountId} and at = ${atMs} and nonce = ${nonce}`,
});

const list = statement({
  takes: { accountId: int8, beforeMs: instant, nonce: int8, actorType: text, method: text, most: int4 },
  gives: fields,
  text: ({ accountId, beforeMs, nonce, actorType, method, most, row }) => `
select ${row} from audit_event where account_id = ${accountId} and (at, nonce) < (${beforeMs}, ${nonce})
  and (${actorType} = '' or actor_type = ${actorType})
  and (${method} = '' or method = ${method} or split_part(method, '/', 1) = ${method})
order by at desc, nonce desc limit ${most}`,
});

const prune = statement({
  takes: { beforeMs: instant, most: int4 },
  text: ({ beforeMs, most }) => `
delete from audit_event where ctid = any (array (
  select c.ctid from audit_event c where c.at < ${beforeMs} order by c.at limit ${most} for update skip locked
)) returning 1`,
});

/** Which lines are meant: by whom, and of which method, or of which service. An empty word stands for all. */
export interface AuditFilter {
  actorType: AuditActor | '';
  method: string;
}

/** Where a line is. */
type AuditKey = Pick<AuditEvent, 'accountId' | 'atMs' | 'nonce'>;

export const prepareAuditEvents = ({ reads, writes }: Database) => ({
  /** Writes a line; `keyHash` is the SHA-256 in hex of the key that its caller showed. */
  writeAuditEvent: async (
    change: AuditKey &
      Pick<AuditEvent, 'method' | 'object'> & { userId: bigint | null; keyHash: string | null },
  ) => {
    await write.run(writes, change);
  },

  /** Adds the outcome. */
  endAuditEvent: async (place: AuditKey, object: string, outcome: string) => {
    const { accountId, atMs, nonce } = place;
    await end.run(writes, { accountId, atMs, nonce, object, outcome });
  },

  /** Up to `most` lines of an account before a place that pass the filter, newest first; of the service itself for account 0. */
  listAuditEvents: (
    { accountId, atMs, nonce }: AuditKey,
    { actorType, method }: AuditFilter,
    most: number,
  ): Promise<AuditEvent[]> => list.run(reads, { accountId, beforeMs: atMs, nonce, actorType, method, most }),

  /** Deletes up to `most` lines from before an instant; returns how many. */
  pruneAuditEvents: async (beforeMs: number, most: number) =>
    (await prune.run(writes, { beforeMs, most })).length,
});
