// The network holds up the statement that opens a link, and it arrives after the device has come back.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { LinkBench } from '../support/link_bench.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';

let bench: LinkBench;
provideLinkBench((provided) => {
  ({ bench } = provided);
});

/** Words of the statement that opens links, and of no other. */
const opening = 'free_sim as materialized';

test('a link opening that arrives late supersedes nothing, and the device goes on with the link that it has', async () => {
  const account = await bench.core.createAccount();
  const first = bench.adopt(new RawAgent(bench.core, account.deviceToken));
  await once(first.socket, 'open');
  const { database } = bench.service;
  const lost = database.lose(opening, 'late');
  first.send({ case: 'hello', value: { protocolVersion: 1, journalId: 'journal-1', window: 4 } });
  await lost;
  // The core gives up the statement and the link; its agent comes back.
  const startMs = bench.nowMs();
  await bench.passing(first.closed());
  expect(bench.nowMs() - startMs).toBe(5_000);
  const second = await bench.link(account, 'journal-1', bench.core, 4);
  await database.arrive();
  await bench.run('5 s');
  expect(second.waiting('goodbye')).toBe(0);
  await bench.send(account);
  await second.submit();
  await second.close();
});
