// `incoming-webhooks list | remove`: what is asked of the core, and what a person or a program sees.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('incoming-webhooks list shows when each was used and refused, and neither words nor numbers', async () => {
  const { out } = await type(`incoming-webhooks list ${accountId}`);
  expect(out.split('\n')).toEqual([
    'NAME    AN HOUR  SIGNED  CREATED                   LAST USED  LAST REFUSED              REFUSAL',
    'alerts  30       no      2026-11-20T10:00:00.000Z  -          2026-11-20T12:00:00.000Z  opted_out',
    '',
  ]);
  expect(asked()[0]).toEqual(['listIncomingWebhooks', { accountId }]);
  expect(await typeJson(`incoming-webhooks list ${accountId}`)).toEqual({
    incoming_webhooks: [
      {
        ...{ account_id: Number(accountId), name: 'alerts', has_secret: false, key_id: null },
        ...{ created_at: '2026-11-20T10:00:00.000Z', last_used_at: null, texts_per_hour: 30, urgent: true },
        ...{ last_refused_at: '2026-11-20T12:00:00.000Z', last_refusal: 'opted_out' },
      },
    ],
  });
});

test('incoming-webhooks remove removes one', async () => {
  expect((await type(`incoming-webhooks remove ${accountId} alerts`)).out).toBe('removed\n');
  expect(asked()).toEqual([['deleteIncomingWebhook', { accountId, name: 'alerts' }]]);
});
