// The settings of a carrier of kind `http` in the carriers file. Defaults are filled in where they are used.
import { type Static, type TSchema, Type } from 'typebox';

const closed = { additionalProperties: false };
const flag = () => Type.Optional(Type.Boolean());
const path = () => Type.String({ minLength: 1, maxLength: 200 });
const words = () => Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 100 });
const headerName = { minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" };
const template = (most: number) => Type.String({ maxLength: most });
const named = <Value extends TSchema>(value: Value, most: number) =>
  Type.Record(Type.String(), value, { maxProperties: most });

/** A condition on a value of a document: it is one of these words, matches the expression, or merely exists. */
const condition = Type.Object(
  {
    path: path(),
    is: Type.Optional(words()),
    matches: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  closed,
);
const conditions = () => Type.Optional(Type.Array(condition, { maxItems: 10 }));

const request = Type.Object(
  {
    method: Type.Optional(Type.Enum(['POST', 'PUT', 'GET'])),
    url: template(2_000),
    /** Plain http to another machine: everybody on the way reads the texts. */
    allow_plain_http: flag(),
    /** PEM; the system's authorities when absent. */
    tls_ca: Type.Optional(Type.String({ minLength: 1 })),
    headers: Type.Optional(named(template(2_000), 50)),
    basic_auth: Type.Optional(
      Type.Object(
        { user: Type.String({ maxLength: 500 }), password: Type.String({ maxLength: 500 }) },
        closed,
      ),
    ),
    bearer_token: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 })),
    // One of the three, or none.
    form: Type.Optional(named(template(2_000), 100)),
    json: Type.Optional(Type.Unknown()),
    raw: Type.Optional(
      Type.Object(
        {
          template: template(20_000),
          content_type: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' }),
          escape: Type.Enum(['xml', 'json', 'url', 'none']),
        },
        closed,
      ),
    ),
    /** The values of {{encoding}}. */
    encodings: Type.Optional(
      Type.Object({ gsm7: Type.String({ maxLength: 50 }), ucs2: Type.String({ maxLength: 50 }) }, closed),
    ),
  },
  closed,
);

const answer = Type.Object(
  {
    /** "200", "4xx" or "500-599"; any when absent. */
    status: Type.Optional(
      Type.Array(Type.String({ pattern: '^([1-5][0-9]{2}(-[1-5][0-9]{2})?|[1-5]xx)$' }), {
        minItems: 1,
        maxItems: 50,
      }),
    ),
    where: conditions(),
    means: Type.Enum(['accepted', 'retry', 'rejected_by_network', 'carrier_failed', 'unknown']),
    /** Only where it means accepted: the text's name at the company. */
    ref: Type.Optional(path()),
    /** The part of it that is the name: the first group. */
    ref_matches: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** The place of the company's own code, for the error text. */
    code: Type.Optional(path()),
  },
  closed,
);

const secret = { minLength: 8, maxLength: 4_000 };

const signature = Type.Object(
  {
    scheme: Type.Enum(['hmac', 'shared_secret', 'none']),
    /** Ours; several while one is changed. */
    secret: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        ...secret,
        items: { type: 'string', ...secret },
        minItems: 1,
        maxItems: 5,
      }),
    ),
    /** Of an hmac: what the secret's letters are; whsec_ before it is left out. */
    secret_encoding: Type.Optional(Type.Enum(['text', 'base64'])),
    /** Where the signature, or the secret, is; for a secret alone one of the three. */
    header: Type.Optional(Type.String(headerName)),
    query: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    path: flag(),
    /** The prefix before it. */
    prefix: Type.Optional(Type.String({ maxLength: 100 })),
    algorithm: Type.Optional(Type.Enum(['sha256', 'sha1', 'sha512'])),
    encoding: Type.Optional(Type.Enum(['hex', 'base64'])),
    /** Of {{body}}, {{timestamp}}, {{url}}, {{sorted_fields}} and {{header.NAME}}. */
    signs: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    timestamp_header: Type.Optional(Type.String(headerName)),
    tolerance_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  },
  closed,
);

const times = () => Type.Optional(Type.Enum(['iso', 'unix_s', 'unix_ms']));

const hook = Type.Object(
  {
    format: Type.Enum(['json', 'form', 'query']),
    signature,
    /** The list that holds one event each; the whole document is one event when absent. */
    events: Type.Optional(path()),
    receipts: Type.Optional(
      Type.Object(
        {
          where: conditions(),
          ref: path(),
          state: path(),
          delivered: words(),
          failed: words(),
          code: Type.Optional(path()),
          at: Type.Optional(path()),
          at_format: times(),
        },
        closed,
      ),
    ),
    texts: Type.Optional(
      Type.Object(
        {
          where: conditions(),
          id: path(),
          sender: path(),
          recipient: path(),
          text: path(),
          at: Type.Optional(path()),
          at_format: times(),
          /** The parts of a long text that come one by one. */
          parts: Type.Optional(Type.Object({ reference: path(), total: path(), number: path() }, closed)),
        },
        closed,
      ),
    ),
    answer: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(Type.Integer({ minimum: 200, maximum: 299 })),
          content_type: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' }),
          ),
          body: Type.Optional(Type.String({ maxLength: 4_000 })),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** Its settings beside those that all carriers have. */
export const httpSettings = Type.Object({
  request,
  /** How answers are read; JSON when absent. */
  answer_format: Type.Optional(Type.Enum(['json', 'form', 'text'])),
  /** Asked in this order; the first one that fits says what became of the text. */
  answers: Type.Array(answer, { minItems: 1, maxItems: 50 }),
  /** The company sends a text once, however often it is asked with one {{id}}. */
  idempotent: flag(),
  /** For one request, connecting included. */
  timeout_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 120 })),
  texts_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Requests under way. */
  window: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** How long an idle connection is kept; shorter than the company keeps it. 0: every request has its own. */
  keep_alive_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  callbacks: Type.Optional(
    Type.Object(
      {
        /** The address that the company reaches the gateway at, without a path. */
        public_url: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
        hooks: named(hook, 20),
      },
      closed,
    ),
  ),
});

export type HttpSettings = Static<typeof httpSettings>;
export type RequestSettings = HttpSettings['request'];
export type AnswerRule = HttpSettings['answers'][number];
export type Condition = NonNullable<AnswerRule['where']>[number];
export type HookSettings = NonNullable<HttpSettings['callbacks']>['hooks'][string];
export type SignatureSettings = HookSettings['signature'];
