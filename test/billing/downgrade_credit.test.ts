// Where the operator pays nothing back for what was used, a switch down lowers the next invoice only for who used little.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import { type StripeWorld, startStripeWorld } from './stripe_world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startStripeWorld({ downgradeCredit: 'unless_used' });
});
afterAll(() => world.stop());

test.each([
  [500, 900 - 9_000],
  [501, 900],
])('a switch down after %i texts makes the next invoice %i', async (used, next) => {
  const { accountId, subscriptionId } = await world.subscribe('pro');
  const sql = openInspector(world.stack.databaseUrl);
  const month = `${new Date(world.simulation.time.nowMs()).toISOString().slice(0, 7)}-01`;
  await sql`update account set texts_used = ${used}, period = ${month} where id = ${accountId}`;
  await sql.end();
  expect(await world.changePlan(accountId, 'starter')).toMatchObject({ applied: true, changed: true });
  expect(await world.usageOf(accountId)).toMatchObject({ plan: 'starter', cap: 500n });
  expect(world.fake.renew(subscriptionId)).toMatchObject({ totalCents: next });
});
