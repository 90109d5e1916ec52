// Accounts: the tenants. Small statements, each atomic by itself.
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { QuotaState } from '../domain/quota.ts';
import type { Database } from './database.ts';
import { arrayLiteral } from './driver.ts';
import { isReal } from './real_ways.ts';
import { account, device } from './schema.ts';
import { carrierNumber } from './schema_carriers.ts';

/** An account as it is stored, with what decides about its quota. */
export interface AccountRow extends QuotaState {
  id: bigint;
  name: string;
  country: string;
  createdAtMs: number;
}

/** What a new account starts with. */
export type NewAccount = Pick<
  AccountRow,
  'id' | 'name' | 'country' | 'plan' | 'subscriptionStatus' | 'exempt' | 'period' | 'createdAtMs'
>;

/** What `setPlan` changes; undefined leaves a field as it is. */
export interface PlanChange {
  plan?: string | undefined;
  subscriptionStatus?: string | undefined;
  exempt?: boolean | undefined;
}

/** By the rule of send_texts.ts. Tables are named by hand: drizzle leaves them out when it selects from one table. */
function hasRoute({ carriers: real, isShared, simulated, hasSimulatedDevices }: GatewayRoute) {
  if (isShared || simulated.isShared) return sql<boolean>`true`;
  const carriers = [...real, ...simulated.carriers];
  const which = sql.raw(hasSimulatedDevices ? 'true' : isReal);
  const hasDevice = sql`exists (
    select from ${device} d where d.account_id = ${account}."id" and d.revoked_at is null and ${which})`;
  if (carriers.length === 0) return sql<boolean>`${hasDevice}`;
  const names = sql.param(arrayLiteral(carriers));
  return sql<boolean>`(${hasDevice} or exists (
    select from ${carrierNumber} c where c.account_id = ${account}."id" and c.carrier = any (${names}::text[])))`;
}

const columnsWith = (gateway: GatewayRoute) => ({
  id: account.id,
  name: account.name,
  country: account.country,
  plan: account.plan,
  subscriptionStatus: account.subscriptionStatus,
  exempt: account.exempt,
  period: account.period,
  textsUsed: account.textsUsed,
  createdAt: account.createdAt,
  hasRoute: hasRoute(gateway),
});

const toAccount = ({
  createdAt,
  ...row
}: Omit<AccountRow, 'createdAtMs'> & { createdAt: Date }): AccountRow => ({
  ...row,
  createdAtMs: createdAt.getTime(),
});

/** Prepares reads and writes of accounts. `gateway` says for whom route gateway exists. */
export function prepareAccounts({ read, write, reads }: Database, gateway: GatewayRoute) {
  const columns = columnsWith(gateway);
  const byId = read
    .select(columns)
    .from(account)
    .where(eq(account.id, sql.placeholder('id')))
    .prepare('find_account');
  const page = read
    .select(columns)
    .from(account)
    .where(gt(account.id, sql.placeholder('after')))
    .orderBy(asc(account.id))
    .limit(sql.placeholder('limit'))
    .prepare('list_accounts');

  return {
    async findAccount(id: bigint): Promise<AccountRow | undefined> {
      const [row] = await byId.execute({ id });
      return row && toAccount(row);
    },

    /** The country of each account that exists. */
    async listCountries(ids: readonly bigint[]): Promise<Map<bigint, string>> {
      const rows = await reads.run('select id, country from account where id = any ($1::int8[])', [
        arrayLiteral(ids),
      ]);
      return new Map(rows.map((row) => [row[0] as bigint, row[1] as string]));
    },

    /** Up to `limit` accounts with ids above `after`, ascending. */
    async listAccounts(after: bigint, limit: number): Promise<AccountRow[]> {
      return (await page.execute({ after, limit })).map(toAccount);
    },

    /** Answers false when the id is taken. */
    async insertAccount({ createdAtMs, ...fresh }: NewAccount): Promise<boolean> {
      const rows = await write
        .insert(account)
        .values({
          ...fresh,
          createdAt: new Date(createdAtMs),
          textsUsed: 0,
          lastMessageId: 0n,
          lastSeq: 0n,
          lastDeviceId: 0n,
        })
        .onConflictDoNothing()
        .returning({ id: account.id });
      return rows.length === 1;
    },

    /** Answers false for an unknown account. */
    async setPlan(id: bigint, change: PlanChange): Promise<boolean> {
      const rows = await write
        .update(account)
        .set({ ...change, id })
        .where(eq(account.id, id))
        .returning({ id: account.id });
      return rows.length === 1;
    },
  };
}
