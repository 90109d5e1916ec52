// Requests for every operation of the document, from good ones to such as no client would send on purpose.
import fc, { type Arbitrary } from 'fast-check';
import type { DescribedOperation } from '../../support/described/interface.ts';
import type { Ask } from '../../support/http_client.ts';
import { askOf } from '../answers/asked.ts';
import { integerText, misspelt, objectNear, objectOn, wildText } from './values.ts';

/** Who asks: `account` and `target` are numbers of accounts, which a run puts its own ids and keys in for. */
export interface Shot extends Ask {
  method: string;
  as: 'account' | 'platform' | 'spent' | 'nobody';
  account: number;
  target: 'none' | 'own' | 'other' | 'text';
  targetText: string;
}

/** The client_ref of a text of every account that can send. */
export const usedRef = 'order-1';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'];

/** What Node's client lets through in a header. */
export const headerText = wildText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));

export const strangeHeaders: Arbitrary<Record<string, string | string[]>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc
    .constantFrom(
      'if-none-match',
      'accept',
      'x-request-id',
      'x-forwarded-for',
      'range',
      'expect',
      'cookie',
      'origin',
    )
    .chain((name) => headerText.map((text) => ({ [name]: text }))),
  fc.constantFrom<Record<string, string | string[]>>(
    { authorization: ['Bearer a', 'Bearer b'] },
    { authorization: '' },
    { authorization: 'Basic eDp5' },
    { authorization: `Bearer ${'x'.repeat(500)}` },
    { 'x-svc-account': ['1', '2'] },
    { 'if-none-match': '*' },
    { 'x-http-method-override': 'DELETE' },
    { 'accept-encoding': 'gzip, br' },
    { accept: 'text/html' },
    { connection: 'close' },
  ),
  headerText.map((text) => ({ authorization: text })),
);

export const bodyHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': '' },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'multipart/form-data' },
  ),
);

export function bodyOf({ bodySchema }: DescribedOperation): Arbitrary<unknown> {
  const wild = fc.oneof(
    fc.jsonValue(),
    wildText,
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom<unknown>('{', '[]', 'null', '', '{"a":', ' '.repeat(65_537), `${'['.repeat(20_000)}`),
  );
  if (!bodySchema) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, wild);
  const schema = bodySchema as Parameters<typeof objectOn>[0];
  return fc.oneof(
    { weight: 8, arbitrary: objectOn(schema) },
    { weight: 4, arbitrary: objectNear(schema) },
    wild,
  );
}

/** Percent-encoded as a client would, or broken. */
const segment = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed())) },
    fc.constantFrom(
      '%',
      '%zz',
      '%ff',
      '%c0%80',
      '%ed%a0%80',
      '%00',
      '%2F',
      '%2e%2e',
      '..',
      ';a=b',
      '+',
      '%25',
    ),
  );

export function pathOf({ path, parameters }: DescribedOperation): Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'path');
  const values = named.map(({ name }) =>
    name === 'id'
      ? // Whoever has texts has one of the first ids.
        segment(fc.oneof(integerText(1, 3), integerText(1, Number.MAX_SAFE_INTEGER)))
      : name === 'name'
        ? segment(fc.oneof({ weight: 6, arbitrary: fc.constantFrom('shop', 'other') }, wildText))
        : segment(fc.oneof(fc.constantFrom('+15005550006', '5005550007', 'MyBank', '12'), wildText)),
  );
  return fc
    .tuple(...values)
    .map((filled) =>
      filled.reduce((whole, value, index) => whole.replace(`{${named[index]?.name}}`, () => value), path),
    );
}

export function queryOf({ parameters }: DescribedOperation): Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query');
  const unknown = fc.tuple(wildText, wildText);
  const one = named.map(({ name, schema }) => {
    const {
      type,
      minimum = 0,
      maximum = 500,
      enum: values,
    } = schema as { type: string; minimum?: number; maximum?: number; enum?: string[] };
    const value =
      type === 'integer'
        ? integerText(minimum, maximum)
        : name === 'client_ref'
          ? fc.oneof({ weight: 6, arbitrary: fc.constant(usedRef) }, wildText)
          : values
            ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, wildText)
            : fc.oneof(wildText, integerText(0, 100));
    return value.map((text): [string, string] => [name, text]);
  });
  const wrong = named.map(({ name }) => fc.tuple(misspelt(name), integerText(0, 100)));
  const pair =
    one.length === 0
      ? unknown
      : fc.oneof({ weight: 9, arbitrary: fc.oneof(...one) }, unknown, fc.oneof(...wrong));
  return fc.array(pair, { maxLength: 3 }).map((pairs) => {
    const text = pairs
      .map((parts) => parts.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
      .join('&');
    return text === '' ? '' : `?${text}`;
  });
}

/** Requests of one operation. */
export function requestsOf(operation: DescribedOperation): Arbitrary<Shot> {
  const drawn = fc
    .record({
      method: fc.oneof({ weight: 30, arbitrary: fc.constant(operation.method) }, fc.constantFrom(...methods)),
      path: pathOf(operation),
      query: queryOf(operation),
      as: fc.oneof(
        { weight: 12, arbitrary: fc.constant('account' as const) },
        fc.constantFrom('platform' as const, 'platform' as const, 'spent' as const, 'nobody' as const),
      ),
      account: fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 1 }) }, fc.nat({ max: 6 })),
      target: fc.oneof(
        { weight: 8, arbitrary: fc.constant('none' as const) },
        fc.constantFrom('own' as const, 'own' as const, 'other' as const, 'text' as const),
      ),
      targetText: headerText,
      headers: fc.tuple(strangeHeaders, bodyHeaders).map((both) => ({ ...both[0], ...both[1] })),
      body: bodyOf(operation),
    })
    .map(
      ({ query, path, body, ...shot }): Shot => ({
        ...shot,
        path: path + query,
        ...(body !== undefined && { body }),
      }),
    );
  // Now and then one that is in order, so that no operation turns all of them away.
  const { path, body } = askOf(operation);
  const inOrder = fc.record({ account: fc.nat({ max: 6 }) }).map(
    ({ account }): Shot => ({
      ...{ method: operation.method, path, as: 'account', account, target: 'none', targetText: '' },
      ...(body !== undefined && { body }),
    }),
  );
  return fc.oneof({ weight: 5, arbitrary: drawn }, inOrder);
}
