// The sandbox provider's memory: what Stripe would know of subscriptions and checkouts.
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { liveStatuses } from '../domain/quota.ts';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { sandboxCheckout, sandboxSubscription } from './schema_billing.ts';

export interface SandboxSubscriptionRow {
  id: string;
  accountId: bigint;
  plan: string;
  status: string;
}

export interface SandboxCheckoutRow {
  id: string;
  accountId: bigint;
  plan: string;
  state: 'open' | 'paid' | 'expired';
  subscriptionId: string | null;
  expiresAtMs: number;
}

const columns = {
  id: sandboxSubscription.id,
  accountId: sandboxSubscription.accountId,
  plan: sandboxSubscription.plan,
  status: sandboxSubscription.status,
};

/** Prepares reads and writes of the sandbox. */
export function prepareSandbox({ read, write, writes }: Database) {
  return {
    async findSandboxSubscription(id: string): Promise<SandboxSubscriptionRow | undefined> {
      const [row] = await read
        .select(columns)
        .from(sandboxSubscription)
        .where(eq(sandboxSubscription.id, id));
      return row;
    },

    /** The newest live one of an account. */
    async findLiveSandboxSubscription(accountId: bigint): Promise<SandboxSubscriptionRow | undefined> {
      const [row] = await read
        .select(columns)
        .from(sandboxSubscription)
        .where(
          and(
            eq(sandboxSubscription.accountId, accountId),
            inArray(sandboxSubscription.status, [...liveStatuses]),
          ),
        )
        .orderBy(desc(sandboxSubscription.createdAt))
        .limit(1);
      return row;
    },

    /** Moves a live subscription to a plan, unless that is charged and its card is declined. Answers whether it is on it. */
    async switchSandboxSubscription(id: string, plan: string, isCharged: boolean): Promise<boolean> {
      const rows = await writes.run(
        `update sandbox_subscription set plan = $2
        where id = $1 and status = any ($4::text[]) and (plan = $2 or not (is_declining and $3::bool)) returning id`,
        [id, plan, isCharged, arrayLiteral(liveStatuses)],
      );
      return rows.length === 1;
    },

    /** Opens a checkout; one of the same id stays as it is. */
    async insertSandboxCheckout(row: Omit<SandboxCheckoutRow, 'state' | 'subscriptionId'>): Promise<void> {
      const { expiresAtMs, ...fields } = row;
      await write
        .insert(sandboxCheckout)
        .values({ ...fields, state: 'open', expiresAt: new Date(expiresAtMs) })
        .onConflictDoNothing();
    },

    /** A checkout as it is at `nowMs`: one that nobody paid in time is expired. */
    async findSandboxCheckout(id: string, nowMs: number): Promise<SandboxCheckoutRow | undefined> {
      const [row] = await read.select().from(sandboxCheckout).where(eq(sandboxCheckout.id, id));
      if (!row) return undefined;
      const { expiresAt, ...fields } = row;
      const isOver = row.state === 'open' && expiresAt.getTime() <= nowMs;
      return {
        ...fields,
        state: isOver ? 'expired' : (row.state as SandboxCheckoutRow['state']),
        expiresAtMs: expiresAt.getTime(),
      };
    },

    /** Pays an open checkout: its subscription lives from now on. Answers false when it is not open any more. */
    async paySandboxCheckout(
      id: string,
      subscriptionId: string,
      isDeclining: boolean,
      nowMs: number,
    ): Promise<boolean> {
      const rows = await writes.run(
        `with paid as (
          update sandbox_checkout set state = 'paid', subscription_id = $2
          where id = $1 and state = 'open' and expires_at > $4::timestamptz returning account_id, plan
        )
        insert into sandbox_subscription (id, account_id, plan, status, is_declining, created_at)
        select $2, account_id, plan, 'active', $3::bool, $4::timestamptz from paid returning id`,
        [id, subscriptionId, isDeclining, instantLiteral(nowMs)],
      );
      return rows.length === 1;
    },

    /** Makes an open checkout unpayable. */
    async expireSandboxCheckout(id: string): Promise<void> {
      await write
        .update(sandboxCheckout)
        .set({
          state: sql`case when ${sandboxCheckout.state} = 'open' then 'expired' else ${sandboxCheckout.state} end`,
        })
        .where(eq(sandboxCheckout.id, id))
        .returning({ id: sandboxCheckout.id });
    },
  };
}
