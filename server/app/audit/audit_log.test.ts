// Who a line of the audit log names.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { OptOutWorld } from '../opt_outs/testing/opt_out_world.ts';
import { createAuditLog } from './audit_log.ts';

let world: OptOutWorld;
beforeAll(async () => {
  world = await OptOutWorld.create();
});
afterAll(() => world.close());

test('a person whose session has ended is a person without an id, and no key', async () => {
  const accountId = await world.addAccount();
  const keyHash = 'ab'.repeat(32);
  await world.inspect`insert into api_key (hash, id, account_id, label, hint, created_at, session_id) overriding system value
    values (decode(${keyHash}, 'hex'), -5, ${accountId}, '', '', now(), 5)`;
  const { store, clock } = world;
  const auditLog = createAuditLog({ store, clock, log: createLog('core', 'silent') });
  const call = { accountId, userId: null, keyHash, method: 'KeyService/RevokeKey', object: 'key_id 7' };
  await auditLog.record(
    call,
    async () => 'answer',
    () => '',
  );
  const list = await auditLog.list(accountId, { limit: 0, cursor: undefined, actorType: '', method: '' });
  expect(list.auditEvents).toMatchObject([{ actorType: 'user', actorId: null, outcome: 'done' }]);
});
