// What changed in how people sign in, written down by the very statement that changes it.
import type { Database } from '../postgres/database.ts';
import { instant, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** What changed. */
export type ChangeKind =
  | 'new_password'
  | 'new_password_without_passkeys'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'new_start'
  | 'new_email';

/** Changes of one person that are kept. */
const mostChanges = 50;

const changeRow = { id: int8, kind: word<ChangeKind>(), address: text, changedAtMs: instant };

/** A change, as its person is shown it. */
export type SignInChange = RowOf<typeof changeRow>;

/** What the steps below take: a random id, and the network address that asked. */
export const changeTakes = { changeId: int8, changeAddress: text };

/** Where and when a change is made. */
export interface ChangeOrigin {
  changeId: bigint;
  changeAddress: string;
}

/**
 * The steps of a statement that write a change down for each row of `source`, whose column `person_id` says whose. `kind`
 * is an expression.
 */
export const noteChange = (
  source: string,
  kind: string,
  names: { [Name in keyof typeof changeTakes]: string },
  now: string,
) => `noted as (
  insert into sign_in_change (id, person_id, kind, address, changed_at)
  select ${names.changeId}, person_id, ${kind}, ${names.changeAddress}, ${now} from ${source}
), dropped as (
  delete from sign_in_change where id in (
    select c.id from ${source} s join sign_in_change c on c.person_id = s.person_id
    order by c.changed_at desc, c.id offset ${mostChanges - 1}
  )
)`;

const list = statement({
  takes: { personId: int8 },
  gives: changeRow,
  expects: 'any',
  text: ({ personId, row }) => `
select ${row} from sign_in_change where person_id = ${personId} order by changed_at desc, id limit ${mostChanges}`,
});

/** Prepares the list. */
export function prepareSignInChanges({ reads }: Database) {
  return {
    /** Newest first, 50 at most. */
    listSignInChanges: (personId: bigint): Promise<SignInChange[]> => list.run(reads, { personId }),
  };
}
