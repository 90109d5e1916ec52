// Which replica texts leave for: few of them share the batches of one, many are spread by their accounts.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type SendMessagesRequest,
  SendMessagesResponseSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { defaultLimits } from '../limits.ts';
import type { RpcChannel } from './channel.ts';
import { createSends } from './sends.ts';

/** Opens sends; what is returned sends texts of as many accounts at once, and says which replicas they left for. */
function open(away: readonly number[] = []) {
  let places: number[] = [];
  let answers: (() => void)[] = [];
  const channel = {
    targets: ['ipv4:10.0.0.1:7401', 'ipv4:10.0.0.2:7401', 'ipv4:10.0.0.3:7401'],
    standsBest: (index: number) => !away.includes(index),
    async unary(
      _method: unknown,
      { texts: asked }: SendMessagesRequest,
      _timeoutMs: number,
      { at }: { at: number },
    ) {
      places.push(at);
      await new Promise<void>((resolve) => answers.push(resolve));
      return create(SendMessagesResponseSchema, { results: asked.map(() => ({})) });
    },
  } as unknown as RpcChannel;
  const send = createSends({
    channel,
    clock: new ManualClock(),
    limits: defaultLimits,
    batched: (run) => async (text) => (await run([text]))[0] as never,
  });
  return async (texts: number): Promise<number[]> => {
    [places, answers] = [[], []];
    const sent = Array.from({ length: texts }, (_, index) =>
      send(create(OutboundTextSchema, { accountId: BigInt(index + 1) })),
    );
    for (const answer of answers) answer();
    await Promise.all(sent);
    return places;
  };
}

test('up to 128 texts under way go to one replica, further ones to those of their accounts', async () => {
  const many = await open()(1_000);
  expect(new Set(many.slice(0, 128)).size).toBe(1);
  expect(new Set(many.slice(128)).size).toBe(3);
});

test('texts that were answered are not under way any more', async () => {
  const placesOf = open();
  const [shared] = await placesOf(1_000);
  for (let round = 0; round < 3; round++) expect(new Set(await placesOf(128))).toEqual(new Set([shared]));
});

test('when the replica that few texts share is away, another one takes them', async () => {
  const [shared] = await open()(1);
  const others = new Set(await open([shared as number])(100));
  expect(others.size).toBe(1);
  expect(others).not.toContain(shared);
});
