// What an account's plan, its subscription and its checkout have to say alike once a change of the plan was recovered.
import { expect } from 'vitest';
import type { TestCore } from '../support/core.ts';
import type { openInspector } from '../support/database.ts';
import type { Counterpart } from './counterpart.ts';

const caps: Readonly<Record<string, bigint>> = { starter: 500n, growth: 2_500n, pro: 10_000n };

interface Sides {
  core: TestCore;
  counterpart: Counterpart;
  sql: ReturnType<typeof openInspector>;
}

/** There is one subscription at most, which the account shows, no change under way, and a checkout only where somebody has its address. */
export async function expectAgreement({ core, counterpart, sql }: Sides, accountId: bigint): Promise<void> {
  const { usage } = await core.usage.getUsage({ accountId });
  const held = await counterpart.listSubscriptions(accountId);
  expect(held.length).toBeLessThan(2);
  expect(usage?.plan ?? null).toBe(held[0]?.plan ?? null);
  expect(usage?.subscriptionStatus ?? null).toBe(held[0]?.status ?? null);
  if (held[0]) expect(usage?.textsCap).toBe(caps[held[0].plan]);
  const [row] = await sql`select intent_id, checkout_id from billing where account_id = ${accountId}`;
  expect(row?.intent_id ?? null).toBeNull();
  const open = await counterpart.listOpenCheckouts(accountId);
  if (row?.checkout_id) expect(open).toContain(row.checkout_id);
}
