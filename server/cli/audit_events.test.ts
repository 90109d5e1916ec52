// `audit-events`: who changed what.
import { expect, test } from 'vitest';
import { AuditActor } from '../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('audit-events lists who called what, on what, and with which outcome', async () => {
  const { out } = await type(`audit-events ${accountId}`);
  expect(out.split('\n')).toEqual([
    'AT                        BY                            CALL                  ON        OUTCOME',
    '2026-11-20T10:00:00.000Z  user 7 Ada <ada@example.com>  KeyService/RevokeKey  key_id 3  done',
    `more: audit-events ${accountId} --after 'more'`,
    '',
  ]);
  expect(await typeJson(`audit-events ${accountId} --after more`)).toMatchObject({
    audit_events: [
      { actor: 'user', actor_id: 7, method: 'KeyService/RevokeKey', object: 'key_id 3', outcome: 'done' },
    ],
  });
  expect(asked().map(([, request]) => request)).toMatchObject([{ accountId }, { accountId, cursor: 'more' }]);
});

test('audit events are narrowed to a kind of actor and to a method or service, and so is the page after', async () => {
  const { out } = await type(`audit-events ${accountId} --actor user --method KeyService`);
  expect(out).toContain(`more: audit-events ${accountId} --actor user --method 'KeyService' --after 'more'`);
  expect(asked().map(([, request]) => request)).toMatchObject([
    { accountId, actor: AuditActor.USER, method: 'KeyService' },
  ]);
  const { code, error } = await type(`audit-events ${accountId} --actor nobody`);
  expect(code).toBe(2);
  expect(error).toContain('Allowed choices are user, key, platform, operator');
});
