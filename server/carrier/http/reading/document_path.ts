// Where a value is in a document: names with dots between them, and places of lists in brackets, as in
// messages[0].message-id. `$` is the document itself.

/** One step: a name, or a place in a list. */
type Step = string | number;

const pathForm = /^(?:\$|(?:[^.[\]$][^.[\]]*|\[\d{1,4}\])(?:\[\d{1,4}\])*(?:\.[^.[\]]+(?:\[\d{1,4}\])*)*)$/;

/** Whether a path can be read. */
export const isPath = (path: string): boolean => path !== '' && pathForm.test(path);

const stepsOf = (path: string): Step[] =>
  Array.from(path.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, place]) =>
    place === undefined ? name : Number(place),
  );

/** The value at a path; undefined where there is none. A name that holds dots is found as it is. */
export function valueAt(document: unknown, path: string): unknown {
  if (path === '$') return document;
  if (isHolder(document) && Object.hasOwn(document, path)) return document[path];
  let value = document;
  for (const step of stepsOf(path)) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isHolder(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** The same as text; undefined for lists, objects, null and what is not there. */
export function textAt(document: unknown, path: string): string | undefined {
  const value = valueAt(document, path);
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
