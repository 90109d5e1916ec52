// The simulation itself: what it promises to those who write tests in it.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import { openSimulatedInspector } from './inspector.ts';
import { SimulatedService } from './simulated_service.ts';
import { Simulation } from './simulation.ts';

const root = join(import.meta.dirname, '..', '..');
let service: SimulatedService | undefined;
const begin = async (seed = '1', hangMs = 20_000) => {
  service = await SimulatedService.begin({ seed, hangMs });
  return { service, simulation: service.simulation };
};
const end = async () => {
  const ending = service?.end();
  service = undefined;
  await ending;
};
afterEach(() => end());

/** Two cores take texts at once; returns the statements in the order in which they were let through. */
async function playTwoCores(seed: string): Promise<string[]> {
  const { service, simulation } = await begin(seed);
  const cores = [await service.startCore(), await service.startCore()] as const;
  const account = await cores[0].createAccount();
  const statements: string[] = [];
  service.database.onLet = ({ line, text }) => statements.push(`${line.owner}: ${text}`);
  const send = (at: number) =>
    cores[at % 2]?.messages.sendMessages({
      texts: [{ accountId: account.id, address: '+15005550006', body: `text ${at}` }],
    });
  await Promise.all([0, 1, 2, 3].map(send));
  await simulation.run('5 s');
  await end();
  return statements;
}

test('the same seed plays the same statements in the same order, and another one another order', async () => {
  const first = await playTwoCores('a');
  expect(await playTwoCores('a')).toEqual(first);
  const others = [await playTwoCores('b'), await playTwoCores('c')];
  expect(others.filter((other) => other.join() !== first.join()).length).toBeGreaterThan(0);
  expect(new Set(others[0])).toEqual(new Set(first));
});

test('the same seed draws the same secrets and identifiers, until the simulation ends', async () => {
  const draw = () => [randomUUID(), randomBytes(16).toString('hex'), randomInt(2 ** 40), Math.random()];
  const drawOf = async (seed: string) => {
    const simulation = Simulation.begin({ seed });
    const drawn = draw();
    await simulation.end();
    return drawn;
  };
  const first = await drawOf('a');
  expect(await drawOf('a')).toEqual(first);
  const others = [await drawOf('b'), draw(), draw()];
  expect(new Set([first, ...others].flat()).size).toBe(4 * first.length);
});

test('a second simulation in one process is refused, and says which one goes on', async () => {
  await begin('the first');
  await expect(SimulatedService.begin({ seed: 'the second' })).rejects.toThrow(
    'a simulation with the seed the first goes on in this process',
  );
});

test('a timer that is left at the end is named, with the part and the line', async () => {
  const { simulation } = await begin();
  simulation.clockOf('core 7').setTimeout(() => {}, 1_000);
  await expect(end()).rejects.toThrow(/a timer of core 7, .*simulation\.test\.ts:\d+/);
});

test('a session of the database that is left at the end is named, with its part', async () => {
  const { service, simulation } = await begin();
  const sql = await openSimulatedInspector(service, 'core 7');
  await simulation.during(sql`select 1`);
  await expect(end()).rejects.toThrow(/a session of core 7/);
  await sql.end();
});

test("a wait by the machine's clock is named, with the line", async () => {
  await begin();
  clearTimeout(setTimeout(() => {}, 60_000));
  await expect(end()).rejects.toThrow(/a wait by the machine's clock, .*simulation\.test\.ts:\d+/);
});

test('what hangs is named: the statement and its part', async () => {
  const { service, simulation } = await begin('1', 500);
  const sql = await openSimulatedInspector(service, 'core 7');
  const asked = sql`select pg_sleep(2)`;
  await expect(simulation.during(asked)).rejects.toThrow(
    /it hangs \(seed 1\): core 7 asks select pg_sleep\(2\)/,
  );
  await asked;
  await sql.end();
  await end().catch(() => undefined);
});

test('what nobody can end is no wait for time: it is said so after a day', async () => {
  const { simulation } = await begin();
  const day = simulation.time.nowMs() + 24 * 60 * 60_000;
  await expect(simulation.during(new Promise(() => {}))).rejects.toThrow('it does not end');
  expect(simulation.time.nowMs()).toBe(day);
});

test('a callback that waits for its turn of the event loop is under way, also one after the other', async () => {
  const { simulation } = await begin();
  let turns = 0;
  const next = () => {
    turns++;
    if (turns < 50) setImmediate(next);
  };
  setImmediate(next);
  await simulation.idle();
  expect(turns).toBe(50);
});

test('time passes for a wait that begins at the moment at which the last one has ended', async () => {
  const { simulation } = await begin();
  const startMs = simulation.time.nowMs();
  for (let microtasks = 0; microtasks < 12; microtasks++) {
    void simulation.run('1 s');
    await simulation.run('1 s');
    await simulation.idle();
    for (let passed = 0; passed < microtasks; passed++) await undefined;
    await simulation.run('1 s');
  }
  expect(simulation.time.nowMs() - startMs).toBe(24_000);
});

test("statements see the simulation's time, in every part, whatever the machine's is", async () => {
  const { service, simulation } = await begin();
  const sql = await openSimulatedInspector(service, 'core 7');
  const ask = async () => {
    const [row] = await simulation.during(sql`select now() as now, clock_timestamp() as clock`);
    return [row?.now.getTime(), row?.clock.getTime()];
  };
  for (const pass of ['0 s', '2 h']) {
    await simulation.run(pass);
    expect(await ask()).toEqual([simulation.time.nowMs(), simulation.time.nowMs()]);
  }
  await simulation.during(sql.end());
});

test('a core that is killed ends at once, and a new one goes on with what is durable', async () => {
  const { service, simulation } = await begin();
  const killed = await service.startCore();
  const account = await killed.createAccount();
  const texts = [{ accountId: account.id, address: '+15005550006', body: 'x' }];
  await killed.messages.sendMessages({ texts });
  killed.kill();
  await expect(killed.messages.sendMessages({ texts })).rejects.toThrow(/canceled|unavailable/);
  const next = await service.startCore();
  const { messages } = await next.messages.listMessages({ accountId: account.id });
  expect(messages).toHaveLength(1);
  await simulation.run('10 s');
});

test("no statement or column has a time that is not the simulation's", async () => {
  const { service } = await begin();
  const sql = openInspector(service.databaseUrl);
  const defaults =
    await sql`select adrelid::regclass::text as name, pg_get_expr(adbin, adrelid) as text from pg_attrdef
    where pg_get_expr(adbin, adrelid) ~* 'now\\(|current_|timestamp\\(|localtime'`;
  const compiled = await sql`select proname as name from pg_proc where prosqlbody is not null
    and pronamespace in ('public'::regnamespace)`;
  await sql.end();
  const files = globSync('server/**/*.ts', { cwd: root }).filter((path) => !path.includes('.test.'));
  const named = files.filter((path) =>
    /\b(current_timestamp|current_time|current_date|localtimestamp|statement_timestamp|transaction_timestamp)\b/i.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  );
  expect({ defaults: [...defaults], compiled: [...compiled], named }).toEqual({
    defaults: [],
    compiled: [],
    named: [],
  });
});
