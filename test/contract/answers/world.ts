// What the contract's cases are asked of: the real service with a sandbox to pay in, the same without a provider, and
// a gateway whose core is away and who has no patience.
import { KeyScope } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { PlanService } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { defaultTiers } from '../../../server/domain/plans/tier.ts';
import { clientOf, type TestAccount } from '../../support/core.ts';
import { startDescribed } from '../../support/described/start_described.ts';
import { makeEndedKey, makeLimitedKey } from '../../support/limited_keys.ts';
import { createPlatform, type TestPlatform } from '../../support/platform.ts';
import { type Stack, startStack } from '../../support/stack.ts';

export interface World {
  stack: Stack;
  withoutProvider: Stack;
  /** Address of the gateway whose core is away; it waits 0.2 s for a request to arrive. */
  lostUrl: string;
  account: TestAccount;
  other: TestAccount;
  platform: TestPlatform;
  /** A key that has no request left in this minute. */
  spentKey: string;
  /** A key whose end date has passed. */
  endedKey: string;
  /** Keys that may do one thing each. */
  limitedKeys: { read: string; manage: string };
  stop(): Promise<void>;
}

/** Starter's cap is one text. */
const tiers = defaultTiers.map((tier) => (tier.plan === 'starter' ? { ...tier, textsCap: 1 } : tier));

export async function createWorld(): Promise<World> {
  const stack = await startStack({ tiers, billing: { provider: 'sandbox' } });
  const withoutProvider = await startStack();
  const lost = await startDescribed({
    headersTimeoutMs: 200,
    requestTimeoutMs: 200,
    timeoutCheckMs: 50,
    admitTimeoutMs: 1_000,
    sendTimeoutMs: 1_000,
    readTimeoutMs: 1_000,
  });
  const account = await stack.createAccount();
  const spentKey = await stack.createKey(account);
  const request = { apiKey: spentKey, method: 'AccountService/ListAccountsOfKey' };
  await stack.core.access.admit({ requests: Array(120).fill(request) });
  return {
    stack,
    withoutProvider,
    lostUrl: lost.url,
    account,
    other: await stack.createAccount(),
    platform: await createPlatform(stack.core, account),
    spentKey,
    endedKey: await makeEndedKey(stack, account),
    limitedKeys: {
      read: (await makeLimitedKey(stack, account, { scopes: [KeyScope.READ] })).secret,
      manage: (await makeLimitedKey(stack, account, { scopes: [KeyScope.MANAGE] })).secret,
    },
    async stop() {
      await Promise.all([stack.stop(), withoutProvider.stop(), lost.stop()]);
    },
  };
}

/** An account that pays for starter in the sandbox, and whose next payment is declined. */
export async function createDeclined({ stack }: World): Promise<TestAccount> {
  const account = await stack.createAccount({ plan: '' });
  const { json } = await stack.post('/api/v1/plan', account.key, { plan: 'starter' });
  const id = /checkout\/([\w-]+)/.exec(json.checkout_url)?.[1] ?? '';
  const action = SandboxAction.PAY_THEN_DECLINE;
  await clientOf(PlanService, stack.core).actOnSandboxCheckout({ id, action });
  return account;
}
