// Bytes that are nearly an HTTP/1.1 request, or not at all one.
import fc, { type Arbitrary } from 'fast-check';

const methods = [
  'GET',
  'GET',
  'POST',
  'POST',
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PRI',
  'get',
  'M-SEARCH',
  'QUERY',
  '',
];
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', ''];
const oddTargets = [
  '/',
  '*',
  '',
  '//',
  'http://[/',
  'http://x:99999/',
  '/%',
  '/%00',
  '/..%2f',
  '/\u00ff',
  `/${'a'.repeat(9_000)}`,
  '/?[',
  '/#',
];
const hosts = [
  '[',
  'a b',
  '%',
  'x:99999',
  '::1:1',
  '127.0.0.256',
  '',
  '[::1]',
  'x',
  'a,b',
  '\u00ff',
  `${'h'.repeat(5_000)}`,
];

const headerLines = [
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 18446744073709551616',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip',
  'Connection: close',
  'Connection: upgrade',
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 99',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Key: x',
  'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99',
  'Sec-WebSocket-Protocol: ,,',
  'Expect: 100-continue',
  'Expect: other',
  'Content-Type: application/json',
  'Content-Type: application/proto',
  'Content-Type: application/connect+json',
  'Content-Type: application/grpc-web',
  'Content-Type: application/grpc',
  'Content-Encoding: gzip',
  'Connect-Protocol-Version: 2',
  'Connect-Timeout-Ms: 99999999999',
  'Connect-Timeout-Ms: -1',
  'grpc-timeout: 1e9H',
  'grpc-encoding: br',
  'X-HTTP-Method-Override: DELETE',
  'Authorization: Bearer  x',
  'Authorization: Basic AAAA',
  'X-Forwarded-For: ::ffff:999.1.1.1, [::1]:99999, %',
  'Trailer: Host',
  'Cookie: =',
  '__proto__: x',
  'constructor: x',
  ' folded',
  'no colon',
  ': nameless',
  'X: \u0000',
  `X: ${'y'.repeat(17_000)}`,
];

const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '{"__proto__":{}}',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '0\r\nHost: [\r\n\r\n',
  '0;x=y\r\n\r\n',
  '-1\r\n',
  '['.repeat(4_000),
  '\u0000\u0000\u0000\u0000\u0005hello',
  '\u0001\u00ff\u00ff\u00ff\u00ff',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Requests as bytes for a listener that knows these paths, several on one connection at times. */
export function http1Bytes(
  paths: readonly string[],
  ownLines: readonly string[] = [],
): Arbitrary<Uint8Array> {
  const line = fc.constantFrom(...headerLines, ...ownLines);
  const junkLine = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  const request = fc
    .record({
      method: fc.constantFrom(...methods),
      target: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...paths) }, fc.constantFrom(...oddTargets)),
      version: fc.constantFrom(...versions),
      host: fc.option(fc.constantFrom(...hosts), { nil: 'localhost' }),
      lines: fc.array(fc.oneof({ weight: 8, arbitrary: line }, junkLine), { maxLength: 8 }),
      end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
      body: fc.constantFrom(...bodies),
    })
    .map(({ method, target, version, host, lines, end, body }) => {
      const head = [`${method} ${target} ${version}`, `Host: ${host}`, ...lines, '', ''].join(end);
      return Buffer.from(head + body, 'latin1');
    });
  const several = fc.array(request, { minLength: 1, maxLength: 4 }).map((all) => Buffer.concat(all));
  const nothingOfTheKind = fc.constantFrom(
    Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('SSH-2.0-x\r\n'),
    Buffer.alloc(20_000, 0x0a),
    Buffer.alloc(70_000, 0x41),
  );
  return fc.oneof(
    { weight: 8, arbitrary: several },
    { weight: 1, arbitrary: nothingOfTheKind },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  );
}
