// The operator's view of people: who there is, and who runs the service.
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type PersonRow, personRow } from './people.ts';

const list = statement({
  takes: { after: int8, limit: count },
  gives: personRow,
  expects: 'any',
  text: ({ after, limit, row }) =>
    `select ${row} from person p where p.id > ${after} order by p.id limit ${limit}`,
});

const setOperator = statement({
  takes: { email: text, isOperator: bool },
  gives: personRow,
  expects: 'any',
  text: ({ email, isOperator, row }) => `
update person p set is_operator = ${isOperator}
where email = ${email} and (email_proved_at is not null or not ${isOperator}) returning ${row}`,
});

const markProved = statement({
  takes: { email: text, nowMs: instant },
  gives: personRow,
  expects: 'any',
  text: ({ email, nowMs, row }) => `
update person p set email_proved_at = coalesce(email_proved_at, ${nowMs}) where email = ${email} returning ${row}`,
});

/** Prepares the operator's reads and changes. */
export function preparePeopleList({ reads, writes }: Database) {
  return {
    /** Up to `limit` people with ids above `after`, ascending. */
    listPeople: (after: bigint, limit: number): Promise<PersonRow[]> => list.run(reads, { after, limit }),

    /** Undefined for an e-mail address that nobody has, and for a new operator whose address was not proved. */
    setOperator: async (email: string, isOperator: boolean): Promise<PersonRow | undefined> =>
      (await setOperator.run(writes, { email, isOperator }))[0],

    /** From now on the address counts as proved. Undefined for one that nobody has. */
    markEmailProved: async (email: string, nowMs: number): Promise<PersonRow | undefined> =>
      (await markProved.run(writes, { email, nowMs }))[0],
  };
}
