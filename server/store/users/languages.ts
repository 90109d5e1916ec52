// The language that a person reads: what is mailed to them is in it.
import type { Language } from '../../domain/users/language.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int8, text, word } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

const find = statement({
  takes: { email: text, otherwise: int8.orNull },
  gives: { language: word<Language>() },
  expects: 'any',
  text: ({ email, otherwise, row }) => `
select ${row} from app_user where (email = ${email} or id = ${otherwise}) and language is not null
order by email = ${email} desc limit 1`,
});

const set = statement({
  takes: { id: int8, wanted: word<Language>(), isFirst: bool },
  gives: { id: int8 },
  expects: 'any',
  text: ({ id, wanted, isFirst, row }) => `
update app_user set language = ${wanted} where id = ${id} and (language is null or not ${isFirst}) returning ${row}`,
});

export const prepareLanguages = ({ reads, writes }: Database) => ({
  /** The language of the person with the address; if that is not known, another person's. */
  findLanguage: async (email: string, otherwise: bigint | null): Promise<Language | undefined> =>
    (await find.first(reads, { email, otherwise }))?.language,

  /** `isFirst`: only where none is known yet. */
  setLanguage: (id: bigint, wanted: Language, isFirst: boolean) => set.any(writes, { id, wanted, isFirst }),
});
