import { describe, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { ConfigError } from '../../runtime/config/config_values.ts';
import { runAdmin } from './run.ts';
import { secret, serviceToken } from './testing/fake_core.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';
import { nothingHere, typeLine } from './testing/type_line.ts';

const { asked, connection, type, typeJson } = provideCore();

const id = String(accountId);

const account = {
  id: Number(accountId),
  name: 'Acme\u001b[31m',
  plan: 'starter',
  subscription_status: 'active',
};
const record = {
  ...account,
  country: 'US',
  exempt: false,
  created_at: '2026-11-20T10:00:00.000Z',
  suspended_at: null,
  suspension_reason: null,
};
const key = {
  id: 3,
  sandbox_account: null,
  label: 'ci',
  hint: 'svc_live_ab...6789',
  created_at: '2026-11-20T10:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
  policy: null,
};
const usage = {
  plan: 'starter',
  subscription_status: 'active',
  can_send: false,
  reason: 'cap_reached',
  texts_used: 500,
  texts_cap: 500,
  texts_remaining: 0,
  unlimited: false,
  period: 'calendar_month_utc',
  resets_at: '2026-12-01T00:00:00.000Z',
};

describe('every command answers one JSON document with --json, and asks the core what was typed', () => {
  test('accounts create', async () => {
    const line = 'accounts create --name Acme --country us --plan starter --exempt';
    expect(await typeJson(line)).toEqual({ account: record });
    expect(asked()).toEqual([
      ['createAccount', { name: 'Acme', country: 'us', plan: 'starter', exempt: true, owned: false }],
    ]);
  });

  test('accounts create leaves out what was not typed', async () => {
    await typeJson('accounts create --name Acme --country us');
    expect(asked()).toEqual([
      ['createAccount', { name: 'Acme', country: 'us', exempt: false, owned: false }],
    ]);
  });

  test('accounts suspend and resume', async () => {
    const suspended = { suspended_at: '2026-11-20T12:00:00.000Z', suspension_reason: 'spam' };
    expect(await typeJson(`accounts suspend ${id} --reason spam`)).toEqual({
      account: { ...record, ...suspended },
    });
    expect(await typeJson(`accounts resume ${id}`)).toEqual({ account: record });
    expect(asked()).toEqual([
      ['suspendAccount', { accountId, reason: 'spam' }],
      ['resumeAccount', { accountId }],
    ]);
  });

  test('accounts list', async () => {
    expect(await typeJson('accounts list')).toEqual({ accounts: [record], next_after: Number(accountId) });
    const rest = await typeJson(`accounts list --limit 2 --after ${id}`);
    expect(rest).toMatchObject({ accounts: [{ name: 'Bolt', plan: null, country: 'DE' }], next_after: null });
    expect(asked()).toEqual([
      ['listAccounts', { search: '', limit: 500 }],
      ['listAccounts', { search: '', limit: 2, cursor: accountId }],
    ]);
  });

  test('accounts show', async () => {
    expect(await typeJson(`accounts show ${id}`)).toEqual({ account: record, usage });
  });

  test('keys create, list and revoke', async () => {
    expect(await typeJson(`keys create ${id} --label ci`)).toEqual({ key, secret });
    expect(await typeJson(`keys list ${id}`)).toEqual({ keys: [key] });
    const revoked = { key: { ...key, revoked_at: '2026-11-20T11:00:00.000Z' } };
    expect(await typeJson(`keys revoke ${id} 3`)).toEqual(revoked);
    expect(asked()).toEqual([
      ['createKey', { accountId, label: 'ci', sandbox: false }],
      ['listKeys', { accountId, limit: 500 }],
      ['revokeKey', { accountId, id: 3n }],
    ]);
  });

  test('devices pair, list and revoke', async () => {
    expect(await typeJson(`devices pair ${id} --name desk --url http://relay.example:4200`)).toEqual({
      code: '0123456789',
      expires_at: '2026-11-20T10:15:00.000Z',
      command: 'textrelay-agent pair http://relay.example:4200 0123456789',
      npm_command: 'npm run agent -- pair http://relay.example:4200 0123456789',
      advice: '',
      phone_url: 'http://127.0.0.1:8080/m',
      phone_advice: 'A phone may not reach this address: it is reached from this machine only.',
      phone_steps: [
        { text: 'Type this as API URL.', value: 'http://127.0.0.1:8080/m' },
        { text: 'Tap Offline.', value: null },
        { text: 'Type the code.', value: '0123456789' },
      ],
    });
    const device = {
      id: 1,
      name: 'desk',
      online: true,
      driver: 'simulated',
      agent_version: '0.1.0',
      last_seen_at: null,
    };
    expect(await typeJson(`devices list ${id}`)).toMatchObject({ devices: [device] });
    expect(await typeJson(`devices unpair ${id} 1`)).toMatchObject({ device: { id: 1, online: false } });
    expect(asked()).toEqual([
      ['createPairingCode', { accountId, deviceName: 'desk' }],
      ['listDevices', { accountId, limit: 500 }],
      ['unpairDevice', { accountId, id: 1n }],
    ]);
  });

  test('plan set changes only what was typed', async () => {
    expect(await typeJson(`plan set ${id} --plan pro`)).toEqual({ account: record });
    await typeJson(`plan set ${id} --status past_due --exempt false`);
    expect(asked()).toEqual([
      ['updateAccount', { accountId, plan: 'pro' }],
      ['updateAccount', { accountId, subscriptionStatus: 'past_due', exempt: false }],
    ]);
  });

  test('plans lists what is on offer', async () => {
    const tier = { plan: 'starter', name: 'Starter', texts_cap: 500, price_cents: 1900 };
    expect(await typeJson('plans')).toEqual({ plans: [{ ...tier, currency: 'usd', interval: 'month' }] });
    expect((await type('plans')).out).toMatch(/^starter +Starter +500 +\$19\.00 a month$/m);
  });

  test('usage', async () => {
    expect(await typeJson(`usage ${id}`)).toEqual({ usage });
  });
});

describe('people get aligned text', () => {
  test('a list is a table, and says how to go on', async () => {
    const { out } = await type('accounts list');
    expect(out.split('\n')).toEqual([
      'ID               NAME       COUNTRY  PLAN     STATUS  CREATED                   SUSPENDED',
      `${id}  Acme?[31m  US       starter  active  2026-11-20T10:00:00.000Z  -`,
      `more: accounts list --after ${id}`,
      '',
    ]);
  });

  test('an empty list says so', async () => {
    expect(await type('accounts list --after 999')).toEqual({ code: 0, out: 'no accounts\n', error: '' });
  });

  test('a name cannot send control characters to the terminal', async () => {
    for (const line of ['accounts list', `accounts show ${id}`])
      expect((await type(line)).out).not.toContain('\u001b');
  });

  test("a key's secret is shown at creation, with a word that it never is again", async () => {
    const { out } = await type(`keys create ${id}`);
    expect(out.split('\n')[0]).toBe(secret);
    expect(out).toContain('never shown again');
    expect((await type(`keys list ${id}`)).out).not.toContain(secret);
  });

  test('a pairing code comes with its expiry and the command to type', async () => {
    const { out } = await type(`devices pair ${id}`);
    expect(out).toContain('2026-11-20T10:15:00.000Z');
    expect(out).toContain('textrelay-agent pair http://127.0.0.1:4200 0123456789\n');
    expect(out).toContain('npm run agent -- pair http://127.0.0.1:4200 0123456789\n');
  });

  test('a pairing code comes with the three steps at a phone, after what speaks against its address', async () => {
    const { out } = await type(`devices pair ${id}`);
    expect(out).toContain('code     01234 56789\n');
    const first = '1. Type this as API URL.\n       http://127.0.0.1:8080/m\n';
    const steps = `  ${first}  2. Tap Offline.\n  3. Type the code.\n       01234 56789\n`;
    expect(out.indexOf('this machine only.')).toBeLessThan(out.indexOf(steps));
    expect(out).toContain('this machine only.');
  });

  test('an account is shown with what it has used', async () => {
    const { out } = await type(`accounts show ${id}`);
    expect(out).toContain('can send    no (cap_reached)\n');
    expect(out).toContain('texts used  500 of 500\n');
  });
});

describe('what was typed wrongly ends with 2 and one line, and never reaches the core', () => {
  const wrong: [string, RegExp][] = [
    ['acounts list', /unknown command 'acounts' \(Did you mean accounts\?\)/],
    ['accounts lst', /unknown command 'lst' \(Did you mean list\?\)/],
    ['frob', /unknown command 'frob' \(see --help\)/],
    [`usage ${id} --jsno`, /unknown option '--jsno' \(Did you mean --json\?\)/],
    ['accounts create --name x', /'--country <code>' not specified/],
    ['usage', /missing required argument 'account'/],
    [`usage ${id} 2`, /too many arguments/],
    [`plan set ${id}`, /nothing to set/],
    [`plan set ${id} --exempt perhaps`, /Allowed choices are true, false/],
    ['accounts list --limit 501', /1 to 500/],
  ];
  for (const word of ['0', '-1', '01', '1e3', '0x10', '1.0', '1000000000000000', 'x'])
    wrong.push([`usage ${word}`, /./]);

  test.each(wrong)('%s', async (line, reported) => {
    const { code, out, error } = await type(`${line}`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(reported);
    expect(error.trimEnd().split('\n')).toHaveLength(1);
    expect(asked()).toEqual([]);
  });
});

describe('help needs no core', () => {
  const nowhere = () => {
    throw new ConfigError(['no service']);
  };

  test.each(['', '--help', 'help', 'keys --help', 'help keys', 'plan set --help'])('"%s"', async (line) => {
    let out = '';
    const words = line === '' ? [] : line.split(' ');
    const write = (text: string) => {
      out += text;
    };
    expect(
      await runAdmin({
        words,
        version: '1.2.3',
        readConnection: nowhere,
        readConnections: nowhere,
        here: nothingHere,
        ...{ readDatabases: nowhere, stopRequests: nowhere },
        clock: systemClock,
        writeOut: write,
        writeError: () => {},
      }),
    ).toBe(0);
    expect(out).toContain('Usage: admin');
    expect(out).toContain('--json');
  });

  test('--version is the version alone', async () => {
    expect(await type('--version')).toEqual({ code: 0, out: '1.2.3\n', error: '' });
  });

  test('a group without a command lists its commands and ends with 2', async () => {
    const { code, error } = await type('devices');
    expect(code).toBe(2);
    expect(error).toMatch(/pair \[options\] <account>/);
  });
});

describe('a refusal or failure ends with 1 and one line on stderr, with --json too', () => {
  test("the core's own sentence is what is shown", async () => {
    expect(await type('usage 5')).toEqual({ code: 1, out: '', error: 'account not found\n' });
    expect(await type(`keys revoke ${id} 9 --json`)).toEqual({ code: 1, out: '', error: 'key not found\n' });
  });

  test('a wrong service token is named, not shown', async () => {
    const { code, out, error } = await type(`usage ${id}`, {
      core: connection().core,
      serviceToken: 'another-token-of-ours',
    });
    expect({ code, out, error }).toEqual({ code: 1, out: '', error: 'the core refused the service token\n' });
  });

  test('a core that is not there is named as such', async () => {
    const { code, out, error } = await type(`usage ${id}`, { core: '127.0.0.1:1', serviceToken });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^the core cannot be reached; is it running\? .*\n$/);
  });

  test('faults of the configuration come out in one line', async () => {
    const { code, error } = await typeLine(`usage ${id}`, connection(), {
      readConnection: () => {
        throw new ConfigError(['one error', 'another']);
      },
    });
    expect({ code, error }).toEqual({ code: 1, error: 'one error; another\n' });
  });
});
