// Requests as bytes: heads that are nearly right, as a broken client, proxy or attacker writes them.
import fc, { type Arbitrary } from 'fast-check';
import type { DescribedOperation } from '../../support/described/interface.ts';

export interface RawShot {
  /** What is asked, as far as it can be known. */
  method: string;
  path: string;
  head: string;
  body: string;
}

const lines = [
  'Host: x',
  'Host: x',
  'host:',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'transfer-encoding : chunked',
  'Connection: close',
  'Connection: keep-alive, upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Content-Type: application/json',
  'Authorization: Bearer KEY',
  'Authorization: Bearer KEY',
  'authorization:Bearer KEY',
  'Authorization: Bearer',
  'X-SVC-Account: 1',
  'X-SVC-Account: 1, 1',
  'X-Request-Id: a',
  'X-Request-Id: <a>',
  'X: a\u0000b',
  ' folded: x',
  'no colon',
  ': empty',
  'X-Latin: é',
  `X-Long: ${'x'.repeat(16_000)}`,
];

const junk = fc.string({ unit: 'binary-ascii', maxLength: 40 }).filter((text) => !text.includes('\n'));

/** Requests as bytes for any of the operations; the run replaces KEY. */
export function rawRequests(operations: readonly DescribedOperation[]): Arbitrary<RawShot> {
  const operation = fc.constantFrom(...operations);
  return fc
    .record({
      operation,
      line: fc.constantFrom(
        'M P HTTP/1.1',
        'M P HTTP/1.1',
        'M P HTTP/1.0',
        'M P HTTP/2.0',
        'M P',
        ' M P HTTP/1.1',
      ),
      headers: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...lines) }, junk), {
        maxLength: 6,
      }),
      hasHost: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
      end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'),
      body: fc.constantFrom('', '', '{}', '5\r\nhello\r\n0\r\n\r\n', '0\r\n\r\n', 'zz\r\n', 'x'.repeat(100)),
    })
    .map(({ operation: { method, path }, line, headers, hasHost, end, body }) => {
      const filled = path.replace('{id}', '1').replace('{address}', '+15005550006');
      const first = line.replace('M', method).replace('P', filled);
      const all = [first, ...(hasHost ? ['Host: x'] : []), ...headers];
      return { method, path: filled, head: `${all.join(end)}${end}${end}`, body };
    });
}
