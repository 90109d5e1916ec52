// Billing as the core's entrance sees it: plan changes, events, the sandbox's page and the sweep, around one provider.

import type { SandboxOptions } from '../../billing/sandbox.ts';
import { type BillingSettings, openProvider } from '../../billing/settings.ts';
import type { AppContext } from '../context.ts';
import { createApplyHint } from './apply_hint.ts';
import { startBillingSweeper } from './billing_sweep.ts';
import { createChangePlan } from './change_plan.ts';
import { createEndPayments } from './end_payments.ts';
import { createMissedEvents } from './missed_events.ts';
import { createPlanIntents } from './plan_intents.ts';
import { createPortal } from './portal.ts';
import { createPreviewPlan } from './preview_plan.ts';
import { createReceiveEvent } from './receive_event.ts';
import { createRefresher } from './refresh_subscription.ts';
import { createReturnFromPayment } from './return_from_payment.ts';
import { createSandboxPage } from './sandbox_page.ts';

/** Called with what happened, by outcome; each from a closed set. */
interface BillingCounts {
  onPlanChange(outcome: string): void;
  onProviderCall(call: string, outcome: string): void;
  onEvent(outcome: string): void;
}

interface BillingOptions extends Omit<AppContext, 'publish' | 'store'> {
  store: SandboxOptions['store'] &
    Parameters<typeof createChangePlan>[0]['store'] &
    Parameters<typeof createPlanIntents>[0]['store'] &
    Parameters<typeof createApplyHint>[0]['store'] &
    Parameters<typeof createRefresher>[0]['store'] &
    Parameters<typeof startBillingSweeper>[0]['store'];
  settings: BillingSettings;
  /** Base of the links that the service gives out, without a slash at the end. */
  publicUrl: string;
  counts: BillingCounts;
}

/** Opens the provider and starts the sweep; without a provider every plan change is refused. */
export async function startBilling(options: BillingOptions) {
  const { settings, publicUrl, store, clock, log, tiers, failpoint, counts } = options;
  const { provider, sandbox } = await openProvider(settings, {
    store,
    clock,
    publicUrl,
    onCall: counts.onProviderCall,
  });
  const shared = { store, clock, log, failpoint };
  const open = () => {
    if (!provider) return undefined;
    const refresh = createRefresher({ ...shared, provider });
    const apply = createApplyHint({ ...shared, parts: { refresh } });
    return { provider, refresh, apply, intents: createPlanIntents({ ...shared, provider, refresh }) };
  };
  const parts = open();
  const credit = settings.provider === 'stripe' ? settings.downgradeCredit : 'always';
  const sweeper =
    parts &&
    startBillingSweeper({
      ...shared,
      ...parts,
      readMissedEvents: createMissedEvents({ ...shared, ...parts }),
    });
  return {
    /** True when plans can be bought. */
    sellsPlans: parts !== undefined,
    changePlan: createChangePlan({ ...shared, tiers, parts, credit, onOutcome: counts.onPlanChange }),
    previewPlan: createPreviewPlan({ store, clock, tiers, parts, credit }),
    portal: createPortal({ store, parts }),
    receiveEvent: createReceiveEvent({ log, parts, onOutcome: counts.onEvent }),
    returnFromPayment: createReturnFromPayment({ store, clock, log, parts }),
    /** Undefined without a payment provider. */
    endPayments: parts && createEndPayments({ store, parts }),
    /** Undefined unless the provider is the sandbox. */
    sandboxPage: sandbox && parts && createSandboxPage({ sandbox, refresh: parts.refresh, tiers, failpoint }),
    /** Recovers, compares and prunes what is due now; returns how many accounts were compared. */
    sweep: async () => (sweeper ? sweeper.sweep() : 0),
    stop: () => sweeper?.stop(),
  };
}
