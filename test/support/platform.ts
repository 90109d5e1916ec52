// A platform key as an integrator gets it, linked to accounts as their owners asked.
import type { TestAccount, TestCore } from './core.ts';

export interface TestPlatform {
  id: bigint;
  key: string;
}

/** Issues a platform key and links accounts to it. */
export async function createPlatform(
  { admin }: Pick<TestCore, 'admin'>,
  ...accounts: Pick<TestAccount, 'id'>[]
): Promise<TestPlatform> {
  const { key, secret } = await admin.createPlatformKey({ name: 'Integrator' });
  const id = key?.id as bigint;
  for (const account of accounts) await admin.linkPlatform({ id: id, accountId: account.id });
  return { id, key: secret };
}
