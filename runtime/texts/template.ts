// The template of a sending: a text in which {field} stands for the row's own words. The console's preview and the core fill it
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
}

/**
 * Fills a template in with a row's values, whose names are as `fieldName` gives them. Braces within the values are not
 * filled in.
 */
export function fillIn(template: string, values: ReadonlyMap<string, string>): Filled {
  const missing = new Set<string>();
  const body = template.replace(field, (whole, name: string) => {
    const value = values.get(fieldName(name));
    if (value === undefined) missing.add(fieldName(name));
    return value ?? whole;
  });
  return { body, missing: [...missing] };
}
