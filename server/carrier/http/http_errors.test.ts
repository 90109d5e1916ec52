// What the carriers file may not say of an HTTP carrier: every error names its place, and no value is quoted.
import { describe, expect, test } from 'vitest';
import { errorsOfSettings, plainSettings } from '../../../test/support/http_carrier_end/open_http.ts';
import { bearerCloud, formCloud, keyInBodyCloud } from '../../../test/support/http_carrier_end/providers.ts';

const base = plainSettings('https://api.example.com');
const withRequest = (request: object) => ({ ...base, request: { ...base.request, ...request } });
const hook = {
  format: 'json',
  signature: { scheme: 'none' },
  receipts: { ref: 'id', state: 's', delivered: ['d'], failed: ['f'] },
};
const withHook = (changes: object, more: object = {}) => ({
  ...base,
  callbacks: { ...more, hooks: { dlr: { ...hook, ...changes } } },
});
const hmac = { scheme: 'hmac', header: 'x-sig', secret: 'a-long-secret-of-tests' };

test('well-known interfaces can be said without an error', () => {
  for (const settings of [
    base,
    ...[formCloud, keyInBodyCloud, bearerCloud].map((make) => make('https://api.example.com')),
  ])
    expect(errorsOfSettings({ ...settings })).toEqual([]);
});

describe('a request', () => {
  test.each<[object, string]>([
    [{ url: 'http://api.example.com/texts' }, 'request.url must be https'],
    [{ url: 'https://user:pw@api.example.com/' }, 'request.url must be like'],
    [{ url: 'https://{{recipient}}.example.com/' }, 'request.url must be like'],
    [{ url: 'https://api.example.com/a b' }, 'request.url must be like'],
    [{ url: 'https://api.example.com/#x' }, 'request.url must be like'],
    [{ url: 'ftp://api.example.com/' }, 'request.url must be like'],
    [{ url: 'https://api.example.com:99999/' }, 'request.url must be like'],
    [{ url: 'https://api.example.com/{{text}}' }, 'request.url can carry the text only in its query'],
    [{ url: 'https://api.example.com/{x}' }, 'request.url holds a character'],
    [{ form: { a: 'b' } }, 'at most one of form, json and raw'],
    [{ method: 'GET' }, 'request.method GET cannot have a body'],
    [{ method: 'DELETE' }, 'it.request.method must be one of'],
    [
      { basic_auth: { user: 'a', password: 'b' }, bearer_token: 'c' },
      'at most one of basic_auth and bearer_token',
    ],
    [{ bearer_token: 'a\nb' }, 'request.bearer_token must be visible ASCII only'],
    [{ tls_ca: 'PEM' }, 'request.tls_ca must be a PEM certificate'],
    [{ headers: { Host: 'x' } }, 'request.headers.Host is set by the connection itself'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'is set by the connection itself'],
    [{ headers: { 'a b': 'x' } }, 'request.headers has an invalid name'],
    [{ headers: { a: 'x', A: 'y' } }, 'request.headers has a name twice'],
    [{ headers: { a: 'x\r\nb: y' } }, 'request.headers.a must be ASCII only'],
    [{ headers: { a: '{{text}}' } }, 'request.headers.a cannot carry the text'],
    [{ json: { to: '{{recipient}}' } }, 'request must contain {{text}}'],
    [{ json: { text: '{{text}}' } }, 'request must contain {{recipient}}'],
    [
      { json: { to: '{{recipient}}', text: '{{text}}', x: ['{{recipent}}'] } },
      'request.json.x[0]: there is no placeholder recipent',
    ],
    [
      { json: { to: '{{recipient}}', text: '{{text}' } },
      'request.json.text has braces that are not a placeholder',
    ],
    [{ json: { to: '{{recipient}}', text: 'a {{text:number}}' } }, 'request.json.text has braces'],
    [
      { json: { to: '{{recipient}}', text: '{{text}}', cb: '{{callback_url}}/x' } },
      'callbacks.public_url is missing',
    ],
    [{ body: 'x' }, 'it.request.body is not known'],
  ])('%j is an error', (change, error) => {
    expect(errorsOfSettings(withRequest(change)).join('\n')).toContain(error);
  });

  test.each([
    'http://localhost:8080/',
    'http://127.0.0.1/',
    'http://[::1]:80/',
    'https://api.example.com?to=1',
  ])('%s may be asked', (url) => expect(errorsOfSettings(withRequest({ url }))).toEqual([]));

  test('plain http to another machine may be allowed outright', () => {
    expect(errorsOfSettings(withRequest({ url: 'http://10.0.0.7/', allow_plain_http: true }))).toEqual([]);
  });
});

describe('answers', () => {
  test.each<[object[], string]>([
    [[{ status: ['4xx'], means: 'retry' }], 'answers: at least one must mean accepted'],
    [[{ status: ['99'], means: 'accepted' }], 'it.answers[0].status[0]'],
    [[{ means: 'sent' }], 'it.answers[0].means must be one of'],
    [[{ means: 'accepted', ref: 'a[' }], 'answers[0].ref is not a valid path'],
    [[{ means: 'accepted', ref_matches: 'x' }], 'answers[0].ref_matches'],
    [[{ means: 'accepted', ref: 'a', ref_matches: '(' }], 'answers[0].ref_matches'],
    [
      [{ means: 'accepted' }, { means: 'retry', ref: 'a' }],
      'answers[1].ref is only for answers that mean accepted',
    ],
    [[{ means: 'accepted', where: [{ path: 'a..b' }] }], 'answers[0].where[0].path is not a valid path'],
    [[{ means: 'accepted', where: [{ path: 'a', matches: '[' }] }], 'answers[0].where[0].matches'],
    [[], 'it.answers'],
  ])('%j are an error', (answers, error) => {
    expect(errorsOfSettings({ ...base, answers }).join('\n')).toContain(error);
  });
});

describe('calls', () => {
  test('calls that anybody could make are an error, unless it is said outright', () => {
    const { signature: _, ...unsigned } = hook;
    const settings = { ...base, callbacks: { hooks: { dlr: unsigned } } };
    expect(errorsOfSettings(settings)).toEqual(['it.callbacks.hooks.dlr.signature is missing']);
    expect(errorsOfSettings(withHook({}))).toEqual([]);
  });

  test.each<[object, string]>([
    [
      { signature: { scheme: 'none', secret: 'a-long-secret-of-tests' } },
      'signature: none has nothing beside it',
    ],
    [{ signature: { scheme: 'hmac', header: 'x' } }, 'signature.secret is missing'],
    [{ signature: { ...hmac, secret: 7 } }, 'signature.secret must be a text or a list'],
    [{ signature: { ...hmac, secret: [] } }, 'signature.secret must not have fewer than 1 items'],
    [{ signature: { ...hmac, secret: ['short'] } }, 'signature.secret[0] must'],
    [
      { signature: { ...hmac, secret: Array.from({ length: 6 }, () => 'a-long-secret') } },
      'signature.secret must not have more than 5 items',
    ],
    [{ signature: { scheme: 'hmac', secret: 'a-long-secret' } }, 'signature.header must say'],
    [{ signature: { ...hmac, signs: 'fixed' } }, 'signature.signs must cover'],
    [{ signature: { ...hmac, signs: '{{url}}' } }, 'signature.signs must cover'],
    [{ signature: { ...hmac, signs: '{{sorted_fields}}' } }, 'signature.signs must cover'],
    [{ signature: { ...hmac, signs: '{{body}}{{url}}' } }, 'callbacks.public_url is missing'],
    [{ signature: { ...hmac, signs: '{{body}}{{nonce}}' } }, 'signature.signs has braces'],
    [{ signature: { ...hmac, signs: '{{timestamp}}{{body}}' } }, 'signature.timestamp_header is missing'],
    [{ signature: { ...hmac, timestamp_header: 't' } }, 'signature.signs must cover {{timestamp}}'],
    [{ signature: { ...hmac, tolerance_s: 5 } }, 'signature.tolerance_s'],
    [{ signature: { ...hmac, algorithm: 'md5' } }, 'signature.algorithm must be one of'],
    [{ format: 'query', signature: hmac }, 'signature.signs must cover what the call says: {{url}}'],
    [{ signature: { scheme: 'shared_secret', secret: 'short-one', header: 'x' } }, 'at least 16 characters'],
    [
      { signature: { scheme: 'shared_secret', secret: 'a-long-secret-of-tests' } },
      'must have exactly one of header, query and path',
    ],
    [
      { signature: { scheme: 'shared_secret', secret: 'a-long-secret/of-tests', path: true } },
      'cannot stand in a path',
    ],
    [{ receipts: undefined }, 'dlr must have receipts, texts or both'],
    [
      { texts: { id: 'a', sender: 'b', recipient: 'c', text: 'd' } },
      'dlr.receipts.where must distinguish receipts from texts',
    ],
    [{ receipts: { ...hook.receipts, failed: ['D'] } }, 'one value means both'],
    [{ receipts: { ...hook.receipts, ref: 'a.' } }, 'dlr.receipts.ref is not a valid path'],
    [{ receipts: undefined, texts: { sender: 'b', recipient: 'c', text: 'd' } }, 'dlr.texts.id is missing'],
    [{ format: 'form', events: 'x' }, 'dlr.events is only for the format json'],
    [{ answer: { status: 500 } }, 'dlr.answer.status'],
  ])('%j is an error', (changes, error) => {
    expect(errorsOfSettings(JSON.parse(JSON.stringify(withHook(changes)))).join('\n')).toContain(error);
  });

  test('a hook has a plain name, the gateway an address, and receipts something to be known by', () => {
    const named = { ...base, callbacks: { hooks: { 'a.b': hook } } };
    expect(errorsOfSettings(named)).toEqual([
      'callbacks.hooks has a name that is not like receipt or text-in',
    ]);
    expect(errorsOfSettings(withHook({}, { public_url: 'https://sms.example.com/path' }))).toEqual([
      'callbacks.public_url must be like https://sms.example.com',
    ]);
    expect(errorsOfSettings({ ...withHook({}), answers: [{ means: 'accepted' }] })).toEqual([
      'answers: at least one must have a ref, by which receipts find their texts',
    ]);
  });

  test('no error quotes a secret', () => {
    const errors = errorsOfSettings(
      withHook({ signature: { scheme: 'shared_secret', secret: 'canary', header: 'x' } }),
    );
    expect(errors).not.toEqual([]);
    expect(errors.join('\n')).not.toContain('canary');
  });
});
