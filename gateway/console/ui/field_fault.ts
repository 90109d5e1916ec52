// At which field of a form a refusal is said, and in which words.
import { Refused, sentenceOf, wordsOf } from '../api/ask.ts';
import { refusalOf } from '../api/refusals.ts';

/** The fields of a form: what each is called on the page, and in the interface where that is another name. */
type Named = Readonly<Record<string, { label: string; asked?: string }>>;

/** A field, and the reason why what stands in it was refused. */
interface FieldFault {
  name: string;
  words: string;
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
  if (named !== undefined) return { name: named, words: sentenceOf(`${fields[named]?.label} ${rest}`) };
  for (const asked of refusalOf(error.code)?.fields ?? []) {
    const name = askedAs(asked);
    if (name !== undefined) return { name, words: wordsOf(error) };
  }
  return null;
}
