// Signing in: one statement uses up a proof and opens a session, so that no proof works twice, and none is lost without
// a session. Each way of signing in is the same statement with another proof.
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

/** The steps of a statement around a proof, whose steps end with `proof (person_id)`, of one row or none. */
export const sessionSteps = (names: NamesOf<typeof newSession>) => `session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select ${names.sessionId}, person_id, decode(${names.secretHash}, 'hex'), ${names.nowMs}, ${names.nowMs},
    ${names.expiresAtMs}, ${names.address}, ${names.userAgent} from proof
  returning person_id
), ${makeSpace(names.nowMs)}, ${knowBrowser(names, names.nowMs)}`;

const given = { ...newSession, ...attemptTakes };

/**
 * A way of signing in, made from the proof's parameters and steps. It returns the person, or undefined if the proof is
 * not valid.
 */
function signIn<const K extends Kinds>(takes: K, proof: (names: NamesOf<K & typeof given>) => string) {
  const open = statement({
    takes: { ...given, ...(takes as Kinds) },
    gives: { personId: int8 },
    expects: 'some',
    text: ({ row, ...names }) => `
with ${proof(names as unknown as NamesOf<K & typeof given>)}, ${sessionSteps(names)}, ${takeBack(names, 'exists (select from proof)')}
select ${row} from (values (1)) as one left join session on true`,
  });
  return ({ writes }: Database) =>
    async (session: NewSession, attempt: Attempt, proven: ValuesOf<K>): Promise<bigint | undefined> =>
      (await open.first(writes, { ...session, ...attemptValues(attempt), ...(proven as object) }))?.personId;
}

const byPassword = signIn(
  { provenId: int8, passwordHash: text },
  ({ provenId, passwordHash }) => `proof as materialized (
  select id as person_id from person
  where id = ${provenId} and password_hash = ${passwordHash} and totp_confirmed_at is null for share
)`,
);

const byCode = signIn(
  { ...usedTicketTakes, provenId: int8, step: int8 },
  ({ provenId, step, ...names }) =>
    `${useTicket(names, `exists (select from person where id = ${provenId} and totp_last_step < ${step})`)}, proof as (
  update person set totp_last_step = ${step}
  where id = ${provenId} and totp_last_step < ${step} and exists (select from ticket) returning id as person_id
)`,
);

const byRecoveryCode = signIn(
  { ...usedTicketTakes, provenId: int8, codeHash: text },
  ({ provenId, codeHash, ...names }) => `known as (
  select from recovery_code where person_id = ${provenId} and code_hash = decode(${codeHash}, 'hex')
), ${useTicket(names, 'exists (select from known)')}, proof as (
  delete from recovery_code
  where person_id = ${provenId} and code_hash = decode(${codeHash}, 'hex') and exists (select from ticket)
  returning person_id
)`,
);

const byPasskey = signIn(usedPasskeyTakes, (names) => usePasskey(names, 'proof', names.nowMs));

export const prepareOpenSession = (database: Database) => ({
  /** The password was right for `passwordHash`, which must still be the person's; and there is no second factor. */
  openSessionByPassword: byPassword(database),

  /** The code was right for `step`, which must be newer than that of every code before. */
  openSessionByCode: byCode(database),

  openSessionByRecoveryCode: byRecoveryCode(database),

  /** The passkey's answer was right; its counter must have grown, unless it has none. */
  openSessionByPasskey: byPasskey(database),
});
