// People as they see themselves, and the accounts that they are members of.
import type { Role } from '../../domain/role.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A person without what proves who they are; the table is `p`. */
export type PersonRow = RowOf<typeof personRow>;
export const personRow = {
  id: int8('p.id'),
  name: text('p.name'),
  email: text('p.email'),
  isEmailProved: bool('p.email_proved_at is not null'),
  isOperator: bool('p.is_operator'),
  hasTotp: bool('p.totp_confirmed_at is not null'),
  recoveryCodes: int4('(select count(*)::int4 from recovery_code c where c.person_id = p.id)'),
  accounts: int4('(select count(*)::int4 from membership m where m.person_id = p.id)'),
  createdAtMs: instant('p.created_at'),
};

/** A passkey without its key. */
export type PasskeyRow = RowOf<typeof passkeyRow>;
const passkeyRow = { id: int8, name: text, createdAtMs: instant, lastUsedAtMs: instant.orNull };

/** An account with the role of a person in it. */
export type MemberAccount = RowOf<typeof memberAccount>;
export const memberAccount = {
  id: int8('a.id'),
  name: text('a.name'),
  country: text('a.country'),
  role: word<Role>()('m.role'),
};

const find = statement({
  takes: { id: int8 },
  gives: personRow,
  expects: 'any',
  text: ({ id, row }) => `select ${row} from person p where p.id = ${id}`,
});

const passkeys = statement({
  takes: { personId: int8 },
  gives: passkeyRow,
  expects: 'any',
  text: ({ personId, row }) =>
    `select ${row} from passkey where person_id = ${personId} order by created_at, id`,
});

const accounts = statement({
  takes: { personId: int8 },
  gives: memberAccount,
  expects: 'any',
  text: ({ personId, row }) => `
select ${row} from membership m join account a on a.id = m.account_id
where m.person_id = ${personId} order by a.name, a.id`,
});

/** Prepares reads of people. */
export function preparePersonReads({ reads }: Database) {
  return {
    findPerson: async (id: bigint): Promise<PersonRow | undefined> => (await find.run(reads, { id }))[0],

    /** In order of when they were added. */
    listPasskeys: (personId: bigint): Promise<PasskeyRow[]> => passkeys.run(reads, { personId }),

    /** In order of name. */
    listMemberAccounts: (personId: bigint): Promise<MemberAccount[]> => accounts.run(reads, { personId }),
  };
}
