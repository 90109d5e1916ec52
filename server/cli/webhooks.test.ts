// `webhooks list | attempts | enable | disable` and `consumers list`: what is asked of the core, and what a person or a
// program sees.
import { describe, expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

const id = String(accountId);

const heading =
  'ACCOUNT          NAME  HOST          FORMAT    BEHIND  STATE               FAILING SINCE             NEXT ATTEMPT              LAST ANSWER';
const shop = `${id}  shop  shop.example  twilio    7       failed 3 in a row   2026-11-20T10:00:00.000Z  2026-11-20T12:00:00.000Z  the endpoint answered 503?[31m`;
const old = `${id}  old   old.example   standard  2       disabled: operator  -                         -                         200`;

describe('webhooks list', () => {
  test('webhooks list shows how each stands and what it last answered, and no control character', async () => {
    const { out } = await type(`webhooks list ${id}`);
    expect(out.split('\n')).toEqual([
      heading,
      shop,
      old,
      `${id}  good  good.example  standard  0       active              -                         -                         200`,
      '',
    ]);
    expect(asked()[0]).toEqual(['listWebhooks', { accountId }]);
  });

  test('webhooks list --failing shows those of all accounts that fail or are disabled', async () => {
    expect((await type('webhooks list --failing')).out.split('\n')).toEqual([heading, shop, old, '']);
    expect(asked().filter(([name]) => name === 'listTroubledWebhooks')).toEqual([
      ['listTroubledWebhooks', { limit: 500 }],
      ['listTroubledWebhooks', { limit: 500, cursor: '7/shop' }],
    ]);
    expect((await type(`webhooks list ${id} --failing`)).out.split('\n')).toEqual([heading, shop, old, '']);
    const { out } = await type('webhooks list --failing --limit 1');
    expect(out.split('\n').slice(1)).toEqual([
      expect.stringContaining('shop'),
      '1 more: webhooks list --failing --limit 500',
      '',
    ]);
  });

  test('webhooks list says all of it with --json', async () => {
    expect(await typeJson('webhooks list --failing --limit 1')).toEqual({
      webhooks: [
        {
          account_id: Number(accountId),
          name: 'shop',
          url: 'https://shop.example/secret-path',
          types: ['text.received'],
          cursor: 3,
          behind: 7,
          moved_at: '2026-11-20T10:00:00.000Z',
          format: 'twilio',
          disabled_reason: null,
          disabled_at: null,
          failures: 3,
          failing_since: '2026-11-20T10:00:00.000Z',
          next_attempt_at: '2026-11-20T12:00:00.000Z',
          last_attempt: {
            number: 9,
            at: '2026-11-20T10:00:00.000Z',
            event_count: 2,
            first_event: '4.4',
            last_event: '5.5',
            took_ms: 84,
            status: 503,
            error: 'the endpoint answered 503\u001b[31m',
            answer: 'down',
          },
        },
      ],
      more: 1,
    });
  });

  test.each(['', ' Acme', ' --limit 0 --failing', ` ${id} more`])(
    '"webhooks list%s" is typed wrongly and never reaches the core',
    async (words) => {
      expect((await type(`webhooks list${words}`)).code).toBe(2);
      expect(asked()).toEqual([]);
    },
  );
});

describe('webhooks attempts', () => {
  test('webhooks attempts shows the last requests', async () => {
    expect((await type(`webhooks attempts ${id} shop`)).out.split('\n')).toEqual([
      'NUMBER  AT                        EVENTS  FIRST  LAST  MS  ANSWER',
      '9       2026-11-20T10:00:00.000Z  2       4.4    5.5   84  the endpoint answered 503?[31m',
      '8       2026-11-20T10:00:00.000Z  1       3.3    3.3   12  200',
      '',
    ]);
    expect(asked()).toEqual([['listWebhookAttempts', { accountId, name: 'shop' }]]);
  });

  test('one that does not exist is named by the core', async () => {
    expect(await type(`webhooks attempts ${id} none`)).toEqual({
      code: 1,
      out: '',
      error: 'webhook not found\n',
    });
  });
});

describe('webhooks enable and disable', () => {
  test('webhooks enable and disable ask for what was typed, as the operator', async () => {
    expect((await type(`webhooks enable ${id} shop`)).out).toContain('shop.example');
    expect((await type(`webhooks disable ${id} shop`)).out).toContain('shop.example');
    expect(asked().filter(([name]) => name !== 'listWebhookAttempts')).toEqual([
      ['enableWebhook', { accountId, name: 'shop', byOperator: true }],
      ['disableWebhook', { accountId, name: 'shop', byOperator: true }],
    ]);
    expect(await typeJson(`webhooks enable ${id} shop`)).toMatchObject({ webhook: { name: 'shop' } });
  });

  test.each(['enable', 'disable', `enable ${id}`, `disable Acme shop`])(
    '"webhooks %s" is typed wrongly and never reaches the core',
    async (words) => {
      expect((await type(`webhooks ${words}`)).code).toBe(2);
      expect(asked()).toEqual([]);
    },
  );
});

describe('consumers list', () => {
  test('consumers list shows how far each is, since when, and who has it', async () => {
    expect((await type(`consumers list ${id}`)).out.split('\n')).toEqual([
      'NAME     CURSOR  BEHIND  MOVED                     LEASED UNTIL',
      'billing  43      2       2026-11-20T10:00:00.000Z  2026-11-20T12:00:00.000Z',
      '',
    ]);
    expect(await typeJson(`consumers list ${id}`)).toEqual({
      consumers: [
        {
          name: 'billing',
          cursor: 43,
          behind: 2,
          moved_at: '2026-11-20T10:00:00.000Z',
          created_at: '2026-11-20T10:00:00.000Z',
          lease_until: '2026-11-20T12:00:00.000Z',
        },
      ],
    });
    expect((await type('consumers list')).code).toBe(2);
  });
});
