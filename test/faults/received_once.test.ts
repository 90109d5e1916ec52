// An SMSC delivers a text to one core, gives up and delivers it to another: it is stored as one text, however long it
// waited in the first core. The cores and the SMSC are real; the database is slow, or a process is stopped.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, openInspector } from '../support/database.ts';
import { HeldLine } from '../support/held_line.ts';
import { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { type WrittenTables, watchTables } from '../support/written_tables.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { SmscLine } from './smsc_line.ts';

const number = '+15005550100';

let url: string;
let inspect: ReturnType<typeof openInspector>;
let written: WrittenTables;
let smsc: PlainSmsc;
let dir: string;
let ends: (() => Promise<unknown>)[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'received-once-'));
  url = await createDatabase();
  inspect = openInspector(url);
  written = await watchTables(inspect, 'carrier_inbound');
  smsc = await PlainSmsc.start();
  ends = [];
  const [account] = await seedAccounts(url, 1, 0);
  await inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
    values ('main', ${number}, ${account?.id as bigint}, now())`;
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await smsc.throwAway();
  await inspect.end();
  rmSync(dir, { recursive: true });
});

/** A core on this database that is bound through its own line. */
async function openCore(name: string, databaseUrl: string) {
  const line = await SmscLine.to(smsc.port);
  const session = { host: '127.0.0.1', port: line.port, system_id: 'relay', password: 'secret' };
  const path = join(dir, `${name}.json`);
  writeFileSync(
    path,
    JSON.stringify({ carriers: [{ name: 'main', kind: 'smpp', priority: 1, ...session }] }),
  );
  const core = await CoreUnderTest.start(databaseUrl, { TEXTRELAY_CARRIERS_FILE: path });
  await line.said('smsc', bound);
  ends.push(
    async () => line.close(),
    () => {
      // A core that is still frozen would not end.
      core.thaw();
      return core.stop();
    },
  );
  return { core, line };
}

/** The answers to bind_transceiver and to deliver_sm begin with these, after their length. */
const bound = Buffer.from([0x80, 0, 0, 9]);
const answered = Buffer.from([0x80, 0, 0, 5]);
const text = { name: 'a', from: '+15005550006', to: number, parts: ['hello'] };
/** The text as it is delivered. */
const words = Buffer.from('hello', 'utf16le').swap16();
const claims = () => inspect`select confirmed_at from carrier_inbound order by name`;
const bodies = async () => (await inspect`select body from message`).map(({ body }) => body);
const whenConfirmed = () =>
  written.until(async () => (await claims()).some(({ confirmed_at }) => confirmed_at !== null));

test('A received text whose owner a core could not look up for seconds is not stored a second time', async () => {
  const databaseLine = await HeldLine.to(url);
  ends.push(() => databaseLine.close());
  const slow = await openCore('slow', databaseLine.url);
  await openCore('other', url);
  // The first statement about the number asks for its owner.
  const asking = databaseLine.holdNext(number);
  await smsc.deliver([text]);
  await asking;
  slow.line.lose();
  await whenConfirmed();
  databaseLine.release();
  await slow.line.said('core', answered);
  expect(await claims()).toHaveLength(1);
  expect(await bodies()).toEqual(['hello']);
}, 60_000);

test('A received text that a stopped core reads only when it goes on is not stored a second time', async () => {
  const stopped = await openCore('stopped', url);
  await openCore('other', url);
  stopped.core.freeze();
  await smsc.deliver([text]);
  await stopped.line.said('smsc', words);
  stopped.line.lose();
  await whenConfirmed();
  stopped.core.thaw();
  await stopped.line.said('core', answered);
  expect(await claims()).toHaveLength(1);
  expect(await bodies()).toEqual(['hello']);
}, 60_000);
