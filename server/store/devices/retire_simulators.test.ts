// Of a simulator and a real route that an account is given at the same time, the real one stays. Each statement waits for the
// account's row with what it saw before: what the first one wrote is news to the second.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { holdRow } from '../../../test/support/held_row.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
let url: string;
let databases: Database[];
let stores: Store[];
let inspect: ReturnType<typeof openInspector>;
let made = 0n;

beforeAll(async () => {
  url = await createDatabase();
  inspect = openInspector(url);
  databases = [1, 2].map(() =>
    openDatabase({ url, clock: systemClock, deadlineMs: 20_000, lockTimeoutMs: 20_000 }),
  );
  const gateway = {
    carriers: ['main', 'simulated'],
    isShared: false,
    simulated: ['simulated'],
    maySimulate: true,
  };
  stores = databases.map((database) => createStore(database, gateway));
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await inspect?.end();
});

const hashOf = (accountId: bigint, no: number) => `${no}${accountId}`.padStart(64, '0');

/** An account with a device of that driver, if any, and a code for another one. */
async function addAccount(driver: string | null): Promise<bigint> {
  const id = ++made;
  await inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq, last_device_id,
    created_at) values (${id}, 'a', 'US', true, '2026-11-01', 0, 0, 0, 1, now())`;
  if (driver !== null)
    await inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
      values (${id}, 1, 'phone', decode(${hashOf(id, 1)}, 'hex'), 0, '', ${driver}, now())`;
  const code = { accountId: id, codeHash: hashOf(id, 2), deviceName: '', nowMs, expiresAtMs: nowMs + 60_000 };
  await stores[0]?.insertPairingCode(code);
  return id;
}

const numberOf = (carrier: string, id: bigint) => ({
  carrier,
  number: `+1201555${String(id).padStart(4, '0')}`,
});

type Step = (store: Store, id: bigint) => Promise<unknown>;
const pairs: Step = (store, id) => store.pairDevice(hashOf(id, 2), hashOf(id, 3), 'phone', nowMs);
const assigns: Step = (store, id) => store.assignNumber(numberOf('main', id), id, nowMs);
const says =
  (driver: string): Step =>
  (store, accountId) =>
    store.settleDriver({ accountId, deviceId: 1n }, driver, nowMs);
const assignsSimulated: Step = (store, id) => store.assignNumber(numberOf('simulated', id), id, nowMs);

test.each([
  ['a device', 'a simulated phone', '', pairs, says('simulated')],
  ['a device', 'a simulated number', null, pairs, assignsSimulated],
  ['a number', 'a simulated phone', '', assigns, says('simulated')],
  ['a number', 'a simulated number', null, assigns, assignsSimulated],
  ['a phone that says it is real', 'a simulated number', 'simulated', says('at-modem'), assignsSimulated],
])(
  'of %s and %s, in either order, the real one stays',
  async (_real, _simulator, driver, real, simulator) => {
    for (const steps of [
      [real, simulator],
      [simulator, real],
    ]) {
      const id = await addAccount(driver);
      const held = await holdRow(url, 'account', { id });
      const done: Promise<unknown>[] = [];
      for (const [index, step] of steps.entries()) {
        done.push(step(stores[index] as Store, id));
        await held.waiters(done.length);
      }
      await held.release();
      await Promise.all(done);
      const drivers =
        await inspect`select driver from device where account_id = ${id} and unpaired_at is null`;
      const carriers = await inspect`select carrier from carrier_number where account_id = ${id}`;
      const left = [...drivers.map(({ driver }) => driver), ...carriers.map(({ carrier }) => carrier)];
      expect(left).not.toContain('simulated');
      expect(left.length).toBeGreaterThan(0);
    }
  },
);
