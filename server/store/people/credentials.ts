// What proves who somebody is: password, the second factor's secret, and recovery codes.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text, textArray } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { forgetBrowsers } from './known_browsers.ts';
import { endSessions } from './sessions.ts';
import { type ChangeOrigin, changeTakes, noteChange } from './sign_in_changes.ts';

/** What a person proves themselves with. */
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
  text: ({ email, row }) => `select ${row} from person where email = ${email}`,
});

const byId = statement({
  takes: { id: int8 },
  gives: credentialRow,
  expects: 'any',
  text: ({ id, row }) => `select ${row} from person where id = ${id}`,
});

const rename = statement({
  takes: { id: int8, newName: text },
  gives: { id: int8 },
  expects: 'any',
  text: ({ id, newName, row }) => `update person set name = ${newName} where id = ${id} returning ${row}`,
});

const setPassword = statement({
  takes: {
    personId: int8,
    oldHash: text,
    newHash: text,
    keptSession: int8,
    keptBrowser: text,
    endsPasskeys: bool,
    ...changeTakes,
    nowMs: instant,
  },
  gives: { isDone: bool('exists (select from changed)') },
  expects: 'one',
  text: ({ personId, oldHash, newHash, keptSession, keptBrowser, endsPasskeys, nowMs, row, ...names }) => `
with changed as (
  update person set password_hash = ${newHash}
  where id = ${personId} and password_hash = ${oldHash} returning id as person_id
), passkeys as (
  delete from passkey where ${endsPasskeys} and person_id in (select person_id from changed)
), ${forgetBrowsers(
    `person_id in (select person_id from changed) and token_hash <> decode(${keptBrowser}, 'hex')`,
  )}, ${noteChange(
    'changed',
    `case when ${endsPasskeys} then 'new_password_without_passkeys' else 'new_password' end`,
    names,
    nowMs,
  )}, ${endSessions(`person_id in (select person_id from changed) and id <> ${keptSession}`, nowMs)}
select ${row}`,
});

const setTotp = statement({
  takes: { personId: int8, secret: text },
  gives: { id: int8 },
  expects: 'any',
  text: ({ personId, secret, row }) => `
update person set totp_secret = ${secret}
where id = ${personId} and totp_confirmed_at is null returning ${row}`,
});

const confirmTotp = statement({
  takes: { personId: int8, secret: text, step: int8, codeHashes: textArray, ...changeTakes, nowMs: instant },
  gives: { isDone: bool('exists (select from confirmed)') },
  expects: 'one',
  text: ({ personId, secret, step, codeHashes, nowMs, row, ...names }) => `
with confirmed as (
  update person set totp_confirmed_at = ${nowMs}, totp_last_step = ${step}
  where id = ${personId} and totp_secret = ${secret} and totp_confirmed_at is null returning id as person_id
), codes as (
  insert into recovery_code (person_id, code_hash)
  select person_id, decode(hash, 'hex') from confirmed, unnest(${codeHashes}) as t (hash)
), ${noteChange('confirmed', "'second_factor_on'", names, nowMs)}
select ${row}`,
});

/** The steps of a statement that takes the second factor of `personId` away, where `condition` holds. */
export const withoutTotp = (personId: string, condition: string) => `codes as (
  delete from recovery_code where person_id = ${personId} and ${condition}
)`;

const removeTotp = statement({
  takes: { personId: int8, ...changeTakes, nowMs: instant },
  gives: { isDone: bool('exists (select from removed)') },
  expects: 'one',
  text: ({ personId, nowMs, row, ...names }) => `
with ${withoutTotp(personId, 'true')}, removed as (
  update person set totp_secret = null, totp_confirmed_at = null
  where id = ${personId} and totp_secret is not null returning id as person_id
), ${noteChange('removed', "'second_factor_off'", names, nowMs)}
select ${row}`,
});

/** Prepares reads and changes of what people prove themselves with. */
export function prepareCredentials({ reads, writes }: Database) {
  return {
    /** `email` in lower case. */
    findCredentials: async (email: string): Promise<CredentialRow | undefined> =>
      (await byEmail.run(reads, { email }))[0],

    findCredentialsOf: async (id: bigint): Promise<CredentialRow | undefined> =>
      (await byId.run(reads, { id }))[0],

    renamePerson: async (id: bigint, newName: string): Promise<boolean> =>
      (await rename.run(writes, { id, newName })).length === 1,

    /**
     * Ends all sessions but one, and forgets all browsers but that whose token has the hash `keptBrowser`. False when
     * the password was changed meanwhile.
     */
    setPassword: async (
      change: ChangeOrigin & {
        personId: bigint;
        oldHash: string;
        newHash: string;
        keptSession: bigint;
        keptBrowser: string;
        endsPasskeys: boolean;
      },
      nowMs: number,
    ): Promise<boolean> => (await setPassword.run(writes, { ...change, nowMs }))[0]?.isDone ?? false,

    /** Keeps a secret until a code confirms it; false when there is a confirmed one. */
    setTotp: async (personId: bigint, secret: string): Promise<boolean> =>
      (await setTotp.run(writes, { personId, secret })).length === 1,

    /** From now on the second factor is asked for. False when the secret is another one, or is confirmed. */
    confirmTotp: async (
      personId: bigint,
      secret: string,
      step: bigint,
      codeHashes: readonly string[],
      origin: ChangeOrigin,
      nowMs: number,
    ): Promise<boolean> =>
      (await confirmTotp.run(writes, { personId, secret, step, codeHashes, ...origin, nowMs }))[0]?.isDone ??
      false,

    /** Takes the second factor and its recovery codes away; false where there was none. */
    removeTotp: async (personId: bigint, origin: ChangeOrigin, nowMs: number): Promise<boolean> =>
      (await removeTotp.run(writes, { personId, ...origin, nowMs }))[0]?.isDone ?? false,
  };
}
