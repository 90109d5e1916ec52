// Tenants at a steady rate, quiet ones that measure what they feel, and small ones that reach their caps.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { Operator } from '../world/operator.ts';
import { smscs, type Tenant } from '../world/tenant.ts';
import type { Sends } from './sends.ts';

/** One sender after the other at a tenant, in milliseconds from one text to the next. */
const pauseMs = { usual: [150, 750], modem: [1_200, 3_000] } as const;
const sendersEach = 3;
/** Texts that a quiet tenant waits for at once, at most. */
const quietAtOnce = 60;
const quietEveryMs = [800, 1_200] as const;
/** A small account gets so many texts beyond its cap, by so many senders at once. */
const overCap = { texts: 30, senders: 10 };

/** Whether the load goes on. */
export interface Running {
  isOver: boolean;
  /** How many times as long as usual senders pause between two texts. */
  ease: number;
}

/** Sends for a tenant until it is over; now and then a text is asked for again on purpose, at the other gateway. */
export async function sendSteadily(
  sends: Sends,
  tenant: Tenant,
  chance: Seeded,
  running: Running,
): Promise<void> {
  const repeats: Promise<void>[] = [];
  const sender = async (chance: Seeded) => {
    const [least, most] = tenant.ways.every((way) => way === 'modem') ? pauseMs.modem : pauseMs.usual;
    while (!running.isOver) {
      const sent = sends.compose(tenant, chance);
      await sends.send(sent, chance);
      if (sent.clientRef !== null && sent.reported.length > 0 && chance.chance(0.1)) {
        const [afterMs, other] = [chance.between(0, 20_000), 1 - (sent.reported[0]?.gateway ?? 0)];
        const stream = chance.stream(`repeat ${sent.word}`);
        repeats.push(
          pause(running.isOver ? 0 : afterMs).then(() =>
            sends.send(sent, stream, { isRepeat: true, gateway: other }),
          ),
        );
      }
      await pause(chance.between(least, most) * running.ease);
    }
  };
  const senders = tenant.ways.includes('modem') ? 1 : sendersEach;
  await Promise.all(Array.from({ length: senders }, (_, index) => sender(chance.stream(`sender ${index}`))));
  await Promise.all(repeats);
}

/** Sends a text every second or so, whatever became of those before. */
export async function sendQuietly(
  sends: Sends,
  tenant: Tenant,
  chance: Seeded,
  running: Running,
): Promise<void> {
  const waiting = new Set<Promise<void>>();
  while (!running.isOver) {
    if (waiting.size < quietAtOnce) {
      const sent = sends.compose(tenant, chance);
      const done = sends.send(sent, chance.stream(sent.word)).finally(() => waiting.delete(done));
      waiting.add(done);
    }
    await pause(chance.between(...quietEveryMs));
  }
  await Promise.all(waiting);
}

/** Opens small accounts, one after the other, and sends more texts at once than each of them may. */
export async function reachCaps(
  sends: Sends,
  operator: Operator,
  tenants: Tenant[],
  chance: Seeded,
  running: Running,
): Promise<void> {
  for (let number = 1; !running.isOver; number++) {
    const tenant = await operator.open({
      name: `capped-${number}`,
      role: 'capped',
      ways: ['smsc'],
      smscs: smscs.common,
    });
    tenants.push(tenant);
    let left = tenant.cap + overCap.texts;
    const sender = async (chance: Seeded) => {
      while (left-- > 0 && !running.isOver) {
        const sent = sends.compose(tenant, chance);
        await sends.send(sent, chance);
        // What was accepted or refused is asked for again at once, at the other gateway.
        if (sent.clientRef !== null && sent.reported.length > 0 && chance.chance(0.3))
          await sends.send(sent, chance, { isRepeat: true, gateway: 1 - (sent.reported[0]?.gateway ?? 0) });
        await pause(chance.between(50, 400) * running.ease);
      }
    };
    await Promise.all(
      Array.from({ length: overCap.senders }, (_, index) => sender(chance.stream(`${number}/${index}`))),
    );
    await pause(chance.between(2_000, 15_000) * running.ease);
  }
}
