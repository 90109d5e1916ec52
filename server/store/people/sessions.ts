// A person's sessions: what they may do, which accounts they act for, and their end. A session ends together with the keys by
// which it acted for accounts, so that the next request with either is refused.
import type { Role } from '../../domain/people/role.ts';
import { ownerOf } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { type UsedPasskey, usedPasskeyTakes, usePasskey } from './attempts.ts';
import { memberAccount } from './people.ts';

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
  takes: { personId: int8, nowMs: instant, idleSinceMs: instant },
  gives: sessionView,
  expects: 'any',
  text: ({ personId, nowMs, idleSinceMs, row }) => `
select ${row} from person_session
where person_id = ${personId} and expires_at > ${nowMs} and last_seen_at > ${idleSinceMs}
order by last_seen_at desc, id`,
});

/** Most sessions of a person. */
const mostOfPerson = 100;

/**
 * The steps of a statement that opens a session of the person of `proof`: beyond the bound, the sessions that were used
 * longest ago end. Each of several at once ends another one.
 */
export const makeSpace = (now: string) => `crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - ${mostOfPerson - 1}) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = ${now} where session_id in (select id from crowded_out) and revoked_at is null
)`;

/** The steps of a statement that ends sessions of which `condition` holds: `ended (id)`. */
export const endSessions = (condition: string, now: string) => `ended as (
  delete from person_session where ${condition} returning id
), silenced as (
  update api_key set revoked_at = ${now} where session_id in (select id from ended) and revoked_at is null
)`;

const endOne = statement({
  takes: { personId: int8, sessionId: int8, nowMs: instant },
  gives: { isEnded: bool('exists (select from ended)') },
  expects: 'one',
  text: ({ personId, sessionId, nowMs, row }) => `
with ${endSessions(`person_id = ${personId} and id = ${sessionId}`, nowMs)} select ${row}`,
});

const endAll = statement({
  takes: { personId: int8, nowMs: instant },
  gives: { count: int4('(select count(*)::int4 from ended)') },
  expects: 'one',
  text: ({ personId, nowMs, row }) => `
with ${endSessions(`person_id = ${personId}`, nowMs)} select ${row}`,
});

/** How much later than before a session must be seen for that to be written down, in milliseconds. */
const seenEveryMs = 60_000;

/** A valid session. */
const sessionRow = {
  personId: int8,
  sessionId: int8,
  isOperator: bool,
  /** When the person last proved who they are; null for never. */
  provedAtMs: instant.orNull,
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
  select s.person_id, s.id as session_id, p.is_operator, s.proved_at
  from person_session s join person p on p.id = s.person_id
  where s.secret_hash = decode(${secretHash}, 'hex') and s.expires_at > ${nowMs} and s.last_seen_at > ${idleSinceMs}
), seen as (
  update person_session s set last_seen_at = ${nowMs} from found f
  where s.id = f.session_id and s.last_seen_at < ${writtenBeforeMs}
)
select ${row} from (values (1)) as one left join (
  select f.*, m.role from found f
  left join membership m on m.account_id = ${ownerOf(accountId)} and m.person_id = f.person_id
) as t on true`,
});

const findRoleOfKey = statement({
  takes: { hash: text },
  gives: { role: word<Role>()('m.role') },
  text: ({ hash, row }) => `
select ${row} from api_key k join person_session s on s.id = k.session_id
join membership m on m.account_id = ${ownerOf('k.account_id')} and m.person_id = s.person_id
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
  from person_session s join membership m on m.person_id = s.person_id join account a on m.account_id = ${ownerOf('a.id')}
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

const proveByPassword = statement({
  takes: { sessionId: int8, passwordHash: text, nowMs: instant },
  gives: { isProved: bool('exists (select from proved)') },
  expects: 'one',
  text: ({ sessionId, passwordHash, nowMs, row }) => `
with proved as (
  update person_session s set proved_at = ${nowMs} from person p
  where s.id = ${sessionId} and p.id = s.person_id and p.password_hash = ${passwordHash} returning 1
)
select ${row}`,
});

const proveByPasskey = statement({
  takes: { sessionId: int8, ...usedPasskeyTakes, nowMs: instant },
  gives: { isProved: bool('exists (select from proved)') },
  expects: 'one',
  text: ({ sessionId, nowMs, row, ...names }) => `
with ${usePasskey(names, 'used', nowMs)}, proved as (
  update person_session s set proved_at = ${nowMs} from used u
  where s.id = ${sessionId} and s.person_id = u.person_id returning 1
)
select ${row}`,
});

/** Hashes are SHA-256 in hex. */
export const prepareSessions = ({ reads, writes }: Database) => ({
  /** Valid sessions, last used first. `idleMs`: how long one lasts unused. */
  listSessions: (personId: bigint, nowMs: number, idleMs: number) =>
    listSessions.run(reads, { personId, nowMs, idleSinceMs: nowMs - idleMs }),

  /** False for a session that the person does not have. */
  endSession: async (personId: bigint, sessionId: bigint, nowMs: number) =>
    (await endOne.first(writes, { personId, sessionId, nowMs }))?.isEnded ?? false,

  /** Ends all of a person; returns how many there were. */
  endAllSessions: async (personId: bigint, nowMs: number) =>
    (await endAll.first(writes, { personId, nowMs }))?.count ?? 0,

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
  enterAccount: (sessionId: bigint, accountId: bigint, keyHash: string, nowMs: number) =>
    enter.first(writes, { sessionId, accountId, keyHash, nowMs }),

  /** The password was right for `passwordHash`, which must still be the person's. */
  proveByPassword: async (sessionId: bigint, passwordHash: string, nowMs: number) =>
    (await proveByPassword.first(writes, { sessionId, passwordHash, nowMs }))?.isProved ?? false,

  /** The passkey's answer was right; it is the person's, and its counter must have grown, unless it keeps none. */
  proveByPasskey: async (sessionId: bigint, proven: UsedPasskey, nowMs: number) =>
    (await proveByPasskey.first(writes, { sessionId, ...proven, nowMs }))?.isProved ?? false,
});
