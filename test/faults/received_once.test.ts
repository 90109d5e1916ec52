// A message centre delivers a text to one core, gives up and delivers it to another: it is stored as one text, however long it
// waited in the first core. The cores and the message centre are real; the database is slow, or a process is stopped.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { HeldLine } from '../support/held_line.ts';
import { PlainCentre } from '../support/plain_centre/plain_centre.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { CuttableLine } from './cuttable_line.ts';

const number = '+15005550100';

let url: string;
let inspect: ReturnType<typeof openInspector>;
let centre: PlainCentre;
let dir: string;
let ends: (() => Promise<unknown>)[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'received-once-'));
  url = await createDatabase();
  inspect = openInspector(url);
  centre = await PlainCentre.start();
  ends = [];
  const [account] = await seedAccounts(url, 1, 0);
  await inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
    values ('main', ${number}, ${account?.id as bigint}, now())`;
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await centre.throwAway();
  await inspect.end();
  rmSync(dir, { recursive: true });
});

/** A core on this database that is bound through its own line. */
async function openCore(name: string, databaseUrl: string) {
  const line = await CuttableLine.to(centre.port);
  const session = { host: '127.0.0.1', port: line.port, system_id: 'relay', password: 'secret' };
  const path = join(dir, `${name}.json`);
  writeFileSync(
    path,
    JSON.stringify({ carriers: [{ name: 'main', kind: 'smpp', priority: 1, ...session }] }),
  );
  const boundBefore = (await centre.look())?.bound ?? 0;
  const core = await CoreUnderTest.start(databaseUrl, { TEXTRELAY_CARRIERS_FILE: path });
  await until(async () => ((await centre.look())?.bound ?? 0) > boundBefore);
  ends.push(
    () => line.close(),
    () => {
      // A core that is still frozen would not end.
      core.thaw();
      return core.stop();
    },
  );
  return { core, line };
}

const text = { name: 'a', from: '+15005550006', to: number, parts: ['hello'] };
const claims = () => inspect`select name, arrival, confirmed_at from carrier_inbound order by name`;
const bodies = async () => (await inspect`select body from message`).map(({ body }) => body);
const whenConfirmed = () => until(async () => (await claims())[0]?.confirmed_at);
/** Resolves when the first core has judged its delivery too: as a new text, or as the stored one. */
const whenJudgedAgain = (arrival: string) =>
  until(async () => (await claims())[0]?.arrival !== arrival || (await bodies()).length > 1);

test('A received text whose owner a core could not look up for seconds is not stored a second time', async () => {
  const databaseLine = await HeldLine.to(url);
  ends.push(() => databaseLine.close());
  const slow = await openCore('slow', databaseLine.url);
  await openCore('other', url);
  databaseLine.hold();
  await centre.deliver([text]);
  await until(() => databaseLine.holding('carrier_number') > 0);
  await slow.line.hangUp();
  await whenConfirmed();
  const [claim] = await claims();
  databaseLine.release();
  await whenJudgedAgain(claim?.arrival);
  expect(await claims()).toHaveLength(1);
  expect(await bodies()).toEqual(['hello']);
}, 60_000);

test('A received text that a stopped core reads only when it goes on is not stored a second time', async () => {
  const stopped = await openCore('stopped', url);
  await openCore('other', url);
  stopped.core.freeze();
  const { answered } = stopped.line;
  await centre.deliver([text]);
  await until(() => stopped.line.answered > answered);
  await stopped.line.hangUp();
  await whenConfirmed();
  const [claim] = await claims();
  stopped.core.thaw();
  await whenJudgedAgain(claim?.arrival);
  expect(await claims()).toHaveLength(1);
  expect(await bodies()).toEqual(['hello']);
}, 60_000);
