// The network holds up the statement that opens a link, and it arrives after the device has come back.
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { HeldLine } from '../support/held_line.ts';
import { RawAgent } from '../support/raw_agent.ts';

let clock: ManualClock;
let line: HeldLine;
let core: TestCore;
let inspect: ReturnType<typeof openInspector>;

beforeEach(async () => {
  clock = new ManualClock();
  const url = await createDatabase();
  inspect = openInspector(url);
  line = await HeldLine.to(url);
  core = await startTestCore(line.url, { clock });
});
afterEach(async () => {
  await core.stop();
  await line.close();
  await inspect.end();
});

test('a link opening that arrives late supersedes nothing, and the device goes on with the link that it has', async () => {
  const account = await core.createAccount();
  const first = new RawAgent(core, account.deviceToken);
  await once(first.socket, 'open');
  const held = line.holdNext('journal-1');
  first.send({ case: 'hello', value: { protocolVersion: 1, journalId: 'journal-1', window: 4 } });
  await held;
  // The core gives up the statement and the link; its agent comes back.
  clock.advance(5_000);
  await first.closed();
  const second = await RawAgent.linked(core, account.deviceToken, 'journal-1', 4);
  line.release();
  await until(async () => {
    const rows = await inspect`select from pg_stat_activity where datname = current_database()
      and state = 'active' and pid <> pg_backend_pid()`;
    return rows.length === 0;
  });
  for (let checks = 0; checks < 5; checks++) {
    clock.advance(1_000);
    await second.settled();
    await inspect`select 1`;
  }
  expect(second.waiting('goodbye')).toBe(0);
  const texts = [{ accountId: account.id, address: '+15005550006', body: 'hello' }];
  await core.messages.sendMessages({ texts });
  await second.submit();
  await second.close();
});
