// The only way in which an account follows its subscription: asks the provider, and applies the answer unless something
// newer was applied meanwhile. Requests, events, the sandbox's page and the sweep all come here.
import type { BillingProvider, CheckoutState, Subscription } from '../../billing/provider.ts';
import { isLiveStatus } from '../../domain/plans/quota.ts';
import { notFound, unavailable } from '../../errors.ts';
import type { BillingChange, BillingRow, StoredCheckout } from '../../store/billing/billing.ts';
import { isClash } from '../../store/postgres/clashes.ts';
import type { AppContext } from '../context.ts';

/** How an account stands with the provider now. */
interface Standing {
  /** The live subscription, which the account follows. */
  live: Subscription | null;
  customerId: string | null;
  /** A checkout that can be paid; never beside a live subscription. */
  checkout: StoredCheckout | null;
  /** A checkout was completed and its payment is still on the way. */
  isPaymentPending: boolean;
}

/**
 * Asks the provider and applies what it says; `candidates` are subscriptions that may have become the account's.
 * Resolved = committed. Throws ProviderFailure, or a Refusal.
 */
export type Refresh = (accountId: bigint, candidates?: readonly string[]) => Promise<Standing>;

interface RefresherOptions
  extends Pick<AppContext<'applyBilling' | 'ensureBilling' | 'findBilling'>, 'store' | 'clock' | 'log'> {
  provider: BillingProvider;
}

const attempts = 5;
const mostCandidates = 10;

/** States that no subscription leaves. */
const isOver = (status: string) => status === 'canceled' || status === 'incomplete_expired';

/** A subscription that is not the account's yet, if it may become the account's. */
async function findCandidate(provider: BillingProvider, id: string, row: BillingRow, isOurs: boolean) {
  const found = await provider.retrieveSubscription(id);
  if (!found) return undefined;
  if (found.accountId !== null) return found.accountId === row.accountId ? found : undefined;
  return isOurs || (found.customerId !== null && found.customerId === row.customerId) ? found : undefined;
}

/** Asks the provider how the account stands. */
async function ask(
  { log, provider }: Pick<RefresherOptions, 'log' | 'provider'>,
  row: BillingRow,
  candidates: ReadonlySet<string>,
) {
  const accountId = String(row.accountId);
  const checkout: CheckoutState | null = row.checkout && (await provider.readCheckout(row.checkout.id));
  const paid = checkout?.state === 'complete' ? checkout : null;
  const own = row.subscriptionId === null ? null : await provider.retrieveSubscription(row.subscriptionId);
  // Subscriptions that end stay known. One that is not belongs to other credentials, and those must not end it.
  if (own === undefined) log.warn({ accountId }, "the provider does not know an account's subscription");
  const customerId = row.customerId ?? paid?.customerId ?? null;

  let live = own && isLiveStatus(own.status) ? own : null;
  let isPaymentPending = false;
  for (const id of new Set([paid?.subscriptionId ?? null, ...candidates])) {
    if (live || id === null || id === row.subscriptionId) continue;
    const found = await findCandidate(provider, id, row, id === paid?.subscriptionId);
    if (found && isLiveStatus(found.status)) live = found;
    if (found?.status === 'incomplete' && id === paid?.subscriptionId) isPaymentPending = true;
  }
  live ??= (await provider.findLiveSubscription({ accountId: row.accountId, customerId })) ?? null;
  if (live && paid?.subscriptionId && paid.subscriptionId !== live.id)
    log.warn({ accountId }, 'an account may have paid for two subscriptions');

  let isOpen = checkout?.state === 'open';
  if (live && isOpen && row.checkout) {
    // Nobody shall pay for a second subscription.
    await provider.expireCheckout(row.checkout.id);
    isOpen = false;
  }
  return { own, live, customerId, isOpen, isPaymentPending: isPaymentPending && !live };
}

/** The plan stays when a subscription ends or has an unknown price: only a live subscription with a known price sets it. */
function changeOf(
  row: BillingRow,
  { own, live, customerId, isOpen, isPaymentPending }: Awaited<ReturnType<typeof ask>>,
): BillingChange {
  const keepsCheckout = isOpen || isPaymentPending;
  if (live) {
    return {
      customerId: live.customerId ?? customerId,
      subscriptionId: live.id,
      keepsCheckout,
      plan: live.plan,
      subscriptionStatus: live.status,
    };
  }
  const status = own?.status ?? null;
  // An ended subscription no longer decides, so that a plan that is set by hand afterwards stays.
  const subscriptionId = status !== null && isOver(status) ? null : row.subscriptionId;
  return { customerId, subscriptionId, keepsCheckout, plan: null, subscriptionStatus: status };
}

async function refreshOnce(
  options: RefresherOptions,
  accountId: bigint,
  candidates: ReadonlySet<string>,
): Promise<Standing> {
  const { store, clock, log } = options;
  const readBilling = async (): Promise<BillingRow> => {
    const found = await store.findBilling(accountId);
    if (found) return found;
    await store.ensureBilling(accountId, clock.nowMs());
    const made = await store.findBilling(accountId);
    if (!made) throw notFound('account');
    return made;
  };

  for (let attempt = 1; attempt <= attempts; attempt++) {
    const row = await readBilling();
    const found = await ask(options, row, candidates);
    const change = changeOf(row, found);
    try {
      if (!(await store.applyBilling(accountId, row.version, change, clock.nowMs()))) continue;
    } catch (error) {
      if (!isClash(error)) throw error;
      log.error(
        { accountId: String(accountId) },
        'the subscription or its customer is tied to another account; nothing was applied',
      );
      return { live: null, customerId: row.customerId, checkout: null, isPaymentPending: false };
    }
    const { live, isOpen, isPaymentPending } = found;
    return {
      live,
      customerId: change.customerId,
      checkout: isOpen ? row.checkout : null,
      isPaymentPending,
    };
  }
  throw unavailable('the account changes too fast to follow; try again shortly');
}

/** Makes the refresher. Refreshes of one account that come while one runs share the next one. */
export function createRefresher(options: RefresherOptions): Refresh {
  const running = new Map<bigint, Promise<Standing>>();
  const next = new Map<bigint, { candidates: Set<string>; standing: Promise<Standing> }>();

  const start = (accountId: bigint, candidates: ReadonlySet<string>): Promise<Standing> => {
    const standing = refreshOnce(options, accountId, candidates).finally(() => running.delete(accountId));
    running.set(accountId, standing);
    return standing;
  };

  return (accountId, candidates = []) => {
    const shared = next.get(accountId);
    if (shared) {
      for (const id of candidates) if (shared.candidates.size < mostCandidates) shared.candidates.add(id);
      return shared.standing;
    }
    const before = running.get(accountId);
    const own = new Set(candidates.slice(0, mostCandidates));
    if (!before) return start(accountId, own);
    const standing = before
      .catch(() => undefined)
      .then(() => {
        next.delete(accountId);
        return start(accountId, own);
      });
    next.set(accountId, { candidates: own, standing });
    return standing;
  };
}
