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
    { isMissing: () => false },
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

test('what is not confirmed is answered as a page that was not read', async () => {
  let isMissing = false;
  const listChanges = createListChanges(
    {
      listChanges: async () => {
        // It is asked after the read: what was shown to it may have been taken back meanwhile.
        isMissing = true;
        return {
          messages: [{ seq: 10n } as never],
          hasMore: true,
          newestSeq: 10n,
          lostAfter: null,
          isTruncated: false,
        };
      },
      listReadableChanges: () => expect.unreachable('no key reads only some texts'),
    },
    async () => [],
    { isMissing: () => isMissing },
  );
  const request = create(ListChangesRequestSchema, { queries: [{ accountId: 1n, since: 9n, limit: 100 }] });
  expect(await listChanges(request)).toEqual({ pages: [{ nextSince: 9n }] });
});
