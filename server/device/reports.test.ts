// What a device's report becomes.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ProgressSchema, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { defaultLifetimes } from '../domain/messages/message.ts';
import type { MessageUpdate } from '../store/messages/update_messages.ts';
import { recordProgress } from './reports.ts';

test('a text of which a part left before it failed is one move, so that no batch holds half of it', async () => {
  const moves: MessageUpdate[] = [];
  const context = {
    device: { accountId: 1n, deviceId: 1n, country: 'US', driver: '', lastEpoch: 0n },
    nowMs: Date.parse('2026-03-10T12:00:00Z'),
    lifetimes: defaultLifetimes,
    update: async (move: MessageUpdate) => moves.push(move) > 0,
    handBack: async () => true,
    receive: async () => {},
    traces: { load: async () => {}, note: () => '' },
  };
  const error = 'rejected_by_network: the second part was refused';
  const progress = { reportId: 'p1', messageId: 7n, attempt: 1, outcome: SubmitOutcome.FAILED, error };
  await recordProgress(context, create(ProgressSchema, { ...progress, partlySent: true }));
  await recordProgress(context, create(ProgressSchema, progress));
  expect(moves).toMatchObject([
    { id: 7n, status: 'failed', error, hasLeft: true },
    { id: 7n, status: 'failed', error, hasLeft: false },
  ]);
});
