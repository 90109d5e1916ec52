// Numbers that have two forms. A STOP from one form stops texts to the other as well. Where each rule comes from, and
// which countries have none, is in the guide on opt-outs.

/** In some countries a number may be written with or without a mark; the digits around the mark identify the person. */
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

/** The beginnings of numbers that have a rule, to rule all others out quickly. */
export const markedBeginning = '^\\+(52|54|55|229)';

const rules = markedNumbers.map(({ before, mark, after }) => ({
  marked: new RegExp(`^(${before})${mark}(${after})$`),
  bare: new RegExp(`^(${before})(${after})$`),
  mark,
}));

/** Every form of a number in E.164, the given one first. Any other address has one form. */
export function recipientForms(address: string): string[] {
  for (const { marked, bare, mark } of rules) {
    const [, before, after] = bare.exec(address) ?? [];
    if (before !== undefined) return [address, `${before}${mark}${after}`];
    if (marked.test(address)) return [address, address.replace(marked, '$1$2')];
  }
  return [address];
}
