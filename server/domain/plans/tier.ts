// Pricing tiers: what a plan allows and costs.

/** One tier. */
export interface Tier {
  /** The value that a plan change names. */
  plan: string;
  /** The name to show. */
  name: string;
  /** Texts a calendar month. */
  textsCap: number;
  /** Price a month, in the currency's smallest unit. */
  priceCents: number;
  /** ISO 4217, lower case. */
  currency: string;
}

/** The plans that a request may name (SPEC: Plans). */
export const planNames = ['starter', 'growth', 'pro'] as const;

/** The tiers on offer unless the operator's file says otherwise. */
export const defaultTiers: readonly Tier[] = [
  { plan: 'starter', name: 'Starter', textsCap: 500, priceCents: 900, currency: 'usd' },
  { plan: 'growth', name: 'Growth', textsCap: 2_500, priceCents: 2_900, currency: 'usd' },
  { plan: 'pro', name: 'Pro', textsCap: 10_000, priceCents: 7_900, currency: 'usd' },
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown, least: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= 1_000_000_000;

/**
 * Reads the operator's tiers: `{"tiers": [{plan, name, texts_cap, price_cents, currency}]}`, each of the three plans
 * once. Returns the tiers, smallest cap first, or every error found.
 */
export function readTiers(json: string): { tiers: Tier[] } | { errors: string[] } {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    return { errors: ['is not JSON'] };
  }
  const list = isObject(document) ? document.tiers : undefined;
  if (!Array.isArray(list)) return { errors: ['must have a list "tiers"'] };
  const errors: string[] = [];
  const tiers: Tier[] = [];
  for (const [index, entry] of list.entries()) {
    const at = `tiers[${index}]`;
    if (!isObject(entry)) {
      errors.push(`${at} is not an object`);
      continue;
    }
    const { plan, name, texts_cap: textsCap, price_cents: priceCents, currency } = entry;
    if (!planNames.some((known) => known === plan))
      errors.push(`${at}.plan is not one of ${planNames.join(', ')}`);
    else if (tiers.some((tier) => tier.plan === plan)) errors.push(`${at}.plan is given twice`);
    if (typeof name !== 'string' || name === '') errors.push(`${at}.name is not a text`);
    if (!isCount(textsCap, 1)) errors.push(`${at}.texts_cap is not a whole number of 1 or more`);
    if (!isCount(priceCents, 0)) errors.push(`${at}.price_cents is not a whole number of 0 or more`);
    if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency))
      errors.push(`${at}.currency is not like "usd"`);
    tiers.push({ plan, name, textsCap, priceCents, currency } as Tier);
  }
  for (const known of planNames) {
    if (!tiers.some((tier) => tier.plan === known)) errors.push(`plan ${known} is missing`);
  }
  return errors.length > 0 ? { errors } : { tiers: tiers.sort((a, b) => a.textsCap - b.textsCap) };
}

/** Whether a plan costs at least as much as the present one. Compared with an unknown price, every plan does. */
export function isUpgrade(tiers: readonly Tier[], from: string | null, to: string): boolean {
  const priceOf = (plan: string) => tiers.find((tier) => tier.plan === plan)?.priceCents ?? 0;
  return from === null || priceOf(to) >= priceOf(from);
}
