import { beforeAll, expect, test } from 'vitest';
import { type Protocol, readPlainCall } from './plain_call.ts';
import { openServer, tools } from './server.ts';

let protocol: Protocol;
beforeAll(async () => {
  ({ protocol } = await openServer('1', {
    sendOnce: () => Promise.reject(new Error('nothing is sent here')),
  }));
});

const ofLibrary = 'io.modelcontextprotocol/';
const client = {
  [`${ofLibrary}protocolVersion`]: '2026-07-28',
  [`${ofLibrary}clientInfo`]: { name: 'judge', version: '1' },
  [`${ofLibrary}clientCapabilities`]: {},
};
const earlier = {
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  params: {},
};
const current = {
  headers: {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'get_text',
  },
  params: { _meta: client },
};

interface Odd {
  headers?: object;
  message?: object;
  params?: object;
}

const read = (kind: typeof earlier | typeof current, { headers, message, params }: Odd = {}) =>
  readPlainCall(
    { ...kind.headers, ...headers },
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_text', arguments: { id: 5 }, ...kind.params, ...params },
      ...message,
    },
    tools,
    protocol,
  );

test('a call with nothing unusual about it takes the short way, in every version of the protocol', () => {
  const plain = { id: 1, given: { id: 5 }, tool: expect.objectContaining({ name: 'get_text' }) };
  expect(read(earlier)).toEqual({ ...plain, isCurrent: false });
  expect(read(current)).toEqual({ ...plain, isCurrent: true });
  for (const version of protocol.earlierVersions)
    expect(read(earlier, { headers: { 'mcp-protocol-version': version } })).toBeDefined();
  expect(read(earlier, { message: { id: 'a' }, params: { _meta: { progressToken: 'p' } } })).toBeDefined();
  expect(read(earlier, { params: { name: 'get_usage', arguments: undefined } })).toBeDefined();
});

test('whatever is unusual about a call sends it to the library', () => {
  const ofBoth: Odd[] = [
    { message: { id: 1.5 } },
    { message: { id: null } },
    { message: { jsonrpc: '1.0' } },
    { message: { method: 'tools/list' } },
    { message: { more: 1 } },
    { message: { params: [] } },
    { params: { name: 'delete_everything' } },
    { params: { arguments: [] } },
    { params: { arguments: { id: 'x' } } },
    { params: { arguments: { id: 5, other: 1 } } },
    { params: { task: {} } },
    { headers: { 'content-type': 'text/plain' } },
    { headers: { 'mcp-protocol-version': '1999-01-01' } },
    { headers: { 'mcp-name': 'send_text' } },
  ];
  const ofEarlier: Odd[] = [
    { params: { _meta: { progressToken: {} } } },
    { params: { _meta: { other: 1 } } },
    { headers: { accept: 'application/json' } },
    { headers: { 'mcp-method': 'tools/call' } },
    { headers: { 'mcp-protocol-version': '2026-07-28' } },
  ];
  const ofCurrent: Odd[] = [
    { params: { _meta: { ...client, [`${ofLibrary}clientInfo`]: 'judge' } } },
    { params: { _meta: { ...client, [`${ofLibrary}protocolVersion`]: '2025-11-25' } } },
    { params: { _meta: { [`${ofLibrary}protocolVersion`]: '2026-07-28' } } },
    { params: { _meta: {} } },
    { headers: { 'mcp-method': undefined } },
    { headers: { 'mcp-name': undefined } },
    { headers: { 'mcp-protocol-version': undefined } },
  ];
  const taken = [
    ...[...ofBoth, ...ofEarlier].map((odd) => [odd, read(earlier, odd)] as const),
    ...[...ofBoth, ...ofCurrent].map((odd) => [odd, read(current, odd)] as const),
  ].filter(([, call]) => call !== undefined);
  expect(taken).toEqual([]);
});
