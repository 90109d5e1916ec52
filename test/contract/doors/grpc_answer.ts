// What a gRPC client that was made from the .proto files reads, in the words of the documented bodies. A field that is
// not in these tables fails the test: both doors answer the same fields.

// biome-ignore lint/suspicious/noExplicitAny: what such a client reads has no types.
type Loose = any;
export type Read = (value: Loose) => unknown;
export type Fields = Record<string, Read>;

export const same: Read = (value) => value;
export const integer: Read = (value) => Number(value);
export const orNull =
  (read: Read): Read =>
  (value) =>
    value === undefined || value === null ? null : read(value);
/** USAGE_REASON_NO_PLAN with the prefix USAGE_REASON is no_plan. */
export const word =
  (prefix: string): Read =>
  (value) =>
    String(value).replace(`${prefix}_`, '').toLowerCase();
export const instant: Read = ({ seconds, nanos }) =>
  new Date(Number(seconds) * 1000 + nanos / 1e6).toISOString();
export const listOf =
  (fields: Fields): Read =>
  (values: Loose[]) =>
    values.map((value) => readFields(fields, value));
const shape =
  (fields: Fields): Read =>
  (value) =>
    readFields(fields, value);

/** The way of a text, which REST shows to people and not to keys. */
const wayFields = ['device_id', 'sim', 'carrier', 'charged', 'own_number', 'handed_over_at', 'failed_at'];

/** Reads exactly these fields. Names that start with _ are the loader's own marks. */
export function readFields(fields: Fields, value: Loose): Record<string, unknown> {
  const unknown = Object.keys(value).filter(
    (name) => !name.startsWith('_') && !(name in fields) && !wayFields.includes(name),
  );
  if (unknown.length > 0) throw new Error(`REST does not answer: ${unknown.join(', ')}`);
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(value[name])]));
}

export const messageFields: Fields = {
  id: integer,
  seq: integer,
  direction: word('DIRECTION'),
  address: same,
  address_norm: same,
  body: same,
  status: word('MESSAGE_STATUS'),
  route: word('ROUTE'),
  error: orNull(same),
  created_at: instant,
  sent_at: orNull(instant),
  delivered_at: orNull(instant),
  segments: same,
  encoding: word('ENCODING'),
  client_ref: orNull(same),
  keyword: orNull(word('KEYWORD')),
  from: orNull(same),
  send_at: orNull(instant),
  awaiting: orNull(word('AWAITING')),
  body_removed_at: orNull(instant),
};

export const usageFields: Fields = {
  plan: orNull(same),
  subscription_status: orNull(same),
  can_send: same,
  reason: word('USAGE_REASON'),
  texts_used: integer,
  texts_cap: orNull(integer),
  texts_remaining: orNull(integer),
  unlimited: same,
  period: word('USAGE_PERIOD'),
  resets_at: instant,
};

const statFields: Fields = {
  day: same,
  device_id: orNull(integer),
  device_name: orNull(same),
  carrier: orNull(same),
  reason: orNull(same),
  sent: integer,
  delivered: integer,
  failed: integer,
  cancelled: integer,
  received: integer,
  replied: integer,
};

export const statsFields: Fields = {
  stats: listOf(statFields),
  from: same,
  to: same,
  time_zone: same,
  complete: same,
};

/** What REST shows to the operator and to no key. */
const ofOperator: Read = () => undefined;

export const accountFields: Fields = {
  id: integer,
  name: same,
  plan: orNull(same),
  subscription_status: orNull(same),
  linked_at: orNull(instant),
  country: ofOperator,
  exempt: ofOperator,
  created_at: ofOperator,
  suspended_at: ofOperator,
  suspension_reason: ofOperator,
  texts_used: ofOperator,
};

export const tierFields: Fields = {
  plan: same,
  name: same,
  texts_cap: integer,
  price_cents: integer,
  currency: same,
  interval: same,
};

const threadFields: Fields = {
  address: same,
  address_norm: same,
  last_message: shape(messageFields),
  message_count: integer,
  updated_at: instant,
};

const changesFields: Fields = {
  messages: listOf(messageFields),
  next_since: integer,
  has_more: same,
};

/** A page of the feed. That its reader is ahead is left to be seen from newest_seq; keys are judged at REST's door. */
export function readChanges(page: Loose, since: string): Record<string, unknown> {
  const { newest_seq, key_refused, truncated, ...rest } = page;
  if (key_refused) throw new Error('a key was refused that was not asked about');
  const isAhead = BigInt(newest_seq) < BigInt(since);
  return {
    ...readFields(changesFields, rest),
    ...(truncated && { truncated }),
    ...(isAhead && { cursor_ahead: true, newest_seq: integer(newest_seq) }),
  };
}

export const threadsFields: Fields = { threads: listOf(threadFields), next_cursor: orNull(String) };

const threadMessagesFields: Fields = {
  address_norm: same,
  messages: listOf(messageFields),
  next_before: orNull(integer),
};
/** REST says that a page was cut short by deletions only where it was. */
export function readThreadMessages({ truncated, ...page }: Loose): Record<string, unknown> {
  return { ...readFields(threadMessagesFields, page), ...(truncated && { truncated }) };
}

export const accountsFields: Fields = { accounts: listOf(accountFields) };

const optOutFields: Fields = {
  address: same,
  since: instant,
  source: word('OPT_OUT_SOURCE'),
  message_id: orNull(integer),
};

export const optOutsFields: Fields = {
  opt_outs: listOf(optOutFields),
  next_cursor: orNull(same),
};
export const oneOptOutFields: Fields = { opt_out: shape(optOutFields) };
export const importedFields: Fields = {
  added: same,
  known: same,
  faulty: listOf({ line: same, code: same, error: same }),
};

const eventFields: Fields = {
  at: orNull(instant),
  kind: word('EVENT_KIND'),
  device_id: orNull(integer),
  sim: orNull(integer),
  carrier: orNull(same),
  part: orNull(integer),
  parts: orNull(integer),
  ref: orNull(same),
  until: orNull(instant),
  reason: orNull(same),
  code: orNull(same),
  meaning: same,
  by: orNull(shape({ label: same, hint: same, user: same })),
};
const waitingFields: Fields = {
  what: word('WAIT_KIND'),
  device_id: orNull(integer),
  sim: orNull(integer),
  carrier: orNull(same),
  until: orNull(instant),
  meaning: same,
};
export const timelineFields: Fields = {
  events: (values: Loose[]) =>
    values.map(({ sender: by, ...event }) => readFields(eventFields, { by, ...event })),
  waiting_for: orNull(shape(waitingFields)),
  message: shape(messageFields),
};

/** What REST makes of an outcome that nobody waited for, of a text without a reply. */
export function readOutcome({ message, next_since }: Loose): { code: string; answer?: unknown } {
  if (!message) return { code: 'not_found' };
  const state = message.status === 'MESSAGE_STATUS_FAILED' ? 'final' : 'pending';
  const outcome = { state, id: Number(message.id), since: Number(next_since) };
  return { code: 'ok', answer: { message: readFields(messageFields, message), outcome } };
}

/** The loader gives what is absent as null. */
export const quietHoursFields: Fields = {
  quiet_hours: orNull(shape({ time_zone: same, from: same, until: same })),
};

/** The body of a plan change, which has its link only while it is to be paid. */
export function readPlanResult({ checkout_url, _checkout_url, ...result }: Loose): Record<string, unknown> {
  const fields: Fields = {
    ok: same,
    plan: same,
    applied: same,
    changed: same,
    method: word('PLAN_METHOD'),
    detail: same,
    usage: shape(usageFields),
  };
  return { ...readFields(fields, result), ...(checkout_url && { checkout_url }) };
}
