// The app's local server as its published interface describes it: which call does what, and how it is answered.
import type { AppState, AppText, AppTextState } from './app_state.ts';

/** How old an app it is, and how it is set. */
export interface AppTraits {
  version: string;
  /** Known ids are 409; before, they were 202 like new ones, and ignored. */
  answers409: boolean;
  /** There is GET /inbox. */
  listsInbox: boolean;
  /** The app refuses https addresses of private networks, too. */
  refusesPrivate: boolean;
  /** http to any address is taken (the insecure build). */
  takesHttp: boolean;
  battery: number;
  charging: number;
  online: boolean;
  sims: number[];
  limitPeriod: string;
}

/** A call of the local server. */
export interface AppCall {
  method: string;
  path: string;
  query: URLSearchParams;
  authorized: boolean;
  body: unknown;
}

/** Its answer. */
export interface AppAnswer {
  status: number;
  body?: unknown;
  total?: number;
}

/** What the routes need of the phone. */
export interface AppHost {
  state: AppState;
  traits: AppTraits;
  nowMs(): number;
  onQueued(text: AppText): void;
}

type Fields = Record<string, unknown>;
const bad = (message: string): AppAnswer => ({ status: 400, body: { message } });

/** Returns a call. */
export function answerCall(host: AppHost, call: AppCall): AppAnswer {
  const { method, path, authorized } = call;
  if (method === 'GET' && path === '/health') return health(host);
  if (!authorized) return { status: 401 };
  const [, resource = '', name = ''] = path.split('/');
  switch (`${method} /${resource}`) {
    case 'GET /device':
      return { status: 200, body: [device(host)] };
    case 'GET /settings':
      return { status: 200, body: settings(host) };
    case 'POST /message':
    case 'POST /messages':
      return post(host, call);
    case 'GET /message':
    case 'GET /messages': {
      const text = host.state.texts.get(decodeURIComponent(name));
      return text === undefined ? { status: 404 } : { status: 200, body: statusOf(host, text) };
    }
    case 'GET /inbox':
      return host.traits.listsInbox ? inbox(host, call.query) : { status: 404 };
    case 'GET /webhooks':
      return { status: 200, body: [...host.state.webhooks.values()] };
    case 'POST /webhooks':
      return putWebhook(host, call.body as Fields);
    case 'DELETE /webhooks':
      host.state.webhooks.delete(decodeURIComponent(name));
      return { status: 204 };
    default:
      return { status: 404 };
  }
}

function health({ traits }: AppHost): AppAnswer {
  const { version, battery, charging, online } = traits;
  const check = (observedValue: number, fine: boolean) => ({ observedValue, status: fine ? 'pass' : 'fail' });
  const checks = {
    'messages:failed': check(0, true),
    'connection:status': check(Number(online), online),
    'battery:level': check(battery, battery >= 10),
    'battery:charging': check(charging, true),
  };
  const fails = Object.values(checks).some(({ status }) => status === 'fail');
  const body = { status: fails ? 'fail' : 'pass', version, releaseId: 1, checks };
  return { status: fails ? 500 : 200, body };
}

function device({ state, traits, nowMs }: AppHost): Fields {
  const at = new Date(nowMs()).toISOString();
  const simCards = traits.sims.map((simNumber) => ({ slotIndex: simNumber - 1, simNumber }));
  return { id: state.deviceId, name: 'maker/model', createdAt: at, updatedAt: at, lastSeen: at, simCards };
}

function settings({ traits }: AppHost): Fields {
  return {
    messages: { limit_period: traits.limitPeriod, limit_value: 10, sim_selection_mode: 'OSDefault' },
    webhooks: { internet_required: true, retry_count: 14 },
  };
}

function post(host: AppHost, { body, query }: AppCall): AppAnswer {
  const request = body as Fields;
  const { id, textMessage, phoneNumbers, simNumber, ttl } = request;
  const text = (textMessage as Fields | undefined)?.text;
  if (typeof text !== 'string' || request.message !== undefined) return bad('exactly one kind of message');
  if (text === '') return bad('empty');
  if (!Array.isArray(phoneNumbers) || phoneNumbers.length === 0) return bad('no numbers');
  if (simNumber !== undefined && Number(simNumber) < 1) return bad('simNumber');
  if (query.get('skipPhoneValidation') !== 'true') return bad('the tests send unassigned numbers');
  const nowMs = host.nowMs();
  const isNew = host.state.enqueue(
    {
      id: String(id),
      text,
      address: String(phoneNumbers[0]),
      sim: simNumber === undefined ? undefined : Number(simNumber),
      validUntilMs: ttl === undefined ? undefined : nowMs + Number(ttl) * 1_000,
    },
    nowMs,
  );
  const stored = host.state.texts.get(String(id));
  if (stored !== undefined && isNew) host.onQueued(stored);
  if (!isNew && host.traits.answers409) return { status: 409, body: { message: 'conflict' } };
  // Older versions answer as if it were new.
  const recipients = [{ phoneNumber: phoneNumbers[0], state: 'Pending', error: null }];
  return {
    status: 202,
    body: { id, deviceId: host.state.deviceId, state: 'Pending', recipients, states: {} },
  };
}

function statusOf({ state }: AppHost, text: AppText): Fields {
  const stamps = [...text.states].map(([name, ms]): [AppTextState, string] => [name, stamp(ms)]);
  return {
    id: text.id,
    deviceId: state.deviceId,
    state: text.state,
    isHashed: false,
    isEncrypted: false,
    recipients: [{ phoneNumber: text.address, state: text.state, error: text.error }],
    states: Object.fromEntries(stamps),
  };
}

/** The phone's own zone, as the app writes times. */
function stamp(ms: number): string {
  return new Date(ms + 7 * 3_600_000).toISOString().replace('Z', '+07:00');
}

function inbox({ state, nowMs }: AppHost, query: URLSearchParams): AppAnswer {
  const limit = Number(query.get('limit') ?? 50);
  const offset = Number(query.get('offset') ?? 0);
  const from = Date.parse(query.get('from') ?? '1970-01-01T00:00:00Z');
  if (limit < 1 || limit > 500 || offset < 0 || Number.isNaN(from)) return bad('range');
  const found = state.received
    .filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs <= nowMs())
    .sort((a, b) => b.createdAtMs - a.createdAtMs);
  const page = found.slice(offset, offset + limit).map(({ id, sender, text, createdAtMs, sim }) => ({
    id,
    type: 'SMS',
    sender,
    recipient: null,
    simNumber: sim,
    contentPreview: text,
    createdAt: stamp(createdAtMs),
  }));
  return { status: 200, body: page, total: found.length };
}

function putWebhook({ state, traits }: AppHost, { id, url, event }: Fields): AppAnswer {
  const address = new URL(String(url));
  const isLoopback = address.protocol === 'http:' && address.hostname === '127.0.0.1';
  const isPrivate = /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address.hostname);
  const takes = isLoopback || traits.takesHttp || address.protocol === 'https:';
  if (!takes) return bad('url must start with https:// or http://127.0.0.1');
  if (traits.refusesPrivate && isPrivate && !isLoopback) return bad('this address is not allowed');
  const webhook = { id: String(id), url: String(url), event: String(event) };
  state.webhooks.set(webhook.id, webhook);
  return { status: 201, body: webhook };
}
