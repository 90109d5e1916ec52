// `changes`: who changed what.
import { expect, test } from 'vitest';
import { ChangeCaller } from '../../proto/gen/textrelay/v1/change_service_pb.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('changes lists who called what, on what, and with which outcome', async () => {
  const { out } = await type(`changes ${accountId}`);
  expect(out.split('\n')).toEqual([
    'AT                        BY                              CALL                  ON        OUTCOME',
    '2026-11-20T10:00:00.000Z  person 7 Ada <ada@example.com>  KeyService/RevokeKey  key_id 3  done',
    `more: changes ${accountId} --after 'more'`,
    '',
  ]);
  expect(await typeJson(`changes ${accountId} --after more`)).toMatchObject({
    changes: [
      { caller: 'person', caller_id: 7, method: 'KeyService/RevokeKey', object: 'key_id 3', outcome: 'done' },
    ],
  });
  expect(asked().map(([, request]) => request)).toMatchObject([{ accountId }, { accountId, cursor: 'more' }]);
});

test('changes are narrowed to a kind of caller and to a method or service, and so is the page after', async () => {
  const { out } = await type(`changes ${accountId} --caller person --method KeyService`);
  expect(out).toContain(`more: changes ${accountId} --caller person --method 'KeyService' --after 'more'`);
  expect(asked().map(([, request]) => request)).toMatchObject([
    { accountId, callerKind: ChangeCaller.PERSON, method: 'KeyService' },
  ]);
  const { code, error } = await type(`changes ${accountId} --caller nobody`);
  expect(code).toBe(2);
  expect(error).toContain('Allowed choices are person, key, platform, operator');
});
