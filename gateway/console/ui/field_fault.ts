// At which field of a form a refusal is said, and in which words.
import { Refused, sentenceOf, wordsOf } from '../api/ask.ts';
import { fieldsOf } from '../api/refusals.ts';
import { errors as say } from '../words/en/errors.ts';
import { served } from '../words/language.ts';

/** The fields of a form: what each is called on the page, and in the interface where that is another name. */
type Named = Readonly<Record<string, { label: string; asked?: string }>>;

type AskedAs = (asked: string) => string | undefined;

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
  const known = [rules.required, rules.empty, rules.email, rules.other] as const;
  const place = ['is required', 'must not be empty', 'must be an e-mail address'].indexOf(rule);
  return served(rule, known[place] ?? rules.other);
}

/** The faults whose field is named beside its rule: each is said where its field is. */
function namedFaultsOf({ fields: faults }: Refused, fields: Named, askedAs: AskedAs): FieldFault[] {
  return faults.flatMap(({ field, reason, error }) => {
    const name = askedAs(field);
    if (name === undefined) return [];
    const words = say.reasons[reason];
    // The service's own words for this one are for programs.
    const rule = reason === 'not_public' ? words : served(error.replace(/^\w+ /, ''), words);
    return [{ name, words: sentenceOf(`${fields[name]?.label} ${rule}`) }];
  });
}

/**
 * The fields that an error is about; none where it is about none of them. A sentence about a field begins with its name in the
 * interface, in whose place its label stands.
 */
export function fieldFaultsOf(error: unknown, fields: Named): FieldFault[] {
  if (!(error instanceof Refused)) return [];
  const askedAs: AskedAs = (asked) =>
    Object.keys(fields).find((name) => (fields[name]?.asked ?? name) === asked);
  const faults = namedFaultsOf(error, fields, askedAs);
  if (faults.length > 0) return faults;
  const [, first = '', rest = ''] = /^(\w+)(?:\.\w+|\[\d+\])* (.*)$/s.exec(error.message) ?? [];
  const named = error.code === 'invalid_request' ? askedAs(first) : undefined;
  if (named !== undefined)
    return [{ name: named, words: sentenceOf(`${fields[named]?.label} ${ruleWords(rest)}`) }];
  for (const asked of fieldsOf(error.code)) {
    const name = askedAs(asked);
    if (name !== undefined) return [{ name, words: wordsOf(error) }];
  }
  return [];
}
