import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ListChangesRequestSchema } from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { createListChanges } from './list_changes.ts';

test('what many readers of one account ask for alike is read once, and each key is judged', async () => {
  const reads: unknown[] = [];
  const listChanges = createListChanges(
    {
      listChanges: async (...asked) => {
        reads.push(asked.slice(0, 2));
        return { messages: [], hasMore: false, newestSeq: 9n, lostAfter: null, isTruncated: false };
      },
      listReadableChanges: () => expect.unreachable('no key reads only some texts'),
    },
    async (keys) => keys.map((key) => (key === 'ended' ? 'nothing' : 'all')),
  );
  const query = (accountId: bigint, since: bigint, apiKey: string) => ({
    accountId,
    since,
    limit: 100,
    apiKey,
  });
  const queries = [
    query(1n, 9n, 'a'),
    query(1n, 9n, 'ended'),
    query(1n, 8n, 'a'),
    query(2n, 9n, 'b'),
    query(1n, 9n, 'c'),
  ];
  const { pages } = await listChanges(create(ListChangesRequestSchema, { queries }));
  expect(reads).toEqual([
    [1n, 9n],
    [1n, 8n],
    [2n, 9n],
  ]);
  expect(pages.map(({ keyRefused = false }) => keyRefused)).toEqual([false, true, false, false, false]);
});
