// Which calls are repeated, split or believed, on a channel that the test answers.
import { create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import {
  ChangesQuerySchema,
  type ListChangesRequest,
  type SendMessagesRequest,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { defaultLimits } from '../limits.ts';
import { createAsk } from './ask.ts';
import { CallFailed, type RpcChannel } from './channel.ts';
import { createCore } from './client.ts';

const { clock, run, idle } = simulateEachTest();

/** A core whose every RPC is answered by `unary`. */
function coreOn(unary: (method: string, request: unknown) => unknown) {
  const calls: { method: string; request: unknown }[] = [];
  const channel = {
    unary: async ({ name }: { name: string }, request: unknown) => {
      calls.push({ method: name, request });
      return unary(name, request);
    },
  } as unknown as RpcChannel;
  const core = createCore({ channel, clock, limits: defaultLimits });
  return { calls, core, ask: createAsk(channel, defaultLimits) };
}

const textOf = (body: string, clientRef?: string) =>
  create(OutboundTextSchema, { body, ...(clientRef !== undefined && { clientRef }) });
const accept = (request: unknown) => ({
  results: (request as SendMessagesRequest).texts.map(({ body }) => ({
    outcome: { case: 'accepted', value: { message: { body } } },
  })),
});

describe('a text whose account is locked', () => {
  const left = { outcome: { case: 'error', value: { code: ErrorCode.UNAVAILABLE, untouched: true } } };
  const bodiesOf = (request: unknown) => (request as SendMessagesRequest).texts.map(({ body }) => body);

  test('a text whose account is locked is asked for by itself, and those that came with it are answered before it', async () => {
    let free = () => {};
    const { core, calls } = coreOn(async (_method, request) => {
      const { leaveLocked, texts } = request as SendMessagesRequest;
      if (leaveLocked)
        return {
          results: texts.map((text, index) => (text.body === 'a' ? left : accept(request).results[index])),
        };
      await new Promise<void>((resolve) => {
        free = resolve;
      });
      return accept(request);
    });
    const waits = core.send(textOf('a'));
    expect(await core.send(textOf('b'))).toMatchObject({ outcome: { case: 'accepted' } });
    await idle();
    expect(calls.map(({ request }) => bodiesOf(request))).toEqual([['a', 'b'], ['a']]);
    expect(await core.send(textOf('c'))).toMatchObject({ outcome: { case: 'accepted' } });
    free();
    expect(await waits).toMatchObject({ outcome: { case: 'accepted', value: { message: { body: 'a' } } } });
  });

  test('a text whose account is locked gets that answer when it stays locked', async () => {
    const { core, calls } = coreOn((_method, request) => ({
      results: (request as SendMessagesRequest).texts.map(() => left),
    }));
    expect(await core.send(textOf('a'))).toMatchObject(left);
    expect(calls).toHaveLength(2);
  });
});

describe('a batch of texts whose connection broke', () => {
  test('a batch of texts whose connection broke is repeated once for the texts with a client_ref; the others are unknown', async () => {
    let first = true;
    const { core, calls } = coreOn((_method, request) => {
      if (!first) return accept(request);
      first = false;
      throw new CallFailed(status.UNAVAILABLE);
    });
    const results = await Promise.allSettled([
      core.send(textOf('a', 'r-a')),
      core.send(textOf('b')),
      core.send(textOf('c', 'r-c')),
    ]);
    expect(results).toMatchObject([
      { value: { outcome: { value: { message: { body: 'a' } } } } },
      { reason: { code: ErrorCode.UNAVAILABLE } },
      { value: { outcome: { value: { message: { body: 'c' } } } } },
    ]);
    expect(
      calls.map(({ request }) => (request as SendMessagesRequest).texts.map(({ body }) => body)),
    ).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
    const said = calls.map(({ request }) =>
      (request as SendMessagesRequest).texts.map(({ isRepeat }) => isRepeat),
    );
    expect(said.at(-1)).toEqual([true, true]);
  });

  test.each([
    [false, { reason: { code: ErrorCode.UNAVAILABLE } }],
    [true, { value: { outcome: { value: { code: ErrorCode.CAP_REACHED } } } }],
  ])(
    'a refusal of a repeat counts only where the first try never left (%s): what froze may accept that later',
    async (neverSent, answer) => {
      let first = true;
      const { core } = coreOn((_method, request) => {
        if (!first) {
          const refused = { outcome: { case: 'error', value: { code: ErrorCode.CAP_REACHED } } };
          return { results: (request as SendMessagesRequest).texts.map(() => refused) };
        }
        first = false;
        throw new CallFailed(status.UNAVAILABLE, { neverSent });
      });
      expect(await Promise.allSettled([core.send(textOf('a', 'r-a'))])).toMatchObject([answer]);
    },
  );

  test('a batch of texts whose connection broke that never left is repeated whole, and so is an admission', async () => {
    const failed = new Set<string>();
    const { core, calls } = coreOn((method, request) => {
      if (failed.has(method))
        return method === 'Admit' ? { results: [{ outcome: { case: 'admission' } }] } : accept(request);
      failed.add(method);
      throw new CallFailed(status.UNAVAILABLE, { neverSent: true });
    });
    await Promise.all([core.send(textOf('a', 'r-a')), core.send(textOf('b'))]);
    await core.admit({} as never);
    expect(calls.map(({ method }) => method)).toEqual(['SendMessages', 'SendMessages', 'Admit', 'Admit']);
  });

  test('a batch of texts whose connection broke is repeated only once', async () => {
    const { core, calls } = coreOn(() => {
      throw new CallFailed(status.UNAVAILABLE);
    });
    await expect(core.send(textOf('a', 'r'))).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
    expect(calls).toHaveLength(2);
  });

  test.each([status.DEADLINE_EXCEEDED, status.INTERNAL, status.CANCELLED])(
    'a batch of texts whose connection broke is not repeated after status %i',
    async (grpcStatus) => {
      const { core, calls } = coreOn(() => {
        throw new CallFailed(grpcStatus);
      });
      await expect(core.send(textOf('a', 'r'))).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
      expect(calls).toHaveLength(1);
    },
  );
});

test('a plan change and an admission are never repeated, a read is, once', async () => {
  const { core, ask, calls } = coreOn(() => {
    throw new CallFailed(status.UNAVAILABLE);
  });
  const lost = { code: ErrorCode.UNAVAILABLE };
  await expect(ask(PlanService.method.changePlan, { plan: 'pro' })).rejects.toMatchObject(lost);
  await expect(core.admit({} as never)).rejects.toMatchObject(lost);
  await expect(ask(AccountService.method.getUsage, {})).rejects.toMatchObject(lost);
  expect(calls.map(({ method }) => method)).toEqual(['ChangePlan', 'Admit', 'GetUsage', 'GetUsage']);
});

test('a reader whose page did not fit into an answer asks again, and the others have theirs by then', async () => {
  const order: bigint[] = [];
  const { core, calls } = coreOn((_method, request) => {
    const { queries } = request as ListChangesRequest;
    // Space for one page in each answer.
    return {
      pages: queries.map(({ since }, index) => ({
        messages: index === 0 ? [{}] : [],
        nextSince: since,
        hasMore: index > 0,
      })),
    };
  });
  const read = async (since: bigint) => {
    const { nextSince } = await core.listChanges(create(ChangesQuerySchema, { since }));
    order.push(nextSince);
  };
  await Promise.all([1n, 2n, 3n].map(read));
  expect(order).toEqual([1n, 2n, 3n]);
  expect(calls.map(({ request }) => (request as ListChangesRequest).queries.length)).toEqual([3, 2, 1]);
});

test('too few results are believed for nobody', async () => {
  const { core } = coreOn(() => ({ results: [] }));
  await expect(core.send(textOf('a'))).rejects.toMatchObject({ code: ErrorCode.UNAVAILABLE });
});

describe('a brief answer', () => {
  const bodyOf = ({ outcome }: { outcome: unknown }) =>
    (outcome as { value: { message: { address: string; body: string; clientRef?: string } } }).value.message;
  const answer = (value: object) => () => ({ results: [{ outcome: { case: 'accepted', value } }] });
  const text = create(OutboundTextSchema, { address: '+15005550006', body: 'mine', clientRef: 'r-1' });

  test('a brief answer is asked for, and what it leaves out is what the text said', async () => {
    const { core, calls } = coreOn(answer({ message: { address: '', body: '' }, replayed: false }));
    const { address, body, clientRef } = text;
    expect(bodyOf(await core.send(text))).toEqual({ address, body, clientRef });
    expect(calls).toMatchObject([{ request: { brief: true } }]);
  });

  test('a brief answer to a replay is the original, and a core that leaves nothing out is believed', async () => {
    const message = { address: '+15005550007', body: 'theirs' };
    for (const replayed of [true, false]) {
      const { core } = coreOn(answer({ message: { ...message }, replayed }));
      expect(bodyOf(await core.send(text))).toEqual(message);
    }
  });
});

test('texts go to the first core, and elsewhere while a batch of it stays unanswered', async () => {
  const preferences: (boolean | undefined)[] = [];
  const channel = {
    unary: async (
      _method: unknown,
      request: unknown,
      _timeoutMs: number,
      { prefersFirst }: { prefersFirst?: boolean },
    ) => {
      preferences.push(prefersFirst);
      return preferences.length === 2 ? new Promise(() => {}) : accept(request);
    },
  } as unknown as RpcChannel;
  const core = createCore({ channel, clock, limits: defaultLimits });
  await core.send(textOf('a'));
  void core.send(textOf('b'));
  await idle();
  expect(preferences).toHaveLength(2);
  await run(defaultLimits.lateBatchMs);
  expect(await core.send(textOf('c'))).toMatchObject({ outcome: { case: 'accepted' } });
  expect(preferences).toEqual([true, true, false]);
});
