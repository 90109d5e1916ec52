// The part of the configuration that is about paying, from environment variables. Every error is reported; no message
// quotes a secret.
import { cleanEnv, makeValidator, str } from 'envalid';
import type { BillingSettings } from '../billing/settings.ts';
import { type DowngradeCredit, downgradeCredits, type PlanPrice } from '../billing/stripe_settings.ts';
import { planNames } from '../domain/plans/tier.ts';

/** The variables that only the core may see. */
export const billingSecretNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

interface BillingConfig {
  billing: BillingSettings;
  /** Base of the links that the service gives out, without a slash at the end. */
  publicUrl: string;
  /** The errors, a line each. With any, the rest means nothing. */
  errors: string[];
}

/** The defaults. */
interface Usual {
  provider: BillingSettings['provider'];
  publicUrl: string;
}

/** For one call of Stripe with all its repeats, in milliseconds. */
const stripeTimeoutMs = 8_000;

const secretKey = makeValidator<string>((text) => {
  if (!/^(sk|rk)_[\x21-\x7e]{4,300}$/.test(text))
    throw new Error('must be a key like sk_live_... or rk_live_...');
  return text;
});

const webhookSecret = makeValidator<string>((text) => {
  if (!/^whsec_[\x21-\x7e]{4,300}$/.test(text)) throw new Error('must be a signing secret like whsec_...');
  return text;
});

const baseUrl = makeValidator<string>((text) => {
  const url = URL.parse(text);
  const isBase =
    url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && !url.username;
  if (!isBase) throw new Error('must be a URL like https://texts.example');
  return text.replace(/\/+$/, '');
});

const priceList = makeValidator<readonly PlanPrice[]>((text) => {
  const says = 'must be like starter=price_a,growth=price_b,pro=price_c: each plan, and no price twice';
  const prices = text.split(',').map((entry): PlanPrice => {
    const [, plan = '', price = ''] = /^\s*([a-z]+)\s*=\s*([A-Za-z0-9_-]{1,100})\s*$/.exec(entry) ?? [];
    if (!planNames.some((known) => known === plan)) throw new Error(says);
    return { plan, price };
  });
  const isWhole = planNames.every((plan) => prices.some((each) => each.plan === plan));
  if (!isWhole || new Set(prices.map(({ price }) => price)).size !== prices.length) throw new Error(says);
  return prices;
});

/** The variables of payment. `usual` is what holds where nothing is said; Stripe's own are demanded only with Stripe. */
export function billingVariables(usual: Usual, isStripe: boolean) {
  const needed = isStripe ? {} : { default: undefined };
  return {
    NODE_ENV: str({ default: '' }),
    TEXTRELAY_BILLING: str({
      choices: ['none', 'sandbox', 'stripe'],
      default: usual.provider,
      desc:
        '`none`, `sandbox` (moves no money; refused when `NODE_ENV` is production) or `stripe` ' +
        '[sandbox (start), none (core, and start in production)]',
    }),
    TEXTRELAY_PUBLIC_URL: baseUrl({
      default: usual.publicUrl,
      desc:
        "base of the links that the service gives out, such as payment pages [the gateway's address (start), " +
        'http://127.0.0.1:8080 (core)]',
    }),
    TEXTRELAY_STRIPE_API_URL: baseUrl({
      default: undefined,
      desc: "another place of Stripe's interface, for tests [Stripe's]",
    }),
    TEXTRELAY_STRIPE_PRICES: priceList({
      ...needed,
      desc:
        '`starter=price_..,growth=price_..,pro=price_..`; a plan may have more prices, of which the first is for sale, and who pays ' +
        'another one, as an older or a negotiated price, is on the plan [required with stripe]',
    }),
    TEXTRELAY_STRIPE_DOWNGRADE_CREDIT: str({
      choices: downgradeCredits,
      default: 'always' as DowngradeCredit,
      desc:
        'whether a switch to a cheaper plan pays back what is left of the dearer one: `always`, or `unless_used`, which pays nothing ' +
        'back where more texts were sent this month than the cheaper plan has [always]',
    }),
    STRIPE_SECRET_KEY: secretKey({
      ...needed,
      desc: "Stripe's key, `sk_...` or `rk_...`; only the core process is given it [required with stripe]",
    }),
    STRIPE_WEBHOOK_SECRET: webhookSecret({
      ...needed,
      desc: 'what Stripe signs its events with, `whsec_...`; only the core process is given it [required with stripe]',
    }),
  };
}

/** Reads it. `usual` is what holds where nothing is said. */
export function readBillingConfig(environment: NodeJS.ProcessEnv, usual: Usual): BillingConfig {
  // An empty variable is taken for none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const errors: string[] = [];
  const env = cleanEnv(given, billingVariables(usual, given.TEXTRELAY_BILLING === 'stripe'), {
    reporter: ({ errors: invalid }) => {
      for (const [name, error] of Object.entries(invalid)) {
        const isMissing = error?.name === 'EnvMissingError';
        errors.push(`${name} ${isMissing ? 'is missing; Stripe needs it' : error?.message}`);
      }
    },
  });
  if ((given.TEXTRELAY_BILLING ?? usual.provider) === 'sandbox' && given.NODE_ENV === 'production')
    errors.push(
      'TEXTRELAY_BILLING must not be sandbox while NODE_ENV is production: anybody could take any plan',
    );
  if (errors.length > 0) return { billing: { provider: 'none' }, publicUrl: usual.publicUrl, errors };
  const { TEXTRELAY_BILLING: provider, TEXTRELAY_PUBLIC_URL: publicUrl } = env;
  const billing: BillingSettings =
    provider === 'stripe'
      ? {
          provider,
          secretKey: env.STRIPE_SECRET_KEY as string,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET as string,
          prices: env.TEXTRELAY_STRIPE_PRICES as readonly PlanPrice[],
          downgradeCredit: env.TEXTRELAY_STRIPE_DOWNGRADE_CREDIT,
          apiUrl: env.TEXTRELAY_STRIPE_API_URL,
          timeoutMs: stripeTimeoutMs,
        }
      : { provider: provider === 'sandbox' ? 'sandbox' : 'none' };
  return { billing, publicUrl, errors };
}
