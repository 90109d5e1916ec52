// Signing in: a proof is used up and a session opened in one statement, so that no proof works twice, and nothing is
// used up without a session. Each way of signing in is the same statement with another proof.
import type { Database } from '../database/database.ts';
import { instant, int8, text, type ValuesOf } from '../database/kinds.ts';
import { statement } from '../database/statement.ts';
import { type AttemptSubjects, takeBack } from './attempts.ts';

/** A session that is to be opened. Hashes are SHA-256 in hex. */
export type NewSession = Omit<ValuesOf<typeof newSession>, 'attempted'>;
const newSession = {
  sessionId: int8,
  secretHash: text,
  nowMs: instant,
  expiresAtMs: instant,
  address: text,
  userAgent: text,
};

const attempt = { attemptAddress: text, attemptSubject: text };

const gives = { personId: int8 };

/** The statement around a proof: steps that end with `proof (person_id)`, of one row or none. */
export const sessionSteps = (names: { [Name in keyof typeof newSession]: string }) => `session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select ${names.sessionId}, person_id, decode(${names.secretHash}, 'hex'), ${names.nowMs}, ${names.nowMs},
    ${names.expiresAtMs}, ${names.address}, ${names.userAgent} from proof
  returning person_id
)`;

export const sessionTakes = newSession;

const ended = (row: string) => `select ${row} from (values (1)) as one left join session on true`;

const cleared = ({ attemptAddress, attemptSubject }: { [Name in keyof typeof attempt]: string }) =>
  takeBack(attemptAddress, attemptSubject, 'exists (select from proof)');

const byPassword = statement({
  takes: { ...newSession, ...attempt, provenId: int8, passwordHash: text },
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
  takes: { ...newSession, ...attempt, ticketHash: text, step: int8 },
  gives,
  expects: 'some',
  text: ({ ticketHash, step, row, ...names }) => `
with ticket as (
  delete from sign_in_ticket t using person p
  where t.ticket_hash = decode(${ticketHash}, 'hex') and t.expires_at > ${names.nowMs} and t.purpose = 'second_factor'
    and p.id = t.person_id and p.totp_last_step < ${step}
  returning t.person_id
), proof as (
  update person p set totp_last_step = ${step} from ticket t
  where p.id = t.person_id and p.totp_last_step < ${step} returning p.id as person_id
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

const byRecoveryCode = statement({
  takes: { ...newSession, ...attempt, ticketHash: text, codeHash: text },
  gives,
  expects: 'some',
  text: ({ ticketHash, codeHash, row, ...names }) => `
with proof as (
  delete from recovery_code c using sign_in_ticket t
  where t.ticket_hash = decode(${ticketHash}, 'hex') and t.expires_at > ${names.nowMs} and t.purpose = 'second_factor'
    and c.person_id = t.person_id and c.code_hash = decode(${codeHash}, 'hex')
  returning c.person_id
), used as (
  delete from sign_in_ticket where ticket_hash = decode(${ticketHash}, 'hex') and exists (select from proof)
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

const byPasskey = statement({
  takes: { ...newSession, ...attempt, ticketHash: text, passkeyId: int8, counter: int8 },
  gives,
  expects: 'some',
  text: ({ ticketHash, passkeyId, counter, row, ...names }) => `
with ticket as (
  delete from sign_in_ticket
  where ticket_hash = decode(${ticketHash}, 'hex') and expires_at > ${names.nowMs} and purpose = 'passkey'
  returning 1
), proof as (
  update passkey set counter = ${counter}, last_used_at = ${names.nowMs}
  where id = ${passkeyId} and (counter < ${counter} or ${counter} = 0) and exists (select from ticket)
  returning person_id
), ${sessionSteps(names)}, ${cleared(names)}
${ended(row)}`,
});

/** Prepares the ways of signing in. Each returns whose session was opened; undefined where the proof does not hold. */
export function prepareOpenSession({ writes }: Database) {
  const named = ({ address, subject }: AttemptSubjects) => ({
    attemptAddress: address,
    attemptSubject: subject,
  });
  return {
    /** The password was right for `passwordHash`, which must still be the person's; and there is no second factor. */
    openSessionByPassword: async (
      session: NewSession,
      attempted: AttemptSubjects,
      proven: { provenId: bigint; passwordHash: string },
    ): Promise<bigint | undefined> =>
      (await byPassword.run(writes, { ...session, ...named(attempted), ...proven }))[0]?.personId,

    /** The code was right for `step`, which must be newer than that of every code before. */
    openSessionByCode: async (
      session: NewSession,
      attempted: AttemptSubjects,
      proven: { ticketHash: string; step: bigint },
    ): Promise<bigint | undefined> =>
      (await byCode.run(writes, { ...session, ...named(attempted), ...proven }))[0]?.personId,

    openSessionByRecoveryCode: async (
      session: NewSession,
      attempted: AttemptSubjects,
      proven: { ticketHash: string; codeHash: string },
    ): Promise<bigint | undefined> =>
      (await byRecoveryCode.run(writes, { ...session, ...named(attempted), ...proven }))[0]?.personId,

    /** The passkey's answer was right; its counter must have grown, unless it keeps none. */
    openSessionByPasskey: async (
      session: NewSession,
      attempted: AttemptSubjects,
      proven: { ticketHash: string; passkeyId: bigint; counter: bigint },
    ): Promise<bigint | undefined> =>
      (await byPasskey.run(writes, { ...session, ...named(attempted), ...proven }))[0]?.personId,
  };
}
