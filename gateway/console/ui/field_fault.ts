// At which field of a form a refusal is said, and in which words.
import { Refused, sentenceOf, wordsOf } from '../api/ask.ts';
import { fieldsOf } from '../api/refusals.ts';
import type { Schemas } from '../api/types.ts';
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

/** What a field has to be. */
function ruleWords({ reason, min_length: least, max_length: most }: Schemas['FieldFault']): string {
  if (most === null) return say.reasons[reason];
  return least === null ? say.rules.most(most) : say.rules.span(least, most);
}

/** Rules of which the service's sentence says less to a person than the words for them. */
const forPrograms: readonly Schemas['FieldFault']['reason'][] = ['not_public', 'wrong_length', 'too_long'];

/** The faults whose field is named beside its rule: each is said where its field is. */
function namedFaultsOf({ fields: faults }: Refused, fields: Named, askedAs: AskedAs): FieldFault[] {
  return faults.flatMap((fault) => {
    const name = askedAs(fault.field);
    if (name === undefined) return [];
    const words = ruleWords(fault);
    const rule = forPrograms.includes(fault.reason) ? words : served(fault.error.replace(/^\w+ /, ''), words);
    return [{ name, words: sentenceOf(`${fields[name]?.label} ${rule}`) }];
  });
}

/**
 * The fields that an error is about; none where it is about none of them. A sentence about a field without a rule of its own begins
 * with the field's name in the interface, in whose place its label stands.
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
    return [{ name: named, words: sentenceOf(`${fields[named]?.label} ${served(rest, say.reasons.other)}`) }];
  for (const asked of fieldsOf(error.code)) {
    const name = askedAs(asked);
    if (name !== undefined) return [{ name, words: wordsOf(error) }];
  }
  return [];
}
