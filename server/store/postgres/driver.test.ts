// The driver's known defects, one test each, and the gloves that this project wears: see driver.ts.
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { TcpProxy } from '../../../test/support/tcp_proxy.ts';
import { whileDatabaseIsAway } from '../../app/batches/while_database_is_away.ts';
import {
  arrayLiteral,
  DatabaseUnavailable,
  openPool,
  type Param,
  type Pool,
  StatementFailed,
} from './driver.ts';

let url: string;
let pool: Pool;
let proxy: TcpProxy;
let proxied: Pool;

beforeAll(async () => {
  url = await createDatabase();
  proxy = await TcpProxy.to(url);
  pool = openPool({ url, connections: 1, deadlineMs: 5_000, clock: systemClock });
  proxied = openPool({ url: proxy.url, connections: 1, deadlineMs: 3_000, clock: systemClock });
});
afterAll(async () => {
  await pool.close();
  await proxied.close();
  await proxy.close();
});

test('a parameter that cannot be serialized fails alone: no later query gets its result', async () => {
  const bad: Param = {
    toString: () => {
      throw new Error('not serializable');
    },
  } as unknown as Param;
  const queries = Array.from({ length: 20 }, (_, index) =>
    index % 5 === 2
      ? pool.run('select $1::text', [bad]).then(
          () => 'answered',
          () => 'failed',
        )
      : pool.run('select $1::text', [String(index)]).then((rows) => rows[0]?.[0]),
  );
  const answers = await Promise.all(queries);
  for (const [index, answer] of answers.entries())
    expect(answer).toBe(index % 5 === 2 ? 'failed' : String(index));
});

test('an undefined parameter is refused before the driver sees it', () => {
  expect(() => pool.run('select $1::text', [undefined as unknown as Param])).toThrow('undefined');
});

test('a connection that is reset with queries in flight fails each of them, and the pool works again', async () => {
  await proxied.run('select 1', []);
  const doomed = Array.from({ length: 100 }, (_, index) =>
    proxied.run('select $1::int4, pg_sleep(0.02)', [index]),
  );
  const settled = Promise.allSettled(doomed);
  await doomed[2];
  proxy.reset();
  const outcomes = await settled;
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseUnavailable);
  }
  expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true);
  const again = await whileDatabaseIsAway(systemClock, 5_000, () => proxied.run('select 7', []));
  expect(again[0]?.[0]).toBe(7);
}, 20_000);

test('after a backend is terminated no result goes to another query', async () => {
  const several = openPool({ url, connections: 3, deadlineMs: 5_000, clock: systemClock });
  try {
    for (let round = 0; round < 5; round++) {
      const reads = Array.from({ length: 200 }, (_, index) =>
        several.run('select $1::text', [`${round}/${index}`]).then(
          (rows) => rows[0]?.[0] === `${round}/${index}`,
          (error) => error instanceof DatabaseUnavailable,
        ),
      );
      await pool.run(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        [],
      );
      expect(await Promise.all(reads)).not.toContain(false);
    }
    // A connection whose end nobody has seen yet fails one statement more.
    const answer = () => several.run('select 1', []).catch(() => []);
    await expect.poll(answer).toEqual([[1]]);
  } finally {
    await several.close();
  }
}, 20_000);

test('a pool that forgets its plans has its statements planned anew', async () => {
  const settings = { plan_cache_mode: 'force_generic_plan' };
  const one = openPool({ url, connections: 1, deadlineMs: 5_000, clock: systemClock, settings });
  try {
    const statement = 'select relname from pg_class where oid = $1::oid';
    await one.run(statement, [1]);
    const [named] = await one.run('select name from pg_prepared_statements where statement = $1', [
      statement,
    ]);
    const plan = async () => (await one.run(`explain (costs off) execute "${named?.[0]}" (1)`, [])).flat();
    const first = await plan();
    for (const way of ['indexscan', 'bitmapscan']) await one.run(`set enable_${way} = off`, []);
    expect(await plan()).toEqual(first);
    one.forgetPlans();
    expect(await plan()).not.toEqual(first);
  } finally {
    await one.close();
  }
});

test('a slow statement of one caller costs nobody else an answer or a connection', async () => {
  const several = openPool({ url, connections: 2, deadlineMs: 400, clock: systemClock });
  try {
    const backend = () => several.run('select pg_backend_pid(), pg_sleep(0.1)', []);
    const [one, two] = await Promise.all([backend(), backend()]);
    const slow = several.run('select pg_sleep(30)', []).catch((error: unknown) => error);
    let isSlow = true;
    void slow.then(() => {
      isSlow = false;
    });
    const pids = new Set<unknown>();
    let failed = 0;
    while (isSlow)
      await several.run('select pg_backend_pid(), pg_sleep(0.05)', []).then(
        ([row]) => pids.add(row?.[0]),
        () => failed++,
      );
    expect(await slow).toBeInstanceOf(DatabaseUnavailable);
    expect(failed).toBe(0);
    expect(pids.size).toBe(1);
    expect([one[0]?.[0], two[0]?.[0]]).toContain([...pids][0]);
  } finally {
    await several.close();
    await pool.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%sleep(30)%'
      and pid <> pg_backend_pid()`,
      [],
    );
  }
});

test('when the line goes dead in silence, one deadline suffices to leave every idle connection on it', async () => {
  const line = await TcpProxy.to(url);
  const several = openPool({ url: line.url, connections: 3, deadlineMs: 500, clock: systemClock });
  try {
    const busy = () => several.run('select pg_sleep(0.1)', []);
    await Promise.all([busy(), busy(), busy()]);
    line.blackHole();
    await expect(several.run('select 1', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
    for (let turn = 0; turn < 6; turn++) expect(await several.run('select 7', [])).toEqual([[7]]);
  } finally {
    await several.close();
    await line.close();
  }
});

test('a server that takes connections and says nothing does not keep a pool from the next one of its URL', async () => {
  const sockets: Socket[] = [];
  const mute: Server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as { port: number };
  const two = openPool({
    url: proxy.url.replace('127.0.0.1:', `127.0.0.1:${port},127.0.0.1:`),
    connections: 1,
    deadlineMs: 5_000,
    clock: systemClock,
  });
  expect(await whileDatabaseIsAway(systemClock, 5_000, () => two.run('select 7', []))).toEqual([[7]]);
  await two.close();
  for (const socket of sockets) socket.destroy();
  mute.close();
});

test('a server that takes connections and closes them is not asked in a loop', async () => {
  let connections = 0;
  const closing = createServer((socket) => {
    connections++;
    socket.end();
  });
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const { port } = closing.address() as { port: number };
  const one = openPool({
    url: `postgres://u@127.0.0.1:${port}/d`,
    connections: 1,
    deadlineMs: 5_000,
    clock: systemClock,
  });
  const endMs = performance.now() + 1_000;
  while (performance.now() < endMs) await one.run('select 1', []).catch(() => undefined);
  expect(connections).toBeGreaterThan(1);
  expect(connections).toBeLessThan(10);
  await one.close();
  closing.close();
});

test('a refusal by the server keeps its state and loses what it quotes', async () => {
  const failure = await pool.run('select $1::text::int4', ['secret words']).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StatementFailed);
  expect((failure as StatementFailed).sqlState).toBe('22P02');
  expect(String((failure as StatementFailed).message)).not.toContain('secret');
});

test('array literals bring back every text as it was', async () => {
  const texts = ['', 'NULL', 'null', '{a,b}', '"', '\\', '\\"', 'a,b', ' x ', 'é😀', '\n\t'];
  const rows = await pool.run('select unnest($1::text[])', [arrayLiteral(texts)]);
  expect(rows.map((row) => row[0])).toEqual(texts);
  expect(
    (await pool.run('select unnest($1::int8[])', [arrayLiteral([1n, null, -5n])])).map((row) => row[0]),
  ).toEqual([1n, null, -5n]);
});

test('a pool that is closed makes no session for what is asked later', async () => {
  const closed = openPool({ url: proxy.url, connections: 1, deadlineMs: 3_000, clock: systemClock });
  await closed.run('select 1', []);
  await closed.close();
  await expect(closed.run('select 1', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
});
