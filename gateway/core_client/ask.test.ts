import { expect, test } from 'vitest';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { createAsk } from './ask.ts';

/** An `ask` that notes how long each call may take, and for which session it is made. */
function openAsk() {
  const calls: unknown[] = [];
  const unary = async (_method: unknown, _request: unknown, timeoutMs: number, options?: object) => {
    calls.push([timeoutMs, options]);
    return {} as never;
  };
  const ask = createAsk({ unary }, { readTimeoutMs: 1, sendTimeoutMs: 2, planTimeoutMs: 3 });
  return { ask, calls };
}

test('people and plans are waited for longer than all else', async () => {
  const { ask, calls } = openAsk();
  await ask(KeyService.method.listKeys, {});
  await ask(UserService.method.signIn, {});
  await ask(PlanService.method.changePlan, {});
  expect(calls).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ]);
});

test('a browser is asked for by its session, and one without any is no service', async () => {
  const { ask, calls } = openAsk();
  await ask(UserService.method.getStart, {}, { session: { secret: 'x' } });
  await ask(UserService.method.getStart, {}, { session: null });
  expect(calls).toEqual([
    [2, { session: 'x' }],
    [2, { session: '' }],
  ]);
});
