// What endpoints of sendings answer, of accounts that have one.
import { until } from '../../../runtime/testing/until.ts';
import { openInspector } from '../../support/database.ts';
import { type Asked, askOf, bodies } from './asked.ts';

/** Of an account that has a sending with a row, in the state that is meant. */
const withSending =
  (state: 'draft' | 'running' | 'failed'): Asked =>
  async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount();
    const post = (path: string, body: unknown, method = 'POST') =>
      stack.ask({ method, path: `/api/v1/sendings${path}`, key, body });
    await post('', bodies.createSending);
    await post('/1/rows', bodies.putSendingRows, 'PUT');
    if (state !== 'draft') await post('/1/start', {});
    if (state === 'failed') {
      const sql = openInspector(stack.databaseUrl);
      await until(
        async () =>
          (await sql`select from sending_row where account_id = ${String(id)} and message_id = 1`)[0],
      );
      await sql`update message set status = 'failed', error = 'device_failed: x' where account_id = ${String(id)}`;
      await sql.end();
    }
    return stack.ask(askOf(operation, { key }));
  };
/** Of an account whose sending waits for its instant. */
const withPaused: Asked = async ({ stack }, operation) => {
  const { key } = await stack.createAccount();
  const post = (path: string, body: unknown, method = 'POST') =>
    stack.ask({ method, path: `/api/v1/sendings${path}`, key, body });
  await post('', bodies.createSending);
  await post('/1/rows', bodies.putSendingRows, 'PUT');
  await post('/1/start', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
  return stack.ask(askOf(operation, { key }));
};

export const sendingCases: Readonly<Record<string, Asked>> = {
  'putSendingRows 200 ok': withSending('draft'),
  'startSending 200 ok': withSending('draft'),
  'getSending 200 ok': withSending('draft'),
  'pauseSending 200 ok': withPaused,
  'resumeSending 200 ok': withPaused,
  'cancelSending 200 ok': withSending('running'),
  'listSendingRows 200 ok': withSending('running'),
  'createFailedSending 200 ok': withSending('failed'),
};
