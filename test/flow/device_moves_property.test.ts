// Whatever happens to an account's devices, a recipient's texts keep their order and leave by one device at a time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeviceProblem } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let age: ProvidedBench['age'];

provideLinkBench((provided) => {
  ({ bench, age } = provided);
});

const absent = { ok: false, problem: DeviceProblem.ABSENT, detail: 'Unplugged.' };

const step = fc.oneof(
  fc.record({
    do: fc.constant('send' as const),
    recipient: fc.nat(3),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('hold' as const), device: fc.nat(1) }),
  fc.record({ do: fc.constant('release' as const), device: fc.nat(1) }),
  fc.record({ do: fc.constant('cut' as const), device: fc.nat(1) }),
  fc.record({
    do: fc.constant('link' as const),
    device: fc.nat(1),
    sims: fc.constantFrom([1], [2], [1, 2]),
    other: fc.boolean(),
  }),
  fc.record({ do: fc.constant('trouble' as const), device: fc.nat(1), ok: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), by: fc.constantFrom('0 min', '4 min', '11 min') }),
);

test('property: through cuts, problems, lost SIMs and other cores, each recipient gets its texts in order, once, by one device at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const account = await bench.core.createAccount({ paired: false });
      const log: Handed[] = [];
      const identities = [
        await pairDevice(bench.core, bench.core.admin, account.id),
        await pairDevice(bench.core, bench.core.admin, account.id),
      ];
      const phones: (RobotPhone | undefined)[] = [];
      const linked = () => phones.filter((phone) => phone !== undefined);
      let sent = 0;
      const link = async (device: number, sims: readonly number[], at = bench.core) => {
        phones[device]?.cut();
        phones[device] = await RobotPhone.link(bench, identities[device] as never, log, {
          hello: { sims: [...sims] },
          at,
          window: 3,
        });
      };
      await link(0, [1, 2]);
      await link(1, [1], bench.other);
      for (const now of steps) {
        if (now.do === 'send') {
          for (let index = 0; index < now.count; index++)
            await bench.send(account, `+1500555${1000 + now.recipient}`);
          sent += now.count;
        } else if (now.do === 'hold') phones[now.device]?.hold();
        else if (now.do === 'release') phones[now.device]?.release();
        else if (now.do === 'cut') {
          phones[now.device]?.cut();
          phones[now.device] = undefined;
        } else if (now.do === 'link') await link(now.device, now.sims, now.other ? bench.other : bench.core);
        else if (now.do === 'trouble') phones[now.device]?.agent.reportState(now.ok ? { ok: true } : absent);
        else {
          await age(account, now.by);
          await bench.run('2 s');
        }
        await bench.run('2 s');
      }
      // Everything works again, and the waiting texts leave.
      await link(0, [1, 2]);
      await link(1, [1, 2], bench.other);
      await bench.run('15 s');
      const { pages } = await bench.core.messages.listChanges({
        queries: [{ accountId: account.id, since: 0n, limit: 500 }],
      });
      expect(new Set(pages[0]?.messages.map(({ status }) => status))).toEqual(
        new Set(sent > 0 ? [MessageStatus.SENT] : []),
      );
      expect(sent).toBe(new Set(log.map(({ id }) => id)).size);
      for (const handed of Map.groupBy(log, ({ id }) => id).values()) {
        // A text may be handed over again after a reconnect, but never to another device.
        expect(new Set(handed.map(({ device, sim }) => `${device}/${sim}`)).size).toBe(1);
      }
      for (const handed of Map.groupBy(log, ({ address }) => address).values()) {
        const ids = [...new Set(handed.map(({ id }) => id))];
        expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
      }
      for (const phone of linked()) phone.cut();
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 120_000);
