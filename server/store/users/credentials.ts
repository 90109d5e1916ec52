// The credentials of a person: the password, the second factor's secret with its recovery codes, and passkeys, of
// which only the public halves are stored.
import { additionTo } from '../accounts/additions.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { forgetBrowsers, type UsedTicket, usedTicketTakes, useTicket } from './attempts.ts';
import { endSessions } from './sessions.ts';
import { type EventOrigin, eventTakes, recordEvent } from './users.ts';

/** A person's password and second factor. */
export type CredentialRow = RowOf<typeof credentialRow>;
const credentialRow = {
  id: int8,
  email: text,
  passwordHash: text,
  totpSecret: text.orNull,
  isTotpConfirmed: bool('totp_confirmed_at is not null'),
  totpLastStep: int8,
};

const byEmail = statement({
  takes: { email: text },
  gives: credentialRow,
  expects: 'any',
  text: ({ email, row }) => `select ${row} from app_user where email = ${email}`,
});

const byId = statement({
  takes: { id: int8 },
  gives: credentialRow,
  expects: 'any',
  text: ({ id, row }) => `select ${row} from app_user where id = ${id}`,
});

const rename = statement({
  takes: { id: int8, newName: text },
  gives: { id: int8 },
  expects: 'any',
  text: ({ id, newName, row }) => `update app_user set name = ${newName} where id = ${id} returning ${row}`,
});

const passwordChange = {
  userId: int8,
  oldHash: text,
  newHash: text,
  keptSession: int8,
  keptBrowser: text,
  endsPasskeys: bool,
  ...eventTakes,
};

const setPassword = statement({
  takes: { ...passwordChange, nowMs: instant },
  gives: { isDone: bool('exists (select from changed)') },
  expects: 'one',
  text: ({ userId, oldHash, newHash, keptSession, keptBrowser, endsPasskeys, nowMs, row, ...names }) => `
with changed as (
  update app_user set password_hash = ${newHash}
  where id = ${userId} and password_hash = ${oldHash} returning id as user_id
), passkeys as (
  delete from passkey where ${endsPasskeys} and user_id in (select user_id from changed)
), withdrawn as (
  delete from user_link where kind = 'password' and user_id in (select user_id from changed)
), ${forgetBrowsers(
    `user_id in (select user_id from changed) and token_hash <> decode(${keptBrowser}, 'hex')`,
  )}, ${recordEvent(
    'changed',
    `case when ${endsPasskeys} then 'new_password_without_passkeys' else 'new_password' end`,
    names,
    nowMs,
  )}, ${endSessions(`user_id in (select user_id from changed) and id <> ${keptSession}`, nowMs)}
select ${row}`,
});

const setTotp = statement({
  takes: { userId: int8, secret: text },
  gives: { id: int8 },
  expects: 'any',
  text: ({ userId, secret, row }) => `
update app_user set totp_secret = ${secret}
where id = ${userId} and totp_confirmed_at is null returning ${row}`,
});

const confirmTotp = statement({
  takes: { userId: int8, secret: text, step: int8, codeHashes: textArray, ...eventTakes, nowMs: instant },
  gives: { isDone: bool('exists (select from confirmed)') },
  expects: 'one',
  text: ({ userId, secret, step, codeHashes, nowMs, row, ...names }) => `
with confirmed as (
  update app_user set totp_confirmed_at = ${nowMs}, totp_last_step = ${step}
  where id = ${userId} and totp_secret = ${secret} and totp_confirmed_at is null returning id as user_id
), codes as (
  insert into recovery_code (user_id, code_hash)
  select user_id, decode(hash, 'hex') from confirmed, unnest(${codeHashes}) as t (hash)
), ${recordEvent('confirmed', "'second_factor_on'", names, nowMs)}
select ${row}`,
});

/** The steps of a statement that takes the second factor of `userId` away, where `condition` holds. */
export const withoutTotp = (userId: string, condition: string) => `codes as (
  delete from recovery_code where user_id = ${userId} and ${condition}
)`;

const removeTotp = statement({
  takes: { userId: int8, ...eventTakes, nowMs: instant },
  gives: { isDone: bool('exists (select from removed)') },
  expects: 'one',
  text: ({ userId, nowMs, row, ...names }) => `
with ${withoutTotp(userId, 'true')}, removed as (
  update app_user set totp_secret = null, totp_confirmed_at = null
  where id = ${userId} and totp_secret is not null returning id as user_id
), ${recordEvent('removed', "'second_factor_off'", names, nowMs)}
select ${row}`,
});

/** A passkey with its public key. */
type PasskeyCredential = RowOf<typeof passkeyCredential>;
const passkeyCredential = { id: int8, userId: int8, credentialId: text, publicKey: text, counter: int8 };

const findPasskey = statement({
  takes: { credentialId: text },
  gives: passkeyCredential,
  expects: 'any',
  text: ({ credentialId, row }) => `select ${row} from passkey where credential_id = ${credentialId}`,
});

const listPasskeyIds = statement({
  takes: { userId: int8 },
  gives: { credentialId: text },
  expects: 'any',
  text: ({ userId, row }) => `select ${row} from passkey where user_id = ${userId}`,
});

const insertPasskey = statement({
  takes: {
    ...passkeyCredential,
    ...usedTicketTakes,
    ...eventTakes,
    newName: text,
    nowMs: instant,
    most: int4,
  },
  gives: {
    isUser: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isTurn: bool('exists (select from turn)'),
    isTicket: bool('exists (select from ticket)'),
    isStored: bool('exists (select from stored)'),
  },
  expects: 'one',
  text: ({ id, userId, credentialId, publicKey, counter, newName, nowMs, most, row, ...names }) => `
with ${additionTo({
    table: 'app_user',
    id: userId,
    isFull: `select count(*) >= ${most} from passkey k where k.user_id = o.id`,
  })}, ${useTicket(names, 'exists (select from turn)')}, stored as (
  insert into passkey (id, user_id, credential_id, public_key, counter, name, created_at)
  select ${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${newName}, ${nowMs} from ticket
  on conflict (credential_id) do nothing returning user_id
), ${recordEvent('stored', "'passkey_added'", names, nowMs)}
select ${row}`,
});

const removePasskey = statement({
  takes: { userId: int8, id: int8, ...eventTakes, nowMs: instant },
  gives: { isRemoved: bool('exists (select from removed)') },
  expects: 'one',
  text: ({ userId, id, nowMs, row, ...names }) => `
with removed as (
  delete from passkey where user_id = ${userId} and id = ${id} returning user_id
), ${recordEvent('removed', "'passkey_removed'", names, nowMs)}
select ${row}`,
});

/** Ids of passkeys' credentials are base64url. */
export const prepareCredentials = ({ reads, writes }: Database) => ({
  /** `email` in lower case. */
  findCredentials: (email: string) => byEmail.first(reads, { email }),

  findCredentialsOf: (id: bigint) => byId.first(reads, { id }),

  renameUser: (id: bigint, newName: string) => rename.any(writes, { id, newName }),

  /**
   * Ends all sessions but one, and forgets all browsers but the one whose token has the hash `keptBrowser`. False if
   * the password was changed meanwhile.
   */
  setPassword: async (change: ValuesOf<typeof passwordChange>, nowMs: number) =>
    (await setPassword.first(writes, { ...change, nowMs }))?.isDone ?? false,

  /** Keeps a secret until a code confirms it; false when there is a confirmed one. */
  setTotp: (userId: bigint, secret: string) => setTotp.any(writes, { userId, secret }),

  /** From now on the second factor is asked for. False if the secret is another one, or is already confirmed. */
  confirmTotp: async (
    userId: bigint,
    secret: string,
    step: bigint,
    codeHashes: readonly string[],
    origin: EventOrigin,
    nowMs: number,
  ) =>
    (await confirmTotp.first(writes, { userId, secret, step, codeHashes, ...origin, nowMs }))?.isDone ??
    false,

  /** Takes the second factor and its recovery codes away; false where there was none. */
  removeTotp: async (userId: bigint, origin: EventOrigin, nowMs: number) =>
    (await removeTotp.first(writes, { userId, ...origin, nowMs }))?.isDone ?? false,

  findPasskey: (credentialId: string) => findPasskey.first(reads, { credentialId }),

  listCredentialIds: async (userId: bigint): Promise<string[]> =>
    (await listPasskeyIds.run(reads, { userId })).map(({ credentialId }) => credentialId),

  /** Uses up the ticket, unless the person already has `most`, however many are added at once. */
  async insertPasskey(
    passkey: PasskeyCredential & UsedTicket & EventOrigin & { newName: string },
    nowMs: number,
    most: number,
  ): Promise<'stored' | 'no_ticket' | 'known' | 'full'> {
    // Each round at least one of the callers succeeds.
    for (;;) {
      const done = await insertPasskey.first(writes, { ...passkey, nowMs, most });
      if (done?.isStored) return 'stored';
      if (done?.isFull) return 'full';
      if (done?.isTurn || !done?.isUser) return done?.isTicket ? 'known' : 'no_ticket';
    }
  },

  removePasskey: async (userId: bigint, id: bigint, origin: EventOrigin, nowMs: number) =>
    (await removePasskey.first(writes, { userId, id, ...origin, nowMs }))?.isRemoved ?? false,
});
