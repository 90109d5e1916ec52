// Holds an answer against the document, and against the few rules that a document has no words for. Returns what is
// wrong, a line each.
import type { ValidateFunction } from 'ajv';
import type { Answer, Ask } from '../http_client.ts';
import type { DescribedOperation, DescribedResponse, Interface } from './interface.ts';

/** What HTTP itself puts into an answer. */
const transportHeaders = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'transfer-encoding',
  'content-encoding',
  'vary',
]);

/** What an answer is whose request reached no operation: statuses with their codes. */
const edgeCodes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'invalid_request',
  408: 'invalid_request',
  413: 'invalid_request',
  431: 'invalid_request',
};
const edgeHeaders = ['x-request-id', 'x-content-type-options', 'cache-control'];

type Asked = Pick<Ask, 'method' | 'path'>;

/** What is wrong with an answer. `ask` is undefined for bytes that are no request. */
export function judge(described: Interface, ask: Asked | undefined, answer: Answer): string[] {
  const { operation, methods } = ask
    ? described.find(ask.method ?? 'GET', ask.path)
    : { operation: undefined, methods: [] };
  const response = operation?.response(answer.status);
  const faults = operation
    ? response
      ? judgeResponse(operation, response, answer, ask?.method === 'HEAD')
      : [`${operation.id} answers an undocumented status ${answer.status}`]
    : judgeEdge(described, ask, methods, answer);
  if (ask?.method === 'HEAD') return faults;
  return [...faults, ...judgeText(answer), ...judgeAllowance(operation, answer)];
}

/** What signs a browser in and out: OpenAPI has no words for cookies that are set. */
const isOfSession = ({ isOfConsole }: DescribedOperation, name: string) =>
  isOfConsole && /^(set-cookie|clear-site-data)$/.test(name);

function judgeResponse(
  operation: DescribedOperation,
  response: DescribedResponse,
  { headers, status, text, json }: Answer,
  isHead: boolean,
): string[] {
  const faults: string[] = [];
  for (const [name, { isRequired, validate }] of Object.entries(response.headers)) {
    const value = headers[name];
    if (value === undefined) {
      if (isRequired) faults.push(`${status} lacks the header ${name}`);
      continue;
    }
    const schema = validate.schema as { type?: string };
    const read = schema.type === 'integer' ? Number(value) : value;
    if (!validate(read)) faults.push(`${status} has a bad header ${name}: ${wordsOf(validate)}`);
  }
  for (const name of Object.keys(headers))
    if (!transportHeaders.has(name) && !response.headers[name] && !isOfSession(operation, name))
      faults.push(`${status} has an undocumented header ${name}`);
  const { mediaType, validateBody } = response;
  const expected = mediaType && `${mediaType}; charset=utf-8`;
  if (headers['content-type'] !== expected) faults.push(`${status} is of type ${headers['content-type']}`);
  if (!validateBody || isHead) {
    if (text !== '') faults.push(`${status} has a body`);
  } else if (!validateBody(mediaType === 'application/json' ? json : text)) {
    faults.push(`${status} has a body off its schema: ${wordsOf(validateBody)}`);
  }
  return faults;
}

function judgeEdge(
  described: Interface,
  ask: Asked | undefined,
  methods: readonly string[],
  { status, headers, json }: Answer,
): string[] {
  const faults: string[] = [];
  const code = edgeCodes[status];
  if (code === undefined) return [`an answer of status ${status} where no operation was reached`];
  for (const name of edgeHeaders) if (headers[name] === undefined) faults.push(`${status} lacks ${name}`);
  const known = new Set([...edgeHeaders, 'allow']);
  for (const name of Object.keys(headers))
    if (!transportHeaders.has(name) && !known.has(name)) faults.push(`${status} has ${name}`);
  const allow = headers.allow as string | undefined;
  if ((status === 405) !== (allow !== undefined)) faults.push(`${status} with Allow: ${allow}`);
  if (methods.length > 0 && allow !== undefined && allow !== methods.toSorted().join(', '))
    faults.push(`Allow is ${allow}, the document has ${methods.join(', ')}`);
  if (methods.length > 0 && status === 404) faults.push('404 for a path that is documented');
  if (ask?.method === 'HEAD') return faults;
  const validate = described.validator({ $ref: '#/components/schemas/Error' });
  if (headers['content-type'] !== 'application/json; charset=utf-8') faults.push(`${status} is not JSON`);
  if (!validate(json)) faults.push(`${status} is no Error: ${wordsOf(validate)}`);
  else if ((json as { code: string }).code !== code) faults.push(`${status} with another code than ${code}`);
  return faults;
}

/** No answer shows what the service is made of. */
function judgeText({ status, text, json }: Answer): string[] {
  const faults: string[] = [];
  if (/\n\s+at |node:internal|node_modules/.test(text)) faults.push(`${status} shows a stack`);
  if (status >= 400 && json !== undefined && !/^\S(.*\S)?$/s.test((json as { error: string }).error))
    faults.push(`${status} has an error text that is empty or not trimmed`);
  return faults;
}

/** Whoever passed the door sees the allowance of the key, and nobody else does. */
function judgeAllowance(
  operation: DescribedOperation | undefined,
  { status, headers, json }: Answer,
): string[] {
  const isStated = headers.ratelimit !== undefined && headers['ratelimit-policy'] !== undefined;
  const { code, error = '' } = (json ?? {}) as { code?: string; error?: string };
  if (!operation?.isProtected || status === 401)
    return isStated || headers.ratelimit !== undefined ? [`${status} shows an allowance`] : [];
  // The edge, a core that is away, and an address that tried too many wrong keys come before the door.
  const isBefore =
    [408, 431].includes(status) ||
    code === 'unavailable' ||
    (status === 400 && /Host|HTTP|Transfer-Encoding|connection|headers/.test(error)) ||
    (status === 429 && error.includes('with a wrong key'));
  return isStated || isBefore ? [] : [`${status} ${code} does not show the allowance`];
}

const wordsOf = ({ errors }: ValidateFunction) =>
  (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
