// Reads the parameters of a request, as Stripe's forms nest them. A value that is of another kind is as good as none.

/** What `qs` makes of a form or a query. */
export type Form = Readonly<Record<string, unknown>>;

const isForm = (value: unknown): value is Form =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text; undefined for one that is left out or empty. */
export function textIn(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A nested form; empty when left out. */
export function formIn(form: Form, name: string): Form {
  const value = form[name];
  return isForm(value) ? value : {};
}

/** A list of nested forms; empty when left out. */
export function listIn(form: Form, name: string): Form[] {
  const value = form[name];
  return Array.isArray(value) ? value.filter(isForm) : [];
}

/** Metadata after a request: an empty value takes a name away, and all others stay. */
export function mergeMetadata(before: Readonly<Record<string, string>>, form: Form): Record<string, string> {
  const merged = { ...before, ...formIn(form, 'metadata') };
  const texts = Object.entries(merged).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Object.fromEntries(texts);
}

/** The first parameter that is none of the known ones. */
export const unknownIn = (form: Form, known: readonly string[]): string | undefined =>
  Object.keys(form).find((name) => !known.includes(name));
