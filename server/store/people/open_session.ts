// Signing in: a proof is used up and a session opened in one statement, so that no proof works twice, and nothing is
// used up without a session. Each way of signing in is the same statement with another proof.
import type { Database } from '../postgres/database.ts';
import { instant, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import type { NamesOf } from '../postgres/statement.ts';
import { statement } from '../postgres/statement.ts';
import {
  type Attempt,
  attemptTakes,
  attemptValues,
  browserTakes,
  knowBrowser,
  takeBack,
  type UsedTicket,
  usedTicketTakes,
  useTicket,
} from './attempts.ts';
import { makeSpace } from './sessions.ts';

/** A session that is to be opened. Hashes are SHA-256 in hex. */
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

const gives = { personId: int8 };

/** The statement around a proof: steps that end with `proof (person_id)`, of one row or none. */
export const sessionSteps = (names: NamesOf<typeof newSession>) => `session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select ${names.sessionId}, person_id, decode(${names.secretHash}, 'hex'), ${names.nowMs}, ${names.nowMs},
    ${names.expiresAtMs}, ${names.address}, ${names.userAgent} from proof
  returning person_id
), ${makeSpace(names.nowMs)}, ${knowBrowser(names, names.nowMs)}`;

export const sessionTakes = newSession;

const ended = (row: string) => `select ${row} from (values (1)) as one left join session on true`;

const cleared = (names: NamesOf<typeof attemptTakes>) => takeBack(names, 'exists (select from proof)');

const byPassword = statement({
  takes: { ...newSession, ...attemptTakes, provenId: int8, passwordHash: text },
  gives,
  expects: 'some',
  text: ({ provenId, passwordHash, row, ...names }) => `
with proof as materialized (
  select id as person_id from person
  where id = ${provenId} and password_hash = ${passwordHash} and totp_confirmed_at is null for share
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

const byCode = statement({
  takes: { ...newSession, ...attemptTakes, ...usedTicketTakes, provenId: int8, step: int8 },
  gives,
  expects: 'some',
  text: ({ provenId, step, row, ...names }) => `
with ${useTicket(names, `exists (select from person where id = ${provenId} and totp_last_step < ${step})`)}, proof as (
  update person set totp_last_step = ${step}
  where id = ${provenId} and totp_last_step < ${step} and exists (select from ticket) returning id as person_id
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

const byRecoveryCode = statement({
  takes: { ...newSession, ...attemptTakes, ...usedTicketTakes, provenId: int8, codeHash: text },
  gives,
  expects: 'some',
  text: ({ provenId, codeHash, row, ...names }) => `
with known as (
  select from recovery_code where person_id = ${provenId} and code_hash = decode(${codeHash}, 'hex')
), ${useTicket(names, 'exists (select from known)')}, proof as (
  delete from recovery_code
  where person_id = ${provenId} and code_hash = decode(${codeHash}, 'hex') and exists (select from ticket)
  returning person_id
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

const byPasskey = statement({
  takes: { ...newSession, ...attemptTakes, ...usedTicketTakes, passkeyId: int8, counter: int8 },
  gives,
  expects: 'some',
  text: ({ passkeyId, counter, row, ...names }) => `
with ${useTicket(names, `exists (select from passkey where id = ${passkeyId})`)}, proof as (
  update passkey set counter = ${counter}, last_used_at = ${names.nowMs}
  where id = ${passkeyId} and (counter < ${counter} or ${counter} = 0) and exists (select from ticket)
  returning person_id
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

/** Prepares the ways of signing in. Each returns whose session was opened; undefined where the proof does not hold. */
export const prepareOpenSession = ({ writes }: Database) => ({
  /** The password was right for `passwordHash`, which must still be the person's; and there is no second factor. */
  openSessionByPassword: async (
    session: NewSession,
    attempted: Attempt,
    proven: { provenId: bigint; passwordHash: string },
  ) => (await byPassword.first(writes, { ...session, ...attemptValues(attempted), ...proven }))?.personId,

  /** The code was right for `step`, which must be newer than that of every code before. */
  openSessionByCode: async (
    session: NewSession,
    attempted: Attempt,
    proven: UsedTicket & { provenId: bigint; step: bigint },
  ) => (await byCode.first(writes, { ...session, ...attemptValues(attempted), ...proven }))?.personId,

  openSessionByRecoveryCode: async (
    session: NewSession,
    attempted: Attempt,
    proven: UsedTicket & { provenId: bigint; codeHash: string },
  ) => (await byRecoveryCode.first(writes, { ...session, ...attemptValues(attempted), ...proven }))?.personId,

  /** The passkey's answer was right; its counter must have grown, unless it keeps none. */
  openSessionByPasskey: async (
    session: NewSession,
    attempted: Attempt,
    proven: UsedTicket & { passkeyId: bigint; counter: bigint },
  ) => (await byPasskey.first(writes, { ...session, ...attemptValues(attempted), ...proven }))?.personId,
});
