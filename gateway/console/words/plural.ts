// How many, with the form of the word that a language has for that many.
import { number } from './formats.ts';

/** For a language that has one form for one and another for all others, as English and German do. */
export function pluralIn(language: string): (count: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(language);
  return (count, one, other) => `${number(count)} ${rules.select(count) === 'one' ? one : other}`;
}
