// A carrier's own trouble with a text makes another one be asked; what its recipient's network says is the last word.
import { describe, expect, test } from 'vitest';
import type { SubmitResult } from '../../carrier/carrier.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, provideDispatchWorld } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, refuse, ScriptedCarrier } from './testing/scripted_carrier.ts';

let world: DispatchWorld;
provideDispatchWorld((made) => {
  world = made;
});

const fault: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the SMSC refused the text for a reason of its own (0x4aa)',
  retryable: false,
};
/** Two polls: the second one asks the other carrier. */
const over = () => world.run('2 s');
const ends = async () => (await world.messages()).map(({ status, error }) => [status, error?.split(':')[0]]);
const both = (first: ScriptedCarrier, second: ScriptedCarrier) => [
  configured('first', first, { priority: 10 }),
  configured('second', second, { priority: 20 }),
];

describe('a refusal that is the carrier’s fault', () => {
  test('a refusal that is the carrier’s fault makes another carrier take the text, and it leaves once', async () => {
    const first = new ScriptedCarrier({ script: () => fault });
    const second = new ScriptedCarrier();
    world.start(both(first, second));
    await world.send(
      account,
      Array.from({ length: 20 }, () => ({})),
    );
    await over();
    expect(new Set((await ends()).map(String))).toEqual(new Set(['sent,']));
    expect([first.submits.length, second.submits.length]).toEqual([20, 20]);
  });

  test('a refusal that is the carrier’s fault fails the text once every carrier has refused it', async () => {
    const [first, second] = [1, 2].map(() => new ScriptedCarrier({ script: () => fault })) as [
      ScriptedCarrier,
      ScriptedCarrier,
    ];
    world.start(both(first, second));
    await world.send(account, [{}]);
    await over();
    expect(await ends()).toEqual([['failed', 'carrier_failed']]);
    expect([first.submits.length, second.submits.length]).toEqual([1, 1]);
    expect(await world.used(account)).toBe(0);
  });

  test('a refusal that is the carrier’s fault fails the text at once where there is no other carrier', async () => {
    const only = new ScriptedCarrier({ script: () => fault });
    world.start([configured('main', only)]);
    await world.send(account, [{}]);
    await over();
    expect(await ends()).toEqual([['failed', 'carrier_failed']]);
    expect(only.submits).toHaveLength(1);
  });

  test('a refusal that is the carrier’s fault fails the text at once where its account has no number at another', async () => {
    const only = new ScriptedCarrier({ script: () => fault });
    const other = new ScriptedCarrier();
    world.start([configured('main', only), configured('other', other, { sharedSender: null })]);
    await world.send(account, [{}]);
    await over();
    expect(await ends()).toEqual([['failed', 'carrier_failed']]);
    expect([only.submits.length, other.submits.length]).toEqual([1, 0]);
  });

  test('a refusal that is the carrier’s fault makes the text wait for another carrier that is only full', async () => {
    const first = new ScriptedCarrier({ script: () => fault });
    const second = new ScriptedCarrier();
    second.isBackingOff = true;
    world.start(both(first, second));
    await world.send(account, [{}]);
    await world.run('10 s');
    expect([first.submits.length, second.submits.length]).toEqual([1, 0]);
    second.isBackingOff = false;
    await over();
    expect(await ends()).toEqual([['sent', undefined]]);
    expect([first.submits.length, second.submits.length]).toEqual([1, 1]);
  });

  test('no other carrier is asked once a part has left', async () => {
    const first = new ScriptedCarrier({
      script: (submission) => (submission.part === 1 ? acceptAll(submission) : fault),
    });
    const second = new ScriptedCarrier();
    world.start(both(first, second));
    await world.send(account, [{ body: 'long '.repeat(80) }]);
    await over();
    expect(await ends()).toEqual([['failed', 'carrier_failed']]);
    expect(second.submits).toHaveLength(0);
  });

  test('what the recipient’s network refused is asked of no other carrier', async () => {
    const first = new ScriptedCarrier({ script: () => refuse });
    const second = new ScriptedCarrier();
    world.start(both(first, second));
    await world.send(account, [{}]);
    await over();
    expect(await ends()).toEqual([['failed', 'rejected_by_network']]);
    expect(second.submits).toHaveLength(0);
  });
});

test('a text that a carrier divided is never submitted again, whichever of its parts was not taken', async () => {
  const throttled: SubmitResult = { ...fault, retryable: true };
  for (const index of [0, 1, 2]) {
    await world.clear();
    await world.addAccount(account);
    const parts = ['a', 'b', 'c'].map((ref) => ({ kind: 'accepted' as const, ref }));
    const carrier = new ScriptedCarrier({
      unit: 'message',
      script: () => ({ kind: 'divided', parts: (parts as SubmitResult[]).with(index, throttled) as never }),
    });
    world.start([configured('main', carrier)]);
    await world.send(account, [{ body: 'long '.repeat(80) }]);
    await over();
    expect(await ends()).toEqual([['failed', 'carrier_failed']]);
    expect(carrier.submits).toHaveLength(1);
    expect(await world.submissions()).toHaveLength(2);
  }
});
