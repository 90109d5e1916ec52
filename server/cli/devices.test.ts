// `devices list` and `devices budget`: what a person sees of phones and SIMs, and that a flag left out changes nothing.
import { describe, expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked: requests, type, typeJson } = provideCore();

const id = String(accountId);

describe('devices list', () => {
  test('devices list shows state, signal, queue and each SIM with its budget, and no control character', async () => {
    const { out } = await type(`devices list ${id}`);
    expect(out.split('\n')).toEqual([
      'ID  NAME  SIGNAL  BATTERY  QUEUE  DRIVER     AGENT  LAST SEEN  STATE',
      '1   desk  61 %    -        2      simulated  0.1.0  -          online: The SIM asks for its?[31m PIN.',
      '',
      'DEVICE  SIM  PARTS THIS MINUTE  TODAY (UTC)  THIS MONTH    THERE',
      '1       1    3 of 10            40           1200 of 5000  yes',
      '1       2    0                  0            7             no',
      '',
    ]);
  });

  test('devices list says all of it with --json', async () => {
    expect(await typeJson(`devices list ${id}`)).toMatchObject({
      devices: [
        {
          ok: false,
          signal_percent: 61,
          battery_percent: null,
          queue_length: 2,
          charging: null,
          connection: null,
          connection_since: null,
          model: null,
          app_version: null,
          inbox_full: false,
          gives_receipts: true,
          sims: [
            { slot: 1, per_minute: 10, per_day: null, per_month: 5000, used_minute: 3, present: true },
            { slot: 2, per_minute: null, used_month: 7, present: false },
          ],
        },
      ],
    });
  });
});

describe('devices budget', () => {
  const asked = async (flags: string) => {
    await typeJson(`devices budget ${id} 1 ${flags}`);
    return requests().find(([name]) => name === 'setSimBudget')?.[1];
  };
  const named = { accountId, id: 1n };

  test.each([
    ['--per-day 200', { slot: 1, perMinute: 10, perDay: 200, perMonth: 5000 }],
    ['--per-minute none', { slot: 1, perMonth: 5000 }],
    ['--sim 2 --per-minute 1', { slot: 2, perMinute: 1 }],
    [
      '--sim 2 --per-minute 1000000 --per-day 1000000 --per-month 100000000',
      { slot: 2, perMinute: 1_000_000, perDay: 1_000_000, perMonth: 100_000_000 },
    ],
  ])('%s sets what is typed and keeps the rest', async (flags, expected) => {
    expect(await asked(flags)).toEqual({ ...named, ...expected });
  });

  test('devices budget shows the device as it is after', async () => {
    expect((await type(`devices budget ${id} 1 --per-day 200`)).out).toContain('40 of 200');
  });

  test('a device that is not there is named by the core', async () => {
    expect(await type(`devices budget ${id} 9 --per-day 1`)).toEqual({
      code: 1,
      out: '',
      error: 'device not found\n',
    });
  });

  test.each([
    ['', /nothing to set/],
    ['--sim 17 --per-day 1', /1 to 16/],
    ['--sim 0 --per-day 1', /1 to 16/],
    ['--per-minute 0', /1 to 1000000, or none/],
    ['--per-minute 1000001', /1 to 1000000, or none/],
    ['--per-day 1000001', /1 to 1000000, or none/],
    ['--per-month 100000001', /1 to 100000000, or none/],
    ['--per-month 1e3', /or none/],
  ])('"%s" is typed wrongly and never reaches the core', async (flags, reported) => {
    const { code, out, error } = await type(`devices budget ${id} 1 ${flags}`.trim());
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(reported);
    expect(requests()).toEqual([]);
  });
});
