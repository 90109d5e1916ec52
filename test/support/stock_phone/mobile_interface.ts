// The mobile interface as data: what the app asks, and what it may be answered. Taken from the annotations and types of the app's own
// server (handlers/mobile.go, handlers/messages/mobile.go, handlers/events/mobile.go; client-go requests_mobile.go,
// responses_mobile.go, domain_messages.go, domain_settings.go), and where the app itself is stricter, from the app.
// Bodies are JSON Schema. In requests an unknown field is wrong, in answers it is ignored, as the app does.

type Schema = Readonly<Record<string, unknown>>;

const text = (maxLength?: number): Schema => ({
  type: 'string',
  minLength: 1,
  ...(maxLength !== undefined && { maxLength }),
});
const oneOf = (...values: string[]): Schema => ({ enum: values });
const integer = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
const listOf = (items: Schema, limits: Schema = {}): Schema => ({ type: 'array', items, ...limits });
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  ...object(properties, required),
  additionalProperties: false,
});

/** What the app writes: three digits, and the phone's own zone. */
const phoneDate: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)$',
};
/** What the app reads right on every Android: exactly three digits. */
const serverDate: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
};

export const states = ['Pending', 'Cancelling', 'Cancelled', 'Processed', 'Sent', 'Delivered', 'Failed'];

/** The app masks numbers of the SIM: stars and at most four last characters. */
const masked: Schema = { type: 'string', pattern: '^(\\*{4}|\\*+.{4})$' };
const simCards = listOf(
  closed(
    {
      slotIndex: integer(0),
      simNumber: integer(1),
      phoneNumber: masked,
      carrierName: masked,
      iccid: masked,
    },
    ['slotIndex', 'simNumber'],
  ),
);

const errorBody = object({ message: text(), code: { type: 'integer' } }, ['message']);

const message = {
  ...object(
    {
      id: text(36),
      phoneNumbers: listOf(text(512), { minItems: 1, maxItems: 100, uniqueItems: true }),
      message: text(65_535),
      textMessage: object({ text: text(65_535) }, ['text']),
      dataMessage: object({ data: text(65_535), port: integer(1, 65_535) }, ['data', 'port']),
      simNumber: integer(1, 3),
      withDeliveryReport: { type: 'boolean' },
      isEncrypted: { type: 'boolean' },
      validUntil: serverDate,
      scheduleAt: serverDate,
      priority: integer(-128, 127),
      state: oneOf('Pending', 'Cancelling'),
      createdAt: serverDate,
    },
    ['id', 'phoneNumbers', 'state', 'createdAt'],
  ),
  oneOf: [{ required: ['message'] }, { required: ['textMessage'] }, { required: ['dataMessage'] }],
};

/** Settings may be null, which sets them back to what the app begins with. */
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const section = (properties: Readonly<Record<string, Schema>>): Schema =>
  object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, orNull(schema)])), []);

const settings = object(
  {
    encryption: section({ passphrase: text() }),
    gateway: section({
      cloud_url: { type: 'string', pattern: '^https://' },
      private_token: text(),
      notification_channel: oneOf('AUTO', 'SSE_ONLY'),
    }),
    messages: section({
      send_interval_min: integer(1),
      send_interval_max: integer(1),
      limit_period: oneOf('Disabled', 'PerMinute', 'Per30Minutes', 'PerHour', 'PerDay'),
      limit_value: integer(0),
      sim_selection_mode: oneOf('OSDefault', 'RoundRobin', 'Random'),
      log_lifetime_days: integer(1),
      processing_order: oneOf('LIFO', 'FIFO'),
    }),
    ping: section({ interval_seconds: integer(1) }),
    logs: section({ lifetime_days: integer(1) }),
    webhooks: section({
      internet_required: { type: 'boolean' },
      retry_count: integer(1),
      signing_key: text(),
    }),
  },
  [],
);

/** What an answer with a status holds. */
export type Answered = { body: Schema } | 'nothing' | 'stream';

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH';
  /** Behind the base. */
  path: string;
  /** Schemes of the Authorization header; `none` for a request without one. */
  credentials: readonly ('Bearer' | 'Basic' | 'Code' | 'none')[];
  /** The values that a query may have. */
  query?: Readonly<Record<string, readonly string[]>>;
  request?: Schema;
  answers: Readonly<Record<number, Answered>>;
}

const failures = (...statuses: number[]): Readonly<Record<number, Answered>> =>
  Object.fromEntries(statuses.map((status) => [status, { body: errorBody }]));

/** What any call may be answered when the server is away or asked too much. */
const anyTime = failures(429, 500, 502, 503, 504);

export const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/device',
    credentials: ['Bearer', 'Basic', 'Code', 'none'],
    request: closed({ name: text(128), pushToken: text(256), simCards }, ['name', 'simCards']),
    answers: {
      201: {
        body: object({ id: text(), token: text(), login: text(), password: { type: 'string' } }, [
          'id',
          'token',
          'login',
        ]),
      },
      ...failures(400, 401),
      ...anyTime,
    },
  },
  {
    method: 'PATCH',
    path: '/device',
    credentials: ['Bearer'],
    request: closed({ id: text(), pushToken: text(256), simCards }, ['id', 'simCards']),
    answers: { 204: 'nothing', ...failures(400, 401, 403), ...anyTime },
  },
  {
    method: 'GET',
    path: '/message',
    credentials: ['Bearer'],
    query: { order: ['lifo', 'fifo'] },
    answers: { 200: { body: listOf(message, { maxItems: 100 }) }, ...failures(400, 401), ...anyTime },
  },
  {
    method: 'PATCH',
    path: '/message',
    credentials: ['Bearer'],
    request: listOf(
      closed(
        {
          id: text(36),
          state: oneOf(...states),
          recipients: listOf(
            closed({ phoneNumber: text(512), state: oneOf(...states), error: { type: 'string' } }, [
              'phoneNumber',
              'state',
            ]),
            { minItems: 1 },
          ),
          states: {
            type: 'object',
            propertyNames: oneOf(...states),
            additionalProperties: phoneDate,
          },
        },
        ['id', 'state', 'recipients', 'states'],
      ),
      { minItems: 1, maxItems: 1 },
    ),
    answers: { 204: 'nothing', ...failures(400, 401), ...anyTime },
  },
  {
    method: 'GET',
    path: '/webhooks',
    credentials: ['Bearer'],
    answers: {
      200: { body: listOf(object({ id: text(36), url: text(), event: text() }, ['id', 'url', 'event'])) },
      ...failures(401),
      ...anyTime,
    },
  },
  {
    method: 'GET',
    path: '/settings',
    credentials: ['Bearer'],
    answers: { 200: { body: settings }, ...failures(401), ...anyTime },
  },
  {
    method: 'GET',
    path: '/events',
    credentials: ['Bearer'],
    answers: { 200: 'stream', ...failures(401), ...anyTime },
  },
];
