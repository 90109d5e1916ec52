// What a key's policy costs a send: keys without one beside keys with every rule that a send is held to, in alternating runs.
// Processor time says more than the rate where other work shares the machine.
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { operatorOf } from '../support/core.ts';
import { jsonPost, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';
import type { Product } from './product.ts';

const connections = 64;
const pairs = 12;
const durationMs = 3_000;
const warmUpMs = 6_000;
/** Of each account, so that none meets its rate limit. */
const keysPerAccount = 20;

/** As tight as can be while nothing is refused. */
const policy = {
  scopes: [KeyScope.READ, KeyScope.SEND],
  recipients: ['+1500555*'],
  perHour: 900_000,
  perDay: 900_000,
};

type Kind = 'without' | 'with';

interface Run {
  perSecond: number;
  /** Of gateway, core and PostgreSQL together, for one text. */
  processorUs: number;
}

async function makeLimitedKeys({ core, accountIds }: Product): Promise<string[]> {
  const admin = operatorOf(core);
  const secrets: string[] = [];
  for (let index = 0; index < keysPerAccount; index++) {
    const made = await Promise.all(accountIds.map((accountId) => admin.createKey({ accountId, policy })));
    secrets.push(...made.map(({ secret }) => secret));
  }
  return secrets;
}

/** Prints the section. */
export async function benchPolicies(
  product: Product,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const limited = await makeLimitedKeys(product);
  const keys: Record<Kind, string[]> = { without: product.keys.slice(0, limited.length), with: limited };
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const { gateway, core } = product;
  const processorMs = async () =>
    (await processorMsOf(gateway.child.pid)) +
    (await processorMsOf(core.child.pid)) +
    (await databaseMsOf(pool));

  let count = 0;
  const measure = async (kind: Kind, forMs: number): Promise<Run> => {
    const nextRequest = () => {
      const number = ++count;
      const address = `+1500555${String(number % 10_000).padStart(4, '0')}`;
      const key = keys[kind][number % limited.length] as string;
      return jsonPost('/api/v1/messages', key, { address, body: `Your code is ${number}.` });
    };
    const before = await processorMs();
    const { perSecond, ok, others } = await runLoad({
      port: gateway.port,
      connections,
      durationMs: forMs,
      nextRequest,
    });
    for (const [status, times] of others) say(`    not 200: ${times} answers with ${status}`);
    return { perSecond, processorUs: (((await processorMs()) - before) * 1_000) / ok };
  };

  const runs: Record<Kind, Run>[] = [];
  try {
    for (const kind of ['without', 'with'] as const) await measure(kind, warmUpMs);
    for (let pair = 0; pair < pairs; pair++) {
      // Each comes first as often as the other: the later one has more texts to look through.
      const kinds: Kind[] = pair % 2 === 0 ? ['without', 'with'] : ['with', 'without'];
      const first = await measure(kinds[0] as Kind, durationMs);
      const second = await measure(kinds[1] as Kind, durationMs);
      runs.push(kinds[0] === 'without' ? { without: first, with: second } : { without: second, with: first });
    }
  } finally {
    await pool.close();
  }
  say(`\nSends by keys without and with a policy, ${connections} at once, ${pairs} pairs of runs`);
  say('                      without       with   ratio, its least and most');
  for (const [name, unit] of [
    ['perSecond', 'sends a second'],
    ['processorUs', 'processor µs a text'],
  ] as const) {
    const ratios = runs.map((run) => run.with[name] / run.without[name]);
    const of = (kind: Kind) => median(runs.map((run) => run[kind][name])).toFixed(0);
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    say(
      `  ${unit.padEnd(19)} ${of('without').padStart(7)} ${of('with').padStart(10)}   ${median(ratios).toFixed(3)}, ${spread}`,
    );
  }
}
