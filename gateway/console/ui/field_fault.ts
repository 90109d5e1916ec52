// At which field of a form a refusal is said, and in which words.
import { Refused, sentenceOf, wordsOf } from '../api/ask.ts';
import { fieldsOf } from '../api/refusals.ts';
import { errors as say } from '../words/en/errors.ts';
import { served } from '../words/language.ts';

/** The fields of a form: what each is called on the page, and in the interface where that is another name. */
type Named = Readonly<Record<string, { label: string; asked?: string }>>;

/** A field, and the reason why what stands in it was refused. */
interface FieldFault {
  name: string;
  words: string;
}

/** What a field has to be, as the service says it after the field's name. */
function ruleWords(rule: string): string {
  const { rules } = say;
  const [, least, most] = /^must have (?:(\d+) to|at most) (\d+) characters$/.exec(rule) ?? [];
  if (least !== undefined) return rules.span(Number(least), Number(most));
  if (most !== undefined) return rules.most(Number(most));
  const [, start] = /^must (?:be an address that begins|begin) with (https:[^(]*[^( ])/.exec(rule) ?? [];
  if (start !== undefined) return served(rule, rules.begins(start));
  if (rule.startsWith('leads to an address that this service does not deliver to')) return rules.notPublic;
  const known = [rules.required, rules.empty, rules.email, rules.other] as const;
  const place = ['is required', 'must not be empty', 'must be an e-mail address'].indexOf(rule);
  return served(rule, known[place] ?? rules.other);
}

/**
 * The field that an error is about; null where it is about none of them. A sentence about a field begins with its name in the
 * interface, in whose place its label stands.
 */
export function fieldFaultOf(error: unknown, fields: Named): FieldFault | null {
  if (!(error instanceof Refused)) return null;
  const askedAs = (asked: string) =>
    Object.keys(fields).find((name) => (fields[name]?.asked ?? name) === asked);
  const [, first = '', rest = ''] = /^(\w+)(?:\.\w+|\[\d+\])* (.*)$/s.exec(error.message) ?? [];
  const named = error.code === 'invalid_request' ? askedAs(first) : undefined;
  if (named !== undefined)
    return { name: named, words: sentenceOf(`${fields[named]?.label} ${ruleWords(rest)}`) };
  for (const asked of fieldsOf(error.code)) {
    const name = askedAs(asked);
    if (name !== undefined) return { name, words: wordsOf(error) };
  }
  return null;
}
