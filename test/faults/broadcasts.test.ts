// Each row of a broadcast becomes one text, even when the core dies after it accepted some and before it noted that.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BroadcastService, BroadcastState } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { pairDevice } from '../support/pairing.ts';
import { watchTables } from '../support/written_tables.ts';
import { CoreUnderTest } from './core_under_test.ts';

let url: string;
let core: CoreUnderTest;
let inspect: ReturnType<typeof openInspector>;
beforeEach(async () => {
  url = await createDatabase();
  inspect = openInspector(url);
});
afterEach(async () => {
  await core.stop();
  await inspect.end();
});

test('each row is sent once when a core is killed between accepting rows and noting that', async () => {
  core = await CoreUnderTest.start(url, {}, 'broadcast_after_accept');
  const { account } = await core.admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  const accountId = account?.id ?? 0n;
  await pairDevice({ device: { host: '127.0.0.1', port: core.devicePort } }, core.admin, accountId);
  const ask = () => clientOf(BroadcastService, { rpc: { host: '127.0.0.1', port: core.rpcPort } });
  const { broadcast } = await ask().createBroadcast({ accountId, name: 'Rows', template: 'Row {n}' });
  const id = broadcast?.id ?? 0n;
  const rows = Array.from({ length: 300 }, (_, index) => ({
    number: index + 1,
    address: `+1500555${1000 + index}`,
    fields: { n: String(index + 1) },
  }));
  await ask().putBroadcastRecipients({ accountId, id, recipients: rows });
  await ask()
    .startBroadcast({ accountId, id })
    .catch(() => undefined);
  await core.died();
  expect((await inspect`select from message`).length).toBe(200);
  expect((await inspect`select from broadcast_recipient where state <> 'waiting'`).length).toBe(0);
  await core.run();
  // The dead core's claim ends after half a minute.
  await inspect`update broadcast set claimed_until = now()`;
  const written = await watchTables(inspect, 'broadcast');
  await written.until(
    async () => (await ask().getBroadcast({ accountId, id })).broadcast?.state === BroadcastState.DONE,
  );
  const sent = await inspect`select body from message order by id`;
  expect(sent.map(({ body }) => body)).toEqual(rows.map(({ number }) => `Row ${number}`));
}, 60_000);
