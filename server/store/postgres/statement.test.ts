import { expect, test } from 'vitest';
import { DatabaseUnavailable, type Param, type Row } from './driver.ts';
import { columnsOf, count, date, instant, int4, int8, text, textArray, word } from './kinds.ts';
import { group, list, statement } from './statement.ts';

const words = { accountId: int8, body: text, atMs: instant.orNull };

const store = statement({
  takes: { texts: list(words), nowMs: instant, plans: textArray },
  gives: { seq: int8('t.seq'), size: count, kept: group({ id: int8, place: text }).orNull },
  expects: 'texts',
  text: ({ texts, nowMs, plans, row }) =>
    `insert ${texts.as('t', 'ord')} at ${nowMs}, ${nowMs}, ${plans} returning ${row}`,
});

/** A pool that answers with these rows, the nonce before each, and notes what it is asked. */
function poolOf(rows: readonly Row[], nonceAt: number | null) {
  const asked: { text: string; params: Param[] }[] = [];
  const run = async (sql: string, params: Param[]) => {
    asked.push({ text: sql, params });
    return rows.map((row) => (nonceAt === null ? row : [params[nonceAt], ...row]));
  };
  return { asked, run };
}

test('parameters number themselves, each once and with its type, however often they stand in the text', () => {
  expect(store.text).toBe(
    'insert unnest($1::int8[], $2::text[], $3::timestamptz[]) with ordinality as t (account_id, body, at, ord)' +
      ' at $4::timestamptz, $4::timestamptz, $5::text[]' +
      ' returning $6::text as nonce, t.seq as seq, size as size, id as id, place as place',
  );
});

test('values travel as their kinds say, and rows are read by name', async () => {
  const pool = poolOf(
    [
      [7n, 3n, 1n, 'here'],
      [8n, 4n, null, null],
    ],
    5,
  );
  const texts = [
    { accountId: 1n, body: 'a "b"', atMs: 0 },
    { accountId: 2n, body: 'NULL', atMs: null },
  ];
  expect(await store.run(pool, { texts, nowMs: 1, plans: ['pro'] })).toEqual([
    { seq: 7n, size: 3, kept: { id: 1n, place: 'here' } },
    { seq: 8n, size: 4, kept: null },
  ]);
  expect(pool.asked[0]?.params.slice(0, 5)).toEqual([
    '{1,2}',
    '{"a \\"b\\"","NULL"}',
    '{"1970-01-01T00:00:00.000Z",NULL}',
    '1970-01-01T00:00:00.001Z',
    '{"pro"}',
  ]);
});

test('two lists side by side are the columns of one table', () => {
  const both = statement({
    takes: { ones: list({ a: int4 }), twos: list({ bC: date }) },
    gives: {},
    text: ({ ones, twos }) => ones.beside(twos).as('t'),
  });
  expect(both.text).toBe('unnest($1::int4[], $2::date[]) as t (a, b_c)');
});

test('a result that belongs to another statement is a broken connection', async () => {
  const two = [
    { accountId: 1n, body: '', atMs: null },
    { accountId: 2n, body: '', atMs: null },
  ];
  const ask = (rows: readonly Row[], nonceAt: number | null) =>
    store.run(poolOf(rows, nonceAt), { texts: two, nowMs: 1, plans: [] });
  const row = [1n, 1n, null, null];
  await expect(ask([row, row], 5)).resolves.toHaveLength(2);
  await expect(ask([row], 5)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(ask([row, row, row], 5)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(ask([row, row], 3)).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('a statement that expects some rows takes one without a first column for none', async () => {
  const some = statement({
    takes: {},
    gives: { ord: count, status: word<'sent' | 'failed'>() },
    expects: 'some',
    text: ({ row, rowOf }) =>
      `select ${row} union all select ${rowOf({})} union all select ${rowOf({ ord: '1' })}`,
  });
  expect(some.text).toBe(
    'select $1::text as nonce, ord as ord, status as status' +
      ' union all select $1::text as nonce, null as ord, null as status' +
      ' union all select $1::text as nonce, 1 as ord, null as status',
  );
  expect(await some.run(poolOf([[null, null]], 0), {})).toEqual([]);
  expect(
    await some.run(
      poolOf(
        [
          [null, null],
          [1n, 'sent'],
        ],
        0,
      ),
      {},
    ),
  ).toEqual([{ ord: 1, status: 'sent' }]);
  await expect(some.run(poolOf([], 0), {})).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('what is taken and not used is found when the statement is made', () => {
  expect(() => statement({ takes: { one: int8 }, gives: {}, text: () => 'select 1' })).toThrow('not used');
});

test('a wrong name or type does not compile', () => {
  // @ts-expect-error nothing of that name is taken
  statement({ takes: { one: int8 }, gives: {}, text: ({ one, two }) => `select ${one}, ${two}` });
  const read = statement({
    takes: { one: int8 },
    gives: columnsOf(words, 'm'),
    text: ({ one, row }) => `select ${row} from m where id = ${one}`,
  });
  expect(read.text).toBe(
    'select m.account_id as account_id, m.body as body, m.at as at from m where id = $1::int8',
  );
  // @ts-expect-error a number is no int8
  read.run(poolOf([], null), { one: 1 });
  // @ts-expect-error it is not named
  read.run(poolOf([], null), {});
  // @ts-expect-error the result has no such column
  read.run(poolOf([[1n, 'b', null]], null), { one: 1n }).then(([row]) => row?.seq);
});
