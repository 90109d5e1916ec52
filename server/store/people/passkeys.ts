// Passkeys: the public halves of keys that people's devices hold.
import type { Database } from '../database/database.ts';
import { bool, instant, int4, int8, text } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

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
  takes: { ...credential, ticketHash: text, newName: text, nowMs: instant, most: int4 },
  gives: { isTicket: bool('exists (select from ticket)'), isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, personId, credentialId, publicKey, counter, ticketHash, newName, nowMs, most, row }) => `
with ticket as (
  delete from sign_in_ticket
  where ticket_hash = decode(${ticketHash}, 'hex') and person_id = ${personId} and purpose = 'add_passkey'
    and expires_at > ${nowMs}
  returning 1
), stored as (
  insert into passkey (id, person_id, credential_id, public_key, counter, name, created_at)
  select ${id}, ${personId}, ${credentialId}, ${publicKey}, ${counter}, ${newName}, ${nowMs} from ticket
  where (select count(*) from passkey where person_id = ${personId}) < ${most}
  on conflict (credential_id) do nothing returning 1
)
select ${row}`,
});

const remove = statement({
  takes: { personId: int8, id: int8 },
  gives: { id: int8 },
  expects: 'any',
  text: ({ personId, id, row }) =>
    `delete from passkey where person_id = ${personId} and id = ${id} returning ${row}`,
});

/** Prepares passkeys. Ids of credentials are base64url. */
export function preparePasskeys({ reads, writes }: Database) {
  return {
    findPasskey: async (credentialId: string): Promise<PasskeyCredential | undefined> =>
      (await find.run(reads, { credentialId }))[0],

    listCredentialIds: async (personId: bigint): Promise<string[]> =>
      (await listIds.run(reads, { personId })).map(({ credentialId }) => credentialId),

    /** Uses the ticket up. A person has `most` at most; one whose credential is known already is not stored. */
    async insertPasskey(
      passkey: PasskeyCredential & { ticketHash: string; newName: string },
      nowMs: number,
      most: number,
    ): Promise<'stored' | 'no_ticket' | 'refused'> {
      const [done] = await insert.run(writes, { ...passkey, nowMs, most });
      if (done?.isStored) return 'stored';
      return done?.isTicket ? 'refused' : 'no_ticket';
    },

    removePasskey: async (personId: bigint, id: bigint): Promise<boolean> =>
      (await remove.run(writes, { personId, id })).length === 1,
  };
}
