// Signing in: one statement uses up a credential and opens a session, so that no credential works twice, and none is lost without
// a session. Each way of signing in is the same statement with another credential.
import type { Database } from '../postgres/database.ts';
import { instant, int8, type Kinds, text, type ValuesOf } from '../postgres/kinds.ts';
import { type NamesOf, statement } from '../postgres/statement.ts';
import {
  type Attempt,
  attemptTakes,
  attemptValues,
  browserTakes,
  knowBrowser,
  takeBack,
  usedPasskeyTakes,
  usedTicketTakes,
  usePasskey,
  useTicket,
} from './attempts.ts';
import { makeSpace } from './sessions.ts';

/** A session to be opened. Hashes are SHA-256 in hex. */
export type NewSession = ValuesOf<typeof newSession>;
const newSession = {
  sessionId: int8,
  secretHash: text,
  nowMs: instant,
  expiresAtMs: instant,
  address: text,
  userAgent: text,
  ...browserTakes,
};

export const sessionTakes = newSession;

/** The steps of a statement around a credential, whose steps end with `credential (user_id)`, of one row or none. */
export const sessionSteps = (names: NamesOf<typeof newSession>) => `session as (
  insert into user_session (id, user_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select ${names.sessionId}, user_id, decode(${names.secretHash}, 'hex'), ${names.nowMs}, ${names.nowMs},
    ${names.expiresAtMs}, ${names.address}, ${names.userAgent} from credential
  returning user_id
), ${makeSpace(names.nowMs)}, ${knowBrowser(names, names.nowMs)}`;

const given = { ...newSession, ...attemptTakes };

/**
 * A way of signing in, made from the credential's parameters and steps. It returns the person, or undefined if the credential is
 * not valid.
 */
function signIn<const K extends Kinds>(takes: K, credential: (names: NamesOf<K & typeof given>) => string) {
  const open = statement({
    takes: { ...given, ...(takes as Kinds) },
    gives: { userId: int8 },
    expects: 'some',
    text: ({ row, ...names }) => `
with ${credential(names as unknown as NamesOf<K & typeof given>)}, ${sessionSteps(names)}, ${takeBack(names, 'exists (select from credential)')}
select ${row} from (values (1)) as one left join session on true`,
  });
  return ({ writes }: Database) =>
    async (session: NewSession, attempt: Attempt, proven: ValuesOf<K>): Promise<bigint | undefined> =>
      (await open.first(writes, { ...session, ...attemptValues(attempt), ...(proven as object) }))?.userId;
}

const byPassword = signIn(
  { credentialUserId: int8, passwordHash: text },
  ({ credentialUserId, passwordHash }) => `credential as materialized (
  select id as user_id from app_user
  where id = ${credentialUserId} and password_hash = ${passwordHash} and totp_confirmed_at is null for share
)`,
);

const byCode = signIn(
  { ...usedTicketTakes, credentialUserId: int8, step: int8 },
  ({ credentialUserId, step, ...names }) =>
    `${useTicket(names, `exists (select from app_user where id = ${credentialUserId} and totp_last_step < ${step})`)}, credential as (
  update app_user set totp_last_step = ${step}
  where id = ${credentialUserId} and totp_last_step < ${step} and exists (select from ticket) returning id as user_id
)`,
);

const byRecoveryCode = signIn(
  { ...usedTicketTakes, credentialUserId: int8, codeHash: text },
  ({ credentialUserId, codeHash, ...names }) => `known as (
  select from recovery_code where user_id = ${credentialUserId} and code_hash = decode(${codeHash}, 'hex')
), ${useTicket(names, 'exists (select from known)')}, credential as (
  delete from recovery_code
  where user_id = ${credentialUserId} and code_hash = decode(${codeHash}, 'hex') and exists (select from ticket)
  returning user_id
)`,
);

const byPasskey = signIn(usedPasskeyTakes, (names) => usePasskey(names, 'credential', names.nowMs));

export const prepareOpenSession = (database: Database) => ({
  /** The password was right for `passwordHash`, which must still be the person's; and there is no second factor. */
  openSessionByPassword: byPassword(database),

  /** The code was right for `step`, which must be newer than that of every code before. */
  openSessionByCode: byCode(database),

  openSessionByRecoveryCode: byRecoveryCode(database),

  /** The passkey's answer was right; its counter must have grown, unless it has none. */
  openSessionByPasskey: byPasskey(database),
});
