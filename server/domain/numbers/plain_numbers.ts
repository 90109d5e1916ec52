// Numbers that are already written in E.164, as those of most texts are. Reading them like any other number took a
// sixth of the core's time per text.
import { type CountryCode, getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';

/** The rules by which the digits behind a calling code are a number in every country that shares the code. */
interface Plan {
  /** Possible lengths in all of them. */
  lengths: ReadonlySet<number>;
  /** Digits that the library would strip or replace; undefined if there are none. */
  prefix: RegExp | undefined;
}

/** The library's types leave this field out. */
interface WithPrefix {
  nationalPrefixForParsing(): string | undefined;
}

const lengthsOf = (country: CountryCode): number[] => planOf(country).possibleLengths();

/** The plan of a country, or of a calling code: then its first country's, whose prefixes the library goes by. */
function planOf(name: string) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(name as CountryCode);
  return metadata.numberingPlan as NonNullable<Metadata['numberingPlan']> & WithPrefix;
}

const plans = new Map<string, Plan>();
for (const country of getCountries()) {
  const code = getCountryCallingCode(country);
  const prefix = planOf(code).nationalPrefixForParsing();
  const known = plans.get(code)?.lengths;
  plans.set(code, {
    lengths: new Set(lengthsOf(country).filter((length) => known?.has(length) ?? true)),
    prefix: prefix ? new RegExp(`^(?:${prefix})`) : undefined,
  });
}

const digits = /^\+[1-9][0-9]{6,14}$/;

/** True for a number that is its own E.164 form. False says nothing: then ask the library. */
export function isPlainE164(address: string): boolean {
  if (!digits.test(address)) return false;
  for (let end = 2; end <= 4; end++) {
    const plan = plans.get(address.slice(1, end));
    if (plan) return plan.lengths.has(address.length - end) && !plan.prefix?.test(address.slice(end));
  }
  return false;
}
