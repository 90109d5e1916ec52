// Numbers that are two forms of one number. A person who wrote STOP from one of them has stopped the other as well. Where each
// rule comes from, and which countries have none, is in the guide on opt-outs.

/** A number of a country may have a mark in it, or not: the digits around it are the person's. */
interface MarkedNumbers {
  country: string;
  /** The digits before the mark and behind it, as regular expressions that JavaScript and PostgreSQL read alike. */
  before: string;
  mark: string;
  after: string;
}

export const markedNumbers: readonly MarkedNumbers[] = [
  { country: 'MX', before: '\\+52', mark: '1', after: '\\d{10}' },
  { country: 'AR', before: '\\+54', mark: '9', after: '[123]\\d{9}' },
  { country: 'BR', before: '\\+55[1-9]\\d', mark: '9', after: '[6-9]\\d{7}' },
  { country: 'BJ', before: '\\+229', mark: '01', after: '[2-9]\\d{7}' },
];

/** The beginnings of numbers with a rule, so that all others are known at a glance. */
export const markedBeginning = '^\\+(52|54|55|229)';

const rules = markedNumbers.map(({ before, mark, after }) => ({
  marked: new RegExp(`^(${before})${mark}(${after})$`),
  bare: new RegExp(`^(${before})(${after})$`),
  mark,
}));

/** Every form of a number in E.164, itself first: two of a number that has two, one of any other address. */
export function recipientForms(address: string): string[] {
  for (const { marked, bare, mark } of rules) {
    const [, before, after] = bare.exec(address) ?? [];
    if (before !== undefined) return [address, `${before}${mark}${after}`];
    if (marked.test(address)) return [address, address.replace(marked, '$1$2')];
  }
  return [address];
}
