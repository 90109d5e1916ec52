// `keys create` and `keys change` with a key's limits.
import { expect, test } from 'vitest';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type, typeJson } = provideCore();

const id = String(accountId);

test('keys create and change with limits; what is not typed stays', async () => {
  const limits =
    '--scopes read,send --recipients +1500*,+447400123456 --per-hour 5 --per-day 20 --from device:1';
  await typeJson(`keys create ${id} ${limits}`);
  const changed = await typeJson(`keys change ${id} 3 --per-day none --recipients writers --ends 2026-12-24`);
  const scopes = { scopes: [KeyScope.READ, KeyScope.SEND] };
  const recipients = { recipients: ['+1500*', '+447400123456'] };
  expect(asked()).toMatchObject([
    ['createKey', { policy: { scopes, perHour: 5, from: 'device:1', recipients, perDay: 20 } }],
    ['listKeys', { accountId, limit: 1, cursor: 2n }],
    ['changeKey', { accountId, id: 3n, to: { value: { recipients: { recipients: ['writers'] } } } }],
  ]);
  expect(changed).toMatchObject({
    key: { policy: { recipients: ['writers'], per_day: null, ends_at: '2026-12-24T00:00:00.000Z' } },
  });
  expect((await type(`keys change ${id} 3 --label ci`)).out).toContain('ci');
});

test.each(['--scopes all', '--per-hour 0', '--per-day 1000001', '--ends soon', '--per-hour -1'])(
  'a limit that is none is refused before the core is asked: %s',
  async (limit) => {
    expect(await type(`keys create ${id} ${limit}`)).toMatchObject({ code: 2, out: '' });
    expect(asked()).toEqual([]);
  },
);

test('keys refusals shows what the limits of a key refused, how often and why', async () => {
  expect((await type(`keys refusals ${id} 3`)).out.split('\n')[1]).toMatch(
    /^2026-.*Z +3 +\+12015550124 +recipient_not_allowed +the key may write only to those/,
  );
  expect(await typeJson(`keys refusals ${id} 3`)).toMatchObject({
    refusals: [{ code: 'recipient_not_allowed', address_norm: '+12015550124', times: 3 }],
  });
  expect(asked()[0]).toMatchObject(['listKeyRefusals', { accountId, id: 3n }]);
});
