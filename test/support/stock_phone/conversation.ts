// The second judge: every exchange between a fake phone and its server, held against the list of the mobile interface. Says where
// either of them departs from it.
import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Answered, type Operation, operations } from './mobile_interface.ts';
import { type AppVersion, versionOf } from './versions.ts';

/** One request, and its answer if it had one. */
export interface Exchange {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Undefined without an answer. */
  status: number | undefined;
  answerHeaders: IncomingHttpHeaders;
  answer: string;
}

const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false });
const validators = new Map<object, ValidateFunction>();

function faultsOfBody(schema: object, body: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return ['is no JSON'];
  }
  let validate = validators.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    validators.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
}

/** The operation that a URL is of; undefined for a webhook's. */
function operationOf({ method, url }: Exchange): Operation | undefined {
  const { pathname } = new URL(url);
  return operations.find((each) => each.method === method && pathname.endsWith(each.path));
}

export class Conversation {
  readonly exchanges: Exchange[] = [];
  /** Where one of both departed, a line each. */
  readonly departures: string[] = [];

  record(exchange: Exchange): void {
    this.exchanges.push(exchange);
    const operation = operationOf(exchange);
    if (!operation) return;
    const version = versionOf(exchange.headers['user-agent']);
    const faults = [...requestFaults(operation, exchange), ...answerFaults(operation, exchange, version)];
    for (const fault of faults) this.#note(`${operation.method} ${operation.path}: ${fault}`);
  }

  /** An event of a stream, as its lines said it. */
  recordEvent(event: string | undefined, data: string, version: AppVersion): void {
    if (data === '') this.#note(`GET /events: ${event ?? 'an event'} has no data, and is dropped`);
    if (event !== undefined && !version.events.includes(event))
      this.#note(`GET /events: ${version.name} does not know ${event}`);
  }

  /** Calls of an operation, in order. */
  calls(method: string, path: string): Exchange[] {
    return this.exchanges.filter((each) => {
      const operation = operationOf(each);
      return operation?.method === method && operation.path === path;
    });
  }

  #note(departure: string): void {
    if (!this.departures.includes(departure)) this.departures.push(departure);
  }
}

function requestFaults(
  { credentials, query, request }: Operation,
  { url, headers, body }: Exchange,
): string[] {
  const [scheme = 'none'] = (headers.authorization ?? 'none').split(' ');
  const faults = (credentials as readonly string[]).includes(scheme) ? [] : [`asks with ${scheme}`];
  for (const [name, value] of new URL(url).searchParams)
    if (!query?.[name]?.includes(value)) faults.push(`asks with ${name}=${value}`);
  if ((request === undefined) !== (body === undefined)) return [...faults, 'has a body, or lacks one'];
  if (request && headers['content-type'] !== 'application/json') faults.push('its body is not named as JSON');
  return [
    ...faults,
    ...(request ? faultsOfBody(request, body ?? '') : []).map((fault) => `request: ${fault}`),
  ];
}

function answerFaults(operation: Operation, exchange: Exchange, version: AppVersion | undefined): string[] {
  const { status, answer, answerHeaders } = exchange;
  if (status === undefined) return [];
  const answered: Answered | undefined = operation.answers[status];
  if (answered === undefined) return [`answers ${status}, which is not listed`];
  const type = answerHeaders['content-type'] ?? '';
  if (answered === 'nothing') return answer === '' ? [] : [`${status} has a body`];
  if (answered === 'stream') {
    const isPacked = answerHeaders['content-encoding'] !== undefined;
    const isStream = type.startsWith('text/event-stream');
    return [...(isStream ? [] : [`the stream is ${type}`]), ...(isPacked ? ['the stream is packed'] : [])];
  }
  // Streams that were refused are recorded without what they said.
  if (operation.path === '/events') return [];
  if (!type.startsWith('application/json')) return [`${status} is ${type || 'of no type'}`];
  const faults = faultsOfBody(answered.body, answer);
  if (faults.length > 0 || status >= 300) return faults.map((fault) => `${status}: ${fault}`);
  return version ? versionFaults(operation.path, JSON.parse(answer), version) : [];
}

/** What a schema cannot say: ids that are repeated, and names that this version of the app does not know. */
function versionFaults(path: string, answer: unknown, version: AppVersion): string[] {
  if (path === '/settings') {
    const { messages } = answer as { messages?: { limit_period?: string } };
    const period = messages?.limit_period;
    return period === undefined || period in version.limitPeriods
      ? []
      : [`${version.name} does not know ${period}`];
  }
  if (path !== '/message' && path !== '/webhooks') return [];
  const items = answer as { id: string; event?: string; state?: string }[];
  const faults = new Set(items.map(({ id }) => id)).size < items.length ? ['an id is listed twice'] : [];
  for (const { event, state } of items) {
    if (event !== undefined && !version.webhookEvents.includes(event))
      faults.push(`${version.name} does not know ${event}`);
    if (state === 'Cancelling' && !version.readsState)
      faults.push(`${version.name} would send what is cancelled`);
  }
  return faults;
}
