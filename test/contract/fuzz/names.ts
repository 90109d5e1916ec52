// What became of the names in a request, by the document alone: an answer that is no refusal took no misspelt one, and named
// those that it ignored.
import type { DescribedOperation } from '../../support/described/interface.ts';
import type { Answer, Ask } from '../../support/http_client.ts';

const plainOf = (name: string) => name.toLowerCase().replace(/[-_\s]/g, '');

const namesIn = (query: string) => [...new URLSearchParams(query).keys()];

/** The names of a body's own fields; none for what is no JSON object, and for what is not read. */
function fieldsOf({ method, body }: Pick<Ask, 'method' | 'body'>): string[] {
  const isRead = method !== 'GET' && method !== 'HEAD';
  if (!isRead || typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body))
    return [];
  return Object.keys(JSON.parse(JSON.stringify(body)));
}

/** What is wrong with an answer's word on the names of its request. */
export function faultsOfNames(
  { parameters, bodySchema }: DescribedOperation,
  ask: Pick<Ask, 'method' | 'path' | 'body'>,
  { status, headers }: Answer,
): string[] {
  if (status >= 400) return [];
  const taken = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const fields = Object.keys((bodySchema as { properties?: object } | undefined)?.properties ?? {});
  const unknown = [
    ...namesIn(ask.path.split('?')[1] ?? '').filter((name) => !taken.includes(name)),
    ...fieldsOf(ask).filter((name) => !fields.includes(name)),
  ];
  const known = [...taken, ...fields].map(plainOf);
  const misspelt = unknown.filter((name) => known.includes(plainOf(name)));
  const named = headers['ignored-fields'];
  const said = typeof named === 'string' ? named.split(', ') : [];
  const isWhole = !said.includes('...');
  const encoded = unknown.filter((name) => name.length <= 40).map(encode);
  return [
    ...misspelt.map((name) => `${JSON.stringify(name)} was taken for nothing`),
    ...encoded.filter((name) => isWhole && !said.includes(name)).map((name) => `${name} is not named`),
    ...(unknown.length > 0 && said.length === 0 ? ['nothing is named'] : []),
    // What stands within an object or a list's items has its path before it.
    ...(unknown.length === 0 && said.some((name) => !name.includes('.')) ? [`${named} is named`] : []),
  ];
}

const encode = (name: string) => (name === '' ? '""' : encodeURIComponent(name.toWellFormed()));
