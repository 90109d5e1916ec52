// The product as it runs in production, one core and one gateway as processes, seeded with accounts and keys enough
// that no key meets its rate limit.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { operatorOf } from '../support/core.ts';
import { pairDevice } from '../support/pairing.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';

const accounts = 100;
const keysPerAccount = 40;

export interface Product {
  core: CoreProcess;
  gateway: GatewayProcess;
  /** One key of each account after the other, so that neighbours differ. */
  keys: string[];
  accountIds: bigint[];
  stop(): Promise<void>;
}

/** Starts and seeds the product. Each account has a paired device that is offline: texts are queued, not carried. */
export async function startProduct(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'textrelay-bench-'));
  const tiersFile = join(directory, 'tiers.json');
  // The cap is counted as ever; it is only too high to be reached.
  const tiers = defaultTiers.map(({ plan, name, priceCents, currency }, index) => ({
    plan,
    name,
    texts_cap: 1_000_000 + index,
    price_cents: priceCents,
    currency,
  }));
  await writeFile(tiersFile, JSON.stringify({ tiers }));
  const core = await startCoreProcess(databaseUrl, {
    TEXTRELAY_TIERS_FILE: tiersFile,
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const gateway = await startGatewayProcess([core], { LOG_LEVEL: 'warn', ...environment });
  const admin = operatorOf(core);

  const seed = async () => {
    const { account } = await admin.createAccount({
      name: 'Bench',
      country: 'US',
      plan: 'pro',
      exempt: false,
    });
    const accountId = account?.id as bigint;
    await pairDevice(core, admin, accountId);
    const created = await Promise.all(
      Array.from({ length: keysPerAccount }, () => admin.createKey({ accountId })),
    );
    return { accountId, secrets: created.map(({ secret }) => secret) };
  };
  const byAccount: Awaited<ReturnType<typeof seed>>[] = [];
  for (let index = 0; index < accounts; index++) byAccount.push(await seed());
  const keys = Array.from({ length: keysPerAccount }, (_, key) =>
    byAccount.map(({ secrets }) => secrets[key] as string),
  ).flat();

  return {
    core,
    gateway,
    keys,
    accountIds: byAccount.map(({ accountId }) => accountId),
    async stop() {
      await gateway.stop();
      await core.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
