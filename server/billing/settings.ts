// Which payment provider there is, as the operator says it, and how it is opened.
import type { BillingProvider } from './provider.ts';
import { createSandboxProvider, type SandboxOptions, type SandboxProvider } from './sandbox.ts';
import type { StripeSettings } from './stripe_settings.ts';

/** No provider, the one without money, or Stripe. */
export type BillingSettings =
  | { provider: 'none' }
  | { provider: 'sandbox' }
  | ({ provider: 'stripe' } & StripeSettings);

/** The opened provider; the sandbox twice, because it also has a page. */
interface OpenedProvider {
  provider: BillingProvider | undefined;
  sandbox: SandboxProvider | undefined;
}

/** Opens what the settings name, and loads Stripe's library only if it is that. Nothing connects yet. */
export async function openProvider(
  settings: BillingSettings,
  parts: SandboxOptions,
): Promise<OpenedProvider> {
  if (settings.provider === 'stripe') {
    const { StripeProvider } = await import('./stripe.ts');
    return { provider: new StripeProvider({ ...settings, ...parts }), sandbox: undefined };
  }
  if (settings.provider === 'none') return { provider: undefined, sandbox: undefined };
  const sandbox = createSandboxProvider(parts);
  return { provider: sandbox, sandbox };
}
