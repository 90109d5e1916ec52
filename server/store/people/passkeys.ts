// Passkeys: the public halves of keys that people's devices hold.
import { additionTo } from '../accounts/additions.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { type ChangeOrigin, changeTakes, noteChange } from './sign_in_changes.ts';
import { type UsedTicket, usedTicketTakes, useTicket } from './tickets.ts';

/** A passkey with what its answers are checked by. */
type PasskeyCredential = RowOf<typeof credential>;
const credential = { id: int8, personId: int8, credentialId: text, publicKey: text, counter: int8 };

const find = statement({
  takes: { credentialId: text },
  gives: credential,
  expects: 'any',
  text: ({ credentialId, row }) => `select ${row} from passkey where credential_id = ${credentialId}`,
});

const listIds = statement({
  takes: { personId: int8 },
  gives: { credentialId: text },
  expects: 'any',
  text: ({ personId, row }) => `select ${row} from passkey where person_id = ${personId}`,
});

const insert = statement({
  takes: { ...credential, ...usedTicketTakes, ...changeTakes, newName: text, nowMs: instant, most: int4 },
  gives: {
    isPerson: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isTurn: bool('exists (select from turn)'),
    isTicket: bool('exists (select from ticket)'),
    isStored: bool('exists (select from stored)'),
  },
  expects: 'one',
  text: ({ id, personId, credentialId, publicKey, counter, newName, nowMs, most, row, ...names }) => `
with ${additionTo({
    table: 'person',
    id: personId,
    isFull: `select count(*) >= ${most} from passkey k where k.person_id = o.id`,
  })}, ${useTicket(names, 'exists (select from turn)')}, stored as (
  insert into passkey (id, person_id, credential_id, public_key, counter, name, created_at)
  select ${id}, ${personId}, ${credentialId}, ${publicKey}, ${counter}, ${newName}, ${nowMs} from ticket
  on conflict (credential_id) do nothing returning person_id
), ${noteChange('stored', "'passkey_added'", names, nowMs)}
select ${row}`,
});

const remove = statement({
  takes: { personId: int8, id: int8, ...changeTakes, nowMs: instant },
  gives: { isRemoved: bool('exists (select from removed)') },
  expects: 'one',
  text: ({ personId, id, nowMs, row, ...names }) => `
with removed as (
  delete from passkey where person_id = ${personId} and id = ${id} returning person_id
), ${noteChange('removed', "'passkey_removed'", names, nowMs)}
select ${row}`,
});

/** Prepares passkeys. Ids of credentials are base64url. */
export function preparePasskeys({ reads, writes }: Database) {
  return {
    findPasskey: async (credentialId: string): Promise<PasskeyCredential | undefined> =>
      (await find.run(reads, { credentialId }))[0],

    listCredentialIds: async (personId: bigint): Promise<string[]> =>
      (await listIds.run(reads, { personId })).map(({ credentialId }) => credentialId),

    /** Uses the ticket up, unless the person has `most` already, however many are added at once. */
    async insertPasskey(
      passkey: PasskeyCredential & UsedTicket & ChangeOrigin & { newName: string },
      nowMs: number,
      most: number,
    ): Promise<'stored' | 'no_ticket' | 'known' | 'full'> {
      // Somebody gets on each time.
      for (;;) {
        const [done] = await insert.run(writes, { ...passkey, nowMs, most });
        if (done?.isStored) return 'stored';
        if (done?.isFull) return 'full';
        if (done?.isTurn || !done?.isPerson) return done?.isTicket ? 'known' : 'no_ticket';
      }
    },

    removePasskey: async (
      personId: bigint,
      id: bigint,
      origin: ChangeOrigin,
      nowMs: number,
    ): Promise<boolean> =>
      (await remove.run(writes, { personId, id, ...origin, nowMs }))[0]?.isRemoved ?? false,
  };
}
