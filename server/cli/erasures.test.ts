// `erase recipient | account | list`: what is asked of the core, and what the list says.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

test('erase recipient and erase account ask for what was typed', async () => {
  await type(`erase recipient ${accountId} +12015550123 --note ticket-7`);
  await type(`erase account ${accountId} --name Acme`);
  expect(asked()).toMatchObject([
    ['eraseRecipient', { accountId, address: '+12015550123', note: 'ticket-7' }],
    ['eraseAccount', { accountId, name: 'Acme', note: '' }],
  ]);
  expect((await type(`erase account ${accountId}`)).code).toBe(2);
});

test('erase list says who asked, how many rows of each table went, and what still names the recipient', async () => {
  const { out } = await type(`erase list ${accountId}`);
  expect(out.split('\n').slice(0, 2)).toEqual([
    'ID  KIND       ASKED                     BY            NOTE      DONE       ERASED      RETAINED',
    '2   recipient  2026-11-20T10:00:00.000Z  the operator  ticket 7  under way  12 message  incoming_webhook door, opt_out',
  ]);
  expect(await typeJson(`erase list ${accountId} --after 9`)).toMatchObject({
    erasures: [
      {
        ...{ id: 2, kind: 'recipient', note: 'ticket 7', done_at: null, erased: { message: 12 } },
        retained: [
          { table: 'incoming_webhook', name: 'door' },
          { table: 'opt_out', name: '' },
        ],
      },
    ],
    next_after: 2,
  });
  expect(asked().at(-1)).toMatchObject(['listErasures', { accountId, cursor: 9n }]);
});
