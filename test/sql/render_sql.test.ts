// Statements of the store as files of SQL, made from a file of the store that is read here as it is.
import { expect, test } from 'vitest';
import { renderSql } from './render_sql.ts';

const file = 'server/store/devices/hand_back.ts';
/** A line within the declaration of the statement that hands back, and one of what makes both of its forms. */
const [line, locking] = [
  { file, line: 50 },
  { file: 'server/store/postgres/locking.ts', line: 1 },
];

test('a statement is written with its name, its comment and its text', () => {
  const written = renderSql([{ text: '\nselect 1\nfrom account', lines: [line] }]);
  expect([...written.keys()]).toEqual(['server/store/devices/hand_back.sql']);
  expect(written.get('server/store/devices/hand_back.sql')).toMatch(
    /^-- The statements of hand_back\.ts .*\n\n-- handBack\n(-- .*\n)+select 1\nfrom account\n$/,
  );
});

test('the form that leaves locked rows out is written as the lines in which it differs', () => {
  const text = ['select 1', 'from account', 'where id = 1', 'for update'].join('\n');
  const made = [text, `${text} skip locked`].map((each) => ({ text: each, lines: [line, locking] }));
  expect([...renderSql(made).values()][0]?.split('\n').slice(-4)).toEqual([
    '-- handBack: leaving locked rows out, which differs from handBack',
    '--    4 - for update',
    '--      + for update skip locked',
    '',
  ]);
});
