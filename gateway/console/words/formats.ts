// Numbers, dates and times as the reader's language writes them.
import { writtenPrice } from '../../../runtime/interfaces/currency.ts';
import { locale } from './language.ts';

/** Makes a format for each language that it is used in, once. */
function perLocale<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const name = locale();
    const format = made.get(name) ?? make(name);
    made.set(name, format);
    return format;
  };
}

const numbers = perLocale((name) => new Intl.NumberFormat(name));

export const number = (value: number): string => numbers().format(value);

/** Formats instants with these options. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  const format = perLocale((name) => new Intl.DateTimeFormat(name, options));
  return (at) => format().format(at);
}

const lists = perLocale((name) => new Intl.ListFormat(name));

/** Names one after the other, as a sentence has them. */
export const list = (names: readonly string[]): string => lists().format(names);

const times = perLocale((name) => new Intl.DateTimeFormat(name, { timeStyle: 'short', timeZone: 'UTC' }));

/** A time of day like 08:00, as the reader writes it. */
export const timeOfDay = (time: string): string => times().format(new Date(`1970-01-01T${time}:00Z`));

/** An amount in the currency's smallest unit, as people write it. */
export const money = (amount: number, currency: string): string => writtenPrice(amount, currency, locale());
