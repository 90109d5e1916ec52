// How Stripe counts amounts (docs.stripe.com/currencies): in the smallest unit of the currency, which for most is a hundredth.
const withoutFractions = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/** How many digits of an amount are its fraction. `currency`: ISO 4217, in either case. */
function fractionDigits(currency: string): number {
  const code = currency.toLowerCase();
  if (withoutFractions.has(code)) return 0;
  return withThousandths.has(code) ? 3 : 2;
}

/** An amount in the smallest unit, as people of a language write it: 1250 of usd is `$12.50` in English. */
export function writtenPrice(amount: number, currency: string, locale = 'en'): string {
  const digits = fractionDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** The same with the currency’s code behind it: `12.50 USD`, `7,000 JPY`. */
export function writtenAmount(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const number = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number.format(amount / 10 ** digits)} ${currency.toUpperCase()}`;
}
