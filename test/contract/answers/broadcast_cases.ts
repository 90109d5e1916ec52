// What endpoints of broadcasts answer, of accounts that have one.
import { until } from '../../../runtime/testing/until.ts';
import { openInspector } from '../../support/database.ts';
import { type Asked, askOf, bodies } from './asked.ts';

/** Of an account that has a broadcast with a row, in the state that is meant. */
const withBroadcast =
  (state: 'draft' | 'running' | 'failed'): Asked =>
  async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount();
    const post = (path: string, body: unknown, method = 'POST') =>
      stack.ask({ method, path: `/api/v1/broadcasts${path}`, key, body });
    await post('', bodies.createBroadcast);
    await post('/1/recipients', bodies.putBroadcastRecipients, 'PUT');
    if (state !== 'draft') await post('/1/start', {});
    if (state === 'failed') {
      const sql = openInspector(stack.databaseUrl);
      await until(
        async () =>
          (await sql`select from broadcast_recipient where account_id = ${String(id)} and message_id = 1`)[0],
      );
      await sql`update message set status = 'failed', error = 'device_failed: x' where account_id = ${String(id)}`;
      await sql.end();
    }
    return stack.ask(askOf(operation, { key }));
  };
/** Of an account whose broadcast waits for its instant. */
const withPaused: Asked = async ({ stack }, operation) => {
  const { key } = await stack.createAccount();
  const post = (path: string, body: unknown, method = 'POST') =>
    stack.ask({ method, path: `/api/v1/broadcasts${path}`, key, body });
  await post('', bodies.createBroadcast);
  await post('/1/recipients', bodies.putBroadcastRecipients, 'PUT');
  await post('/1/start', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
  return stack.ask(askOf(operation, { key }));
};

export const broadcastCases: Readonly<Record<string, Asked>> = {
  'putBroadcastRecipients 200 ok': withBroadcast('draft'),
  'startBroadcast 200 ok': withBroadcast('draft'),
  'getBroadcast 200 ok': withBroadcast('draft'),
  'pauseBroadcast 200 ok': withPaused,
  'resumeBroadcast 200 ok': withPaused,
  'cancelBroadcast 200 ok': withBroadcast('running'),
  'listBroadcastRecipients 200 ok': withBroadcast('running'),
  'createFailedBroadcast 200 ok': withBroadcast('failed'),
};
