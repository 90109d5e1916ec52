// Requests as pages of the console send them, from good ones to such as only an attacker's page would: with sessions that hold,
// cookies that are none, and accounts that are not theirs.
import fc, { type Arbitrary } from 'fast-check';
import type { ConsoleDoor } from '../../console_pages/doors.ts';
import type { DescribedOperation } from '../../support/described/interface.ts';
import type { Ask } from '../../support/http_client.ts';
import { bodyHeaders, bodyOf, headerText, methods, pathOf, queryOf, strangeHeaders } from './requests.ts';

/** Who asks: the run puts in sessions of its own people, and ids of its own accounts. */
export interface ConsoleShot extends Ask {
  method: string;
  as: 'owner' | 'member' | 'operator' | 'nobody' | 'unknown' | 'wild';
  /** Replaces the cookie where somebody wild asks. */
  cookie: string;
  target: 'own' | 'other' | 'none' | 'text';
  targetText: string;
}

const weighted = <T>(...pairs: [number, T][]): Arbitrary<T> =>
  fc.oneof(...pairs.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

/** Where a browser says that its request comes from. */
const origins = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Record<string, string>>({ 'sec-fetch-site': 'same-origin' }) },
  fc.constantFrom<Record<string, string>>(
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'null' },
    { origin: 'http://evil.example' },
  ),
  headerText.map((text) => ({ origin: text })),
);

const cookies = fc.oneof(
  headerText.map((text) => `textrelay_session=${text}`),
  headerText,
  fc.constantFrom(
    'textrelay_session=',
    'textrelay_session',
    '__Host-textrelay_session=x',
    `textrelay_session=svc_session_${'x'.repeat(35)}`,
    `textrelay_session=${'x'.repeat(5_000)}`,
    'a=b; textrelay_session=svc_session_; textrelay_session=x',
  ),
);

/** Requests of one operation; `door` is one that is in order, for those of the console. */
export function consoleRequestsOf(
  operation: DescribedOperation,
  door: ConsoleDoor | undefined,
): Arbitrary<ConsoleShot> {
  const drawn = fc
    .record({ path: pathOf(operation), query: queryOf(operation), body: bodyOf(operation) })
    .map(({ path, query, body }) => ({ path: path + query, body }));
  const inOrder = door && { path: `/api/v1${door.path}`, body: door.body };
  const form = inOrder
    ? fc.oneof(
        { weight: 2, arbitrary: drawn },
        fc.constant(inOrder),
        // A body of any kind that reaches something that is there.
        bodyOf(operation).map((body) => ({ path: inOrder.path, body })),
        queryOf(operation).map((query) => ({ ...inOrder, path: inOrder.path.split('?')[0] + query })),
      )
    : drawn;
  return fc
    .record({
      method: fc.oneof({ weight: 30, arbitrary: fc.constant(operation.method) }, fc.constantFrom(...methods)),
      form,
      as: weighted<ConsoleShot['as']>(
        [6, 'owner'],
        [4, 'member'],
        [6, 'operator'],
        [1, 'nobody'],
        [1, 'unknown'],
        [1, 'wild'],
      ),
      cookie: cookies,
      target: weighted<ConsoleShot['target']>([12, 'own'], [2, 'other'], [1, 'none'], [2, 'text']),
      targetText: headerText,
      headers: fc
        .tuple(origins, strangeHeaders, bodyHeaders)
        .map(([origin, strange, ofBody]) => ({ ...origin, ...strange, ...ofBody })),
    })
    .map(({ form: { path, body }, ...shot }) => ({ ...shot, path, ...(body !== undefined && { body }) }));
}
