// The only way in which an account follows its subscription: asks the provider, and applies the answer unless something
// newer was applied meanwhile. Requests, events, the return from a payment, erasures and the sweep all come here.
import type { BillingProvider, CheckoutState, Subscription } from '../../billing/provider.ts';
import { isLiveStatus } from '../../domain/plans/quota.ts';
import { notFound, unavailable } from '../../errors.ts';
import type { BillingChange, BillingRow } from '../../store/billing/billing.ts';
import { isClash } from '../../store/postgres/clashes.ts';
import type { AppContext } from '../context.ts';
import { shareRefreshes } from './shared_refreshes.ts';
import type { Refresh, Standing } from './standing.ts';

interface RefresherOptions
  extends Pick<
    AppContext<'applyBilling' | 'ensureBilling' | 'findBilledAccounts' | 'findBilling'>,
    'store' | 'clock' | 'log'
  > {
  provider: BillingProvider;
}

const attempts = 5;

/** States that no subscription leaves. */
const isOver = (status: string) => status === 'canceled' || status === 'incomplete_expired';

/**
 * Whether a subscription is the account's: it came from its own checkout, or is the one that it has, and names no other account; or it
 * names this one and is paid by a price that is configured. That its customer is the account's says nothing: a customer may
 * also pay for other products, and for other accounts.
 */
function isOf(row: BillingRow, found: Subscription, paidId: string | null): boolean {
  const isKnown = found.id === paidId || found.id === row.subscriptionId;
  if (found.accountId === null) return isKnown;
  return found.accountId === row.accountId && (isKnown || found.plan !== null);
}

/** The account's subscriptions that have not ended: its own, the one that it paid for, and what else names it. */
async function findSubscriptions(
  { provider }: Pick<RefresherOptions, 'provider'>,
  row: BillingRow,
  sources: { paidId: string | null; customerId: string | null; candidates: ReadonlySet<string> },
) {
  const { paidId, customerId, candidates } = sources;
  const own = row.subscriptionId === null ? null : await provider.retrieveSubscription(row.subscriptionId);
  const found: Subscription[] = own ? [own] : [];
  const live = () => found.find((each) => isOf(row, each, paidId) && isLiveStatus(each.status)) ?? null;
  for (const id of new Set([paidId, ...candidates])) {
    if (live() || id === null || id === row.subscriptionId) continue;
    const candidate = await provider.retrieveSubscription(id);
    if (candidate) found.push(candidate);
  }
  if (!live()) found.push(...(await provider.listSubscriptions({ accountId: row.accountId, customerId })));
  const unfinished = found.find(
    (each) => isOf(row, each, paidId) && !isOver(each.status) && !isLiveStatus(each.status),
  );
  return { own, live: live(), unfinished: live() ? null : (unfinished ?? null) };
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
  const paidId = paid?.subscriptionId ?? null;
  const customerId = row.customerId ?? paid?.customerId ?? null;
  const found = await findSubscriptions({ provider }, row, { paidId, customerId, candidates });
  const { own, live, unfinished } = found;
  // Subscriptions that end stay known. One that is not belongs to other credentials, and those must not end it.
  if (own === undefined) log.warn({ accountId }, "the provider does not know an account's subscription");
  if (live && paidId !== null && paidId !== live.id)
    log.warn({ accountId }, 'an account may have paid for two subscriptions');
  const isLost = own ? !isOf(row, own, paidId) : false;
  if (isLost) log.warn({ accountId }, "an account's subscription names another account now");

  let isOpen = checkout?.state === 'open';
  if ((live || unfinished) && isOpen && row.checkout) {
    // Nobody shall pay for a second subscription.
    await provider.expireCheckout(row.checkout.id);
    isOpen = false;
  }
  return { own: isLost ? null : own, isLost, live, unfinished, paidId, customerId, isOpen };
}

/** The plan stays when a subscription ends or has an unknown price: only a live subscription with a known price sets it. */
function changeOf(
  row: BillingRow,
  { own, isLost, live, unfinished, paidId, customerId, isOpen }: Awaited<ReturnType<typeof ask>>,
): BillingChange {
  const keepsCheckout = isOpen;
  // One that was paid for and is not finished is followed from now on, unless another is already.
  const followed = live ?? (own && !isOver(own.status) ? own : unfinished?.id === paidId ? unfinished : own);
  if (followed && !isOver(followed.status))
    return {
      customerId: followed.customerId ?? customerId,
      subscriptionId: followed.id,
      keepsCheckout,
      plan: live?.plan ?? null,
      subscriptionStatus: followed.status,
    };
  // An ended subscription no longer decides, so that a plan that is set by hand afterwards stays.
  const status = isLost ? 'canceled' : (own?.status ?? null);
  const subscriptionId = status === null ? row.subscriptionId : null;
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
      const { subscriptionId } = change;
      const tied = { subscriptionId, customerId: null, checkoutId: null };
      const [holder] = await store.findBilledAccounts(tied);
      log.warn(
        { accountId: String(accountId), holder: String(holder) },
        'the subscription that names an account is another account’s; that one is compared first',
      );
      if (holder !== undefined && holder !== accountId) await refreshOnce(options, holder, new Set());
      continue;
    }
    const { live, unfinished, isOpen } = found;
    return { live, unfinished, customerId: change.customerId, checkout: isOpen ? row.checkout : null };
  }
  throw unavailable('the account changes too fast to follow; try again shortly');
}

/** Makes the refresher. Refreshes of one account that come while one runs share the next one. */
export const createRefresher = (options: RefresherOptions): Refresh =>
  shareRefreshes((accountId, candidates) => refreshOnce(options, accountId, candidates));
