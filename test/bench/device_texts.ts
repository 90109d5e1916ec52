// Texts that travel all the way: accepted over REST, handed over to a linked device, submitted, delivered, and each report
// acknowledged, beside the same sends with no device to carry them.
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededAccount } from '../support/seed_accounts.ts';
import type { DeviceStack } from './device_stack.ts';
import type { Fleet } from './fleet.ts';
import { jsonPost, runLoad } from './http_load.ts';

const connections = 32;
const aloneMs = 2_500;
const carriedMs = 6_000;
/** Longest wait for what was accepted to be carried. */
const drainMs = 20_000;

/** Prints the rate of sends alone, the rate end to end, and what is left of the queue. */
export async function benchDeviceTexts(
  stack: DeviceStack,
  fleet: Fleet,
  accounts: readonly SeededAccount[],
  say: (line: string) => void,
): Promise<void> {
  const keys = Array.from({ length: accounts[0]?.keys.length ?? 0 }, (_, index) =>
    accounts.map((account) => account.keys[index] as string),
  ).flat();
  let count = 0;
  const send = (durationMs: number) =>
    runLoad({
      port: stack.gatewayPort,
      connections,
      durationMs,
      nextRequest: () => {
        const number = ++count;
        return jsonPost('/api/v1/messages', keys[number % keys.length] as string, {
          address: `+1500555${String(number % 10_000).padStart(4, '0')}`,
          body: `Your code is ${number}.`,
        });
      },
    });

  const acked = async () => (await fleet.order({ order: 'look' })).receiptsAcked;
  const carried = async (most: number) => {
    const endMs = performance.now() + drainMs;
    while ((await acked()) < most && performance.now() < endMs) await pause(20);
  };

  const alone = await send(aloneMs);
  const tokens = accounts.map(({ deviceToken }) => deviceToken);
  const drainFromMs = performance.now();
  await fleet.order({ order: 'link', url: stack.linkUrl, tokens });
  await carried(alone.ok);
  const drainSeconds = (performance.now() - drainFromMs) / 1000;

  const ackedBefore = await acked();
  const startMs = performance.now();
  const through = await send(carriedMs);
  const sendEndMs = performance.now();
  await carried(ackedBefore + through.ok);
  const endMs = performance.now();
  const state = await fleet.order({ order: 'look' });
  const perSecond = (state.receiptsAcked - ackedBefore) / ((endMs - startMs) / 1000);
  const refused = through.latenciesMs.length - through.ok;
  say(
    `  through ${accounts.length} devices: ${perSecond.toFixed(0)} texts/s from send to acknowledged receipt, ${(perSecond / alone.perSecond).toFixed(2)}x the ${alone.perSecond.toFixed(0)} sends/s without devices; ${((endMs - sendEndMs) / 1000).toFixed(2)} s after the last send all were through`,
  );
  const left = Object.entries(await stack.unfinished(accounts.map(({ id }) => id)));
  say(
    `    a backlog of ${alone.ok} was carried at ${(alone.ok / drainSeconds).toFixed(0)}/s; of ${alone.ok + through.ok} accepted ${state.submitted} were submitted, ${state.repeatedJobs} jobs came twice and were not submitted again, ${refused} sends were not answered 200; unfinished in the end: ${left.map(([status, texts]) => `${texts} ${status}`).join(', ') || 'none'}`,
  );
}
