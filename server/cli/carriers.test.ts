// `carriers list` and `numbers assign | list | release`: what is asked of the core, and what a person or a program sees.
import { describe, expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

const id = String(accountId);
const number = '+12015550123';
const numberJson = {
  carrier: 'main',
  number,
  account_id: Number(accountId),
  assigned_at: '2026-11-20T10:00:00.000Z',
};

describe('carriers list', () => {
  test('carriers list shows each carrier and how it is, and no control character', async () => {
    const { out } = await type('carriers list');
    expect(out.split('\n')).toEqual([
      'NAME   KIND  PRIORITY  SHARED SENDER  CAPACITY  STATE',
      'main   smpp  10        +12015550100   40        up: 2 of 2 bound',
      'spare  http  50        -              0         down: the company?[31m answers 503',
      '',
    ]);
  });

  test('carriers list says all of it with --json', async () => {
    expect(await typeJson('carriers list')).toMatchObject({
      carriers: [
        {
          name: 'main',
          kind: 'smpp',
          priority: 10,
          shared_sender: '+12015550100',
          up: true,
          detail: '2 of 2 bound',
          capacity: 40,
        },
        { name: 'spare', shared_sender: null, up: false, capacity: 0 },
      ],
    });
  });
});

describe('numbers assign', () => {
  test('numbers assign asks for what was typed and shows the number as it is stored', async () => {
    const { code, out } = await type(`numbers assign ${id} main (201)555-0123`);
    expect(code).toBe(0);
    expect(asked()).toEqual([['assignNumber', { accountId, carrier: 'main', number: '(201)555-0123' }]]);
    expect(out.split('\n')).toEqual([
      'CARRIER  NUMBER        ACCOUNT          ASSIGNED',
      `main     ${number}  ${id}  2026-11-20T10:00:00.000Z`,
      '',
    ]);
    expect(await typeJson(`numbers assign ${id} main ${number}`)).toEqual({ number: numberJson });
  });

  test('an account that is not there is named by the core', async () => {
    expect(await type(`numbers assign 9 main ${number}`)).toEqual({
      code: 1,
      out: '',
      error: 'account not found\n',
    });
  });

  test.each(['', ` ${id}`, ` ${id} main`, ` Acme main ${number}`, ` ${id} main ${number} more`])(
    '"numbers assign%s" is typed wrongly and never reaches the core',
    async (words) => {
      expect((await type(`numbers assign${words}`)).code).toBe(2);
      expect(asked()).toEqual([]);
    },
  );
});

describe('numbers list', () => {
  test('numbers list lists all of them, and says how to go on', async () => {
    const { out } = await type('numbers list');
    expect(asked()).toEqual([['listAllNumbers', { limit: 500 }]]);
    expect(out).toContain(`main     ${number}  ${id}`);
    expect(out).toContain(`more: numbers list --after 'main/${number}'\n`);
    expect(await typeJson('numbers list')).toEqual({ numbers: [numberJson], next_after: `main/${number}` });
  });

  test('numbers list lists one account’s, from a place on, and says when there are none', async () => {
    const { out } = await type(`numbers list --account ${id} --limit 7 --after main/${number}`);
    expect(asked()).toEqual([['listAllNumbers', { account: accountId, limit: 7, cursor: `main/${number}` }]]);
    expect(out).toBe('no numbers\n');
    expect((await type(`numbers list --account ${id}`)).out).toContain(
      `numbers list --account ${id} --after`,
    );
  });

  test.each(['--limit 0', '--limit 501', '--account x'])('%s is typed wrongly', async (words) => {
    expect((await type(`numbers list ${words}`)).code).toBe(2);
    expect(asked()).toEqual([]);
  });
});

describe('numbers release', () => {
  test('numbers release says whose it was', async () => {
    const { out } = await type(`numbers release main ${number}`);
    expect(out).toBe(`Number ${number} of carrier main belonged to account ${id}.\n`);
    expect(await typeJson(`numbers release main ${number}`)).toEqual({ number: numberJson });
  });

  test('one that is nobody’s is not found', async () => {
    expect(await type('numbers release main 12345')).toMatchObject({ code: 1, error: 'number not found\n' });
  });
});
