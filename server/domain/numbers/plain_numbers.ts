// Numbers that are already written in E.164, as those of most texts are. Reading them like any other number took a
// sixth of the core's time per text.
import { type CountryCode, getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';

/** The rules by which the digits behind a calling code are a number in every country that shares the code. */
interface Plan {
  /** Possible lengths in all of them, and in any of them. */
  lengths: ReadonlySet<number>;
  anyLengths: ReadonlySet<number>;
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
  const known = plans.get(code);
  plans.set(code, {
    lengths: new Set(lengthsOf(country).filter((length) => known?.lengths.has(length) ?? true)),
    anyLengths: new Set([...lengthsOf(country), ...(known?.anyLengths ?? [])]),
    prefix: prefix ? new RegExp(`^(?:${prefix})`) : undefined,
  });
}

const digits = /^\+[1-9][0-9]{6,14}$/;

/** The plan of a number's calling code, and how many digits stand behind the code. */
function planOfNumber(address: string): { plan: Plan; length: number; national: string } | undefined {
  for (let end = 2; end <= 4; end++) {
    const plan = plans.get(address.slice(1, end));
    if (plan) return { plan, length: address.length - end, national: address.slice(end) };
  }
  return undefined;
}

/** False for what the library reads as no number of any country. True says nothing: then ask it. */
export function mayBeE164(address: string): boolean {
  if (!digits.test(address)) return false;
  const found = planOfNumber(address);
  // A calling code without a country may be that of satellites.
  return (
    !found || found.plan.anyLengths.has(found.length) || (found.plan.prefix?.test(found.national) ?? false)
  );
}

/** True for a number that is its own E.164 form. False says nothing: then ask the library. */
export function isPlainE164(address: string): boolean {
  const found = digits.test(address) ? planOfNumber(address) : undefined;
  if (!found?.plan.lengths.has(found.length)) return false;
  return !found.plan.prefix?.test(found.national);
}
