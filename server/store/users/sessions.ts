// A person's sessions: what they may do, which accounts they act for, and their end. A session ends together with the keys by
// which it acted for accounts, so that the next request with either is refused.
import type { Role } from '../../domain/users/role.ts';
import { ownerOf } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { type UsedPasskey, usedPasskeyTakes, usePasskey } from './attempts.ts';
import { memberAccount } from './users.ts';

/** A session, as its person sees it. */
export type SessionView = RowOf<typeof sessionView>;
const sessionView = {
  id: int8,
  createdAtMs: instant,
  lastSeenAtMs: instant,
  address: text,
  userAgent: text,
};

const listSessions = statement({
  takes: { userId: int8, nowMs: instant, idleSinceMs: instant },
  gives: sessionView,
  expects: 'any',
  text: ({ userId, nowMs, idleSinceMs, row }) => `
select ${row} from user_session
where user_id = ${userId} and expires_at > ${nowMs} and last_seen_at > ${idleSinceMs}
order by last_seen_at desc, id`,
});

/** Most sessions of a person. */
const mostOfUser = 100;

/**
 * The steps of a statement that opens a session of the person of `credential`: beyond the bound, the sessions that were used
 * longest ago end. Each of several at once ends another one.
 */
export const makeSpace = (now: string) => `crowd as materialized (
  select s.id from user_session s where s.user_id in (select user_id from credential)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from user_session where user_id in (select user_id from credential)
  ) - ${mostOfUser - 1}) for update skip locked
), crowded_out as (
  delete from user_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = ${now} where session_id in (select id from crowded_out) and revoked_at is null
)`;

/** The steps of a statement that ends sessions of which `condition` holds: `ended (id)`. */
export const endSessions = (condition: string, now: string) => `ended as (
  delete from user_session where ${condition} returning id
), silenced as (
  update api_key set revoked_at = ${now} where session_id in (select id from ended) and revoked_at is null
)`;

const endOne = statement({
  takes: { userId: int8, sessionId: int8, nowMs: instant },
  gives: { isEnded: bool('exists (select from ended)') },
  expects: 'one',
  text: ({ userId, sessionId, nowMs, row }) => `
with ${endSessions(`user_id = ${userId} and id = ${sessionId}`, nowMs)} select ${row}`,
});

const endAll = statement({
  takes: { userId: int8, nowMs: instant },
  gives: { count: int4('(select count(*)::int4 from ended)') },
  expects: 'one',
  text: ({ userId, nowMs, row }) => `
with ${endSessions(`user_id = ${userId}`, nowMs)} select ${row}`,
});

/** How much later than before a session must be seen for that to be written down, in milliseconds. */
const seenEveryMs = 60_000;

/** A valid session. */
const sessionRow = {
  userId: int8,
  sessionId: int8,
  isOperator: bool,
  /** When the person last re-authenticated; null for never. */
  reauthenticatedAtMs: instant.orNull,
  /** Null where no account is named, and where the person is not a member of it. */
  role: word<Role>().orNull,
};

// Every request with a session asks this first, so that the row must be its own: hence the nonce.
const authorize = statement({
  takes: {
    secretHash: text,
    accountId: int8,
    nowMs: instant,
    idleSinceMs: instant,
    writtenBeforeMs: instant,
  },
  gives: sessionRow,
  expects: 'some',
  text: ({ secretHash, accountId, nowMs, idleSinceMs, writtenBeforeMs, row }) => `
with found as materialized (
  select s.user_id, s.id as session_id, p.is_operator, s.reauthenticated_at
  from user_session s join app_user p on p.id = s.user_id
  where s.secret_hash = decode(${secretHash}, 'hex') and s.expires_at > ${nowMs} and s.last_seen_at > ${idleSinceMs}
), seen as (
  update user_session s set last_seen_at = ${nowMs} from found f
  where s.id = f.session_id and s.last_seen_at < ${writtenBeforeMs}
)
select ${row} from (values (1)) as one left join (
  select f.*, m.role from found f
  left join membership m on m.account_id = ${ownerOf(accountId)} and m.user_id = f.user_id
) as t on true`,
});

const findRoleOfKey = statement({
  takes: { hash: text },
  gives: { role: word<Role>()('m.role') },
  text: ({ hash, row }) => `
select ${row} from api_key k join user_session s on s.id = k.session_id
join membership m on m.account_id = ${ownerOf('k.account_id')} and m.user_id = s.user_id
where k.hash = decode(${hash}, 'hex') and k.revoked_at is null`,
});

// A session acts for an account by a key of its own, whose row stands beside the account's keys: admission, the rate limit and
// revocation know no difference. Repeatable: the row stays as it is, and works again where it was revoked.
const enter = statement({
  takes: { sessionId: int8, accountId: int8, keyHash: text, nowMs: instant },
  gives: memberAccount,
  expects: 'some',
  text: ({ sessionId, accountId, keyHash, nowMs, row }) => `
with found as materialized (
  select a.id as account_id, m.role, s.id as session_id
  from user_session s join membership m on m.user_id = s.user_id join account a on m.account_id = ${ownerOf('a.id')}
  where s.id = ${sessionId} and a.id = ${accountId}
  for share of s, m
), stored as (
  insert into api_key (hash, id, account_id, label, hint, created_at, session_id) overriding system value
  select decode(${keyHash}, 'hex'), -session_id, account_id, '', '', ${nowMs}, session_id from found
  on conflict do nothing returning hash
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored on conflict do nothing
), renewed as (
  update api_key k set revoked_at = null from found f
  where k.account_id = f.account_id and k.id = -f.session_id and k.revoked_at is not null
)
select ${row} from (values (1)) as one
left join (found m join account a on a.id = m.account_id) on true`,
});

const reauthenticateByPassword = statement({
  takes: { sessionId: int8, passwordHash: text, nowMs: instant },
  gives: { isReauthenticated: bool('exists (select from reauthenticated)') },
  expects: 'one',
  text: ({ sessionId, passwordHash, nowMs, row }) => `
with reauthenticated as (
  update user_session s set reauthenticated_at = ${nowMs} from app_user p
  where s.id = ${sessionId} and p.id = s.user_id and p.password_hash = ${passwordHash} returning 1
)
select ${row}`,
});

const reauthenticateByPasskey = statement({
  takes: { sessionId: int8, ...usedPasskeyTakes, nowMs: instant },
  gives: { isReauthenticated: bool('exists (select from reauthenticated)') },
  expects: 'one',
  text: ({ sessionId, nowMs, row, ...names }) => `
with ${usePasskey(names, 'used', nowMs)}, reauthenticated as (
  update user_session s set reauthenticated_at = ${nowMs} from used u
  where s.id = ${sessionId} and s.user_id = u.user_id returning 1
)
select ${row}`,
});

/** Hashes are SHA-256 in hex. */
export const prepareSessions = ({ reads, writes }: Database) => ({
  /** Valid sessions, last used first. `idleMs`: how long one lasts unused. */
  listSessions: (userId: bigint, nowMs: number, idleMs: number) =>
    listSessions.run(reads, { userId, nowMs, idleSinceMs: nowMs - idleMs }),

  /** False for a session that the person does not have. */
  endSession: async (userId: bigint, sessionId: bigint, nowMs: number) =>
    (await endOne.first(writes, { userId, sessionId, nowMs }))?.isEnded ?? false,

  /** Ends all of a person; returns how many there were. */
  endAllSessions: async (userId: bigint, nowMs: number) =>
    (await endAll.first(writes, { userId, nowMs }))?.count ?? 0,

  /** Undefined for a secret that is unknown, or whose session has ended. `idleMs`: how long one lasts unused. */
  async authorizeSession(secretHash: string, accountId: bigint, nowMs: number, idleMs: number) {
    const found = await authorize.first(writes, {
      secretHash,
      accountId,
      nowMs,
      idleSinceMs: nowMs - idleMs,
      writtenBeforeMs: nowMs - seenEveryMs,
    });
    return found;
  },

  /** The role of a session's key; undefined if the key is not a session's, or no longer works. */
  findRoleOfKey: async (hash: string) => (await findRoleOfKey.first(reads, { hash }))?.role,

  /** Undefined for a session that has ended, and for an account that its person is not a member of. */
  switchAccount: (sessionId: bigint, accountId: bigint, keyHash: string, nowMs: number) =>
    enter.first(writes, { sessionId, accountId, keyHash, nowMs }),

  /** The password was right for `passwordHash`, which must still be the person's. */
  reauthenticateByPassword: async (sessionId: bigint, passwordHash: string, nowMs: number) =>
    (await reauthenticateByPassword.first(writes, { sessionId, passwordHash, nowMs }))?.isReauthenticated ??
    false,

  /** The passkey's answer was right; it is the person's, and its counter must have grown, unless it keeps none. */
  reauthenticateByPasskey: async (sessionId: bigint, proven: UsedPasskey, nowMs: number) =>
    (await reauthenticateByPasskey.first(writes, { sessionId, ...proven, nowMs }))?.isReauthenticated ??
    false,
});
