// `hooks list | remove`: what is asked of the core, and what a person or a program sees.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('hooks list shows when each was used and refused, and neither words nor numbers', async () => {
  const { out } = await type(`hooks list ${accountId}`);
  expect(out.split('\n')).toEqual([
    'NAME    AN HOUR  SIGNED  CREATED                   LAST USED  LAST REFUSED              REFUSAL',
    'alerts  30       no      2026-11-20T10:00:00.000Z  -          2026-11-20T12:00:00.000Z  opted_out',
    '',
  ]);
  expect(asked()[0]).toEqual(['listHooks', { accountId }]);
  expect(await typeJson(`hooks list ${accountId}`)).toEqual({
    hooks: [
      {
        ...{ account_id: Number(accountId), name: 'alerts', has_secret: false, key_id: null },
        ...{ created_at: '2026-11-20T10:00:00.000Z', last_used_at: null, texts_per_hour: 30, urgent: true },
        ...{ last_refused_at: '2026-11-20T12:00:00.000Z', last_refusal: 'opted_out' },
      },
    ],
  });
});

test('hooks remove removes one', async () => {
  expect((await type(`hooks remove ${accountId} alerts`)).out).toBe('removed\n');
  expect(asked()).toEqual([['deleteHook', { accountId, name: 'alerts' }]]);
});
