// Which payment provider there is, as the operator says it, and how it is opened.
import type { Clock } from '../../runtime/clock.ts';
import type { Store } from '../store/store.ts';
import type { BillingProvider } from './provider.ts';
import { createSandboxProvider, type SandboxProvider } from './sandbox.ts';
import { createStripeProvider, type StripeSettings } from './stripe.ts';
import type { OnCall } from './stripe_calls.ts';

/** No provider, the one without money, or Stripe. */
export type BillingSettings =
  | { provider: 'none' }
  | { provider: 'sandbox' }
  | ({ provider: 'stripe' } & StripeSettings);

/** The opened provider; the sandbox twice, because it has a page besides. */
export interface OpenedProvider {
  provider: BillingProvider | undefined;
  sandbox: SandboxProvider | undefined;
}

/** Opens what the settings name. Nothing connects yet. */
export function openProvider(
  settings: BillingSettings,
  rooms: { store: Store; clock: Clock; publicUrl: string; onCall: OnCall },
): OpenedProvider {
  if (settings.provider === 'stripe')
    return { provider: createStripeProvider({ ...settings, ...rooms }), sandbox: undefined };
  if (settings.provider === 'none') return { provider: undefined, sandbox: undefined };
  const sandbox = createSandboxProvider(rooms);
  return { provider: sandbox, sandbox };
}
