// The template of a broadcast: a text in which {field} stands for the row's own words. The console's preview and the core fill it
// in by the same function, so that what was looked at is what leaves.

const field = /\{([^{}\n]{1,40})\}/g;

/** The form in which names are compared. */
export const fieldName = (name: string): string => name.trim().toLowerCase();

/** The names of a template's fields, each once, in their order. */
export const fieldsOf = (template: string): string[] => [
  ...new Set([...template.matchAll(field)].map(([, name = '']) => fieldName(name))),
];

/** A template with its fields filled in. */
interface Filled {
  body: string;
  /** The fields that the row does not have; they stand in the body as in the template. */
  missing: string[];
  /** True when it came to more than was wanted: the body is its beginning. */
  isLong: boolean;
}

/**
 * Fills a template in with a row's values, whose names are as `fieldName` gives them. Braces within the values are not
 * filled in. No more than `most` UTF-16 units are made of it.
 */
export function fillIn(
  template: string,
  values: ReadonlyMap<string, string>,
  most = Number.POSITIVE_INFINITY,
): Filled {
  const missing = new Set<string>();
  let [body, end, isLong] = ['', 0, false];
  const take = (part: string) => {
    isLong ||= body.length + part.length > most;
    body += part.slice(0, most - body.length);
  };
  for (const { 0: whole, 1: name = '', index } of template.matchAll(field)) {
    take(template.slice(end, index));
    end = index + whole.length;
    const value = values.get(fieldName(name));
    if (value === undefined) missing.add(fieldName(name));
    take(value ?? whole);
  }
  take(template.slice(end));
  return { body, missing: [...missing], isLong };
}
