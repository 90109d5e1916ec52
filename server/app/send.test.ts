// What a batch of sends keeps, whatever its texts look like.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { startTestCore, type TestCore } from '../../test/support/core.ts';
import { createDatabase } from '../../test/support/database.ts';

let core: TestCore;

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
});

afterAll(() => core.stop());

test('texts are accepted in the order of the batch, national and international addresses mixed', async () => {
  const { id: accountId } = await core.createAccount({ country: 'GB' });
  const addresses = ['07400 123456', '+447400123456', 'abc', '07400 123457', '+447400123457', '07400 123456'];
  const { results } = await core.messages.sendMessages({
    texts: addresses.map((address) => ({ accountId, address, body: 'x' })),
  });
  const outcomes = results.map(({ outcome }) =>
    outcome.case === 'accepted' ? Number(outcome.value.message?.id) : outcome.value?.code,
  );
  expect(outcomes).toEqual([1, 2, ErrorCode.INVALID_ADDRESS, 3, 4, 5]);
});

test('texts of an account that does not exist are refused alone', async () => {
  const { id: accountId } = await core.createAccount();
  const { results } = await core.messages.sendMessages({
    texts: [
      { accountId: 5n, address: '07400 123456', body: 'x' },
      { accountId, address: '(500) 555-0006', body: 'x' },
      { accountId: 5n, address: '+15005550006', body: 'x' },
    ],
  });
  expect(results.map(({ outcome }) => outcome.case)).toEqual(['error', 'accepted', 'error']);
});
