// What a key's policy costs a send: keys without one beside keys with each kind of limit, in alternating runs. Processor time
// says more than the rate where other work shares the machine.
import { KeyScope, RequireApproval } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { operatorOf } from '../support/core.ts';
import { type KeyLimits, policyOf } from '../support/limited_keys.ts';
import { jsonPost, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';
import type { Product } from './product.ts';

const connections = 64;
const pairs = 8;
const durationMs = 2_000;
const warmUpMs = 4_000;
/** Of each account, so that none meets its rate limit. */
const keysPerAccount = 20;

const open = { scopes: [KeyScope.READ, KeyScope.SEND], recipients: ['any'] };
/** None of them refuses a text. */
const policies: Record<string, KeyLimits> = {
  scopes: open,
  'an end date': { ...open, endsAt: { seconds: 4_000_000_000n, nanos: 0 } },
  'a prefix': { ...open, recipients: ['+1500555*'] },
  'an hour’s budget': { ...open, perHour: 900_000 },
  'prefix and budgets': { ...open, recipients: ['+1500555*'], perHour: 900_000, perDay: 900_000 },
  confirmation: { ...open, requireApproval: RequireApproval.ALWAYS },
};

interface Run {
  perSecond: number;
  /** Of each process for one text, in microseconds. */
  gateway: number;
  core: number;
  database: number;
}

const processes = ['gateway', 'core', 'database'] as const;
const total = (run: Run) => run.gateway + run.core + run.database;

/** Keys of all accounts whose policy can be changed. */
async function makeKeys({ core, accountIds }: Product) {
  const admin = operatorOf(core);
  const keys: { accountId: bigint; keyId: bigint; secret: string }[] = [];
  for (let index = 0; index < keysPerAccount; index++) {
    const made = await Promise.all(
      accountIds.map(async (accountId) => {
        const { key, secret } = await admin.createKey({ accountId });
        return { accountId, keyId: key?.id ?? 0n, secret };
      }),
    );
    keys.push(...made);
  }
  return {
    secrets: keys.map(({ secret }) => secret),
    async limit(limits: KeyLimits) {
      const to = { case: 'policy' as const, value: policyOf(limits) };
      for (let at = 0; at < keys.length; at += 100)
        await Promise.all(
          keys
            .slice(at, at + 100)
            .map(({ accountId, keyId }) => admin.changeKey({ accountId, id: keyId, to })),
        );
    },
  };
}

/** Prints the section. */
export async function benchPolicies(
  product: Product,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<void> {
  const limited = await makeKeys(product);
  const without = product.keys.slice(0, limited.secrets.length);
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const { gateway, core } = product;
  const usedMs = async () => ({
    gateway: await processorMsOf(gateway.child.pid),
    core: await processorMsOf(core.child.pid),
    database: await databaseMsOf(pool),
  });

  let count = 0;
  const measure = async (keys: readonly string[], forMs: number): Promise<Run> => {
    const nextRequest = () => {
      const number = ++count;
      const address = `+1500555${String(number % 10_000).padStart(4, '0')}`;
      const key = keys[number % keys.length] as string;
      return jsonPost('/api/v1/messages', key, { address, body: `Your code is ${number}.` });
    };
    const before = await usedMs();
    const { perSecond, ok, others } = await runLoad({
      ...{ port: gateway.port, connections, durationMs: forMs, nextRequest },
    });
    for (const [status, times] of others) say(`    not 200: ${times} answers with ${status}`);
    const after = await usedMs();
    const [inGateway, inCore, inDatabase] = processes.map(
      (one) => ((after[one] - before[one]) * 1_000) / ok,
    ) as [number, number, number];
    return { perSecond, gateway: inGateway, core: inCore, database: inDatabase };
  };

  say(`\nSends by keys without and with a policy, ${connections} at once, ${pairs} pairs of runs`);
  say(
    '  processor µs a text     without       with   ratio, its least and most    gateway, core and PostgreSQL',
  );
  try {
    await measure(without, warmUpMs);
    for (const [name, policy] of Object.entries(policies)) {
      await limited.limit(policy);
      await measure(limited.secrets, warmUpMs);
      const runs: Record<'without' | 'with', Run>[] = [];
      for (let pair = 0; pair < pairs; pair++) {
        // Each comes first as often as the other: the later one has more texts to look through.
        const isFirst = pair % 2 === 0;
        const first = await measure(isFirst ? without : limited.secrets, durationMs);
        const second = await measure(isFirst ? limited.secrets : without, durationMs);
        runs.push(isFirst ? { without: first, with: second } : { without: second, with: first });
      }
      const ratios = runs.map((run) => total(run.with) / total(run.without));
      const middle = (of: 'without' | 'with') => median(runs.map((run) => total(run[of]))).toFixed(0);
      const more = processes.map((one) => median(runs.map((run) => run.with[one] - run.without[one])));
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      say(
        `  ${name.padEnd(20)} ${middle('without').padStart(10)} ${middle('with').padStart(10)}   ${median(ratios).toFixed(3)}, ${spread}` +
          `       ${more.map((us) => `${us < 0 ? '' : '+'}${us.toFixed(0)}`).join(', ')}`,
      );
    }
  } finally {
    await pool.close();
  }
}
