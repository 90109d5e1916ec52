// The short way of a tool's call. The library makes a server, a transport and a web request of every message, which takes longer than
// what is asked for. A call with nothing unusual about it, as nearly all are, is answered here as the library would answer it. The
// library still says which protocol it is of; whatever else it would look at sends a call its way, where it is refused in its words.
import type { IncomingHttpHeaders } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

type Library = typeof import('@modelcontextprotocol/server');

/** What the short way needs of the library. */
export interface Protocol {
  classify: Library['classifyInboundRequest'];
  /** The versions before the current one. */
  earlierVersions: readonly string[];
  /** What the service calls itself in each answer of the current protocol. */
  serverInfo: object;
  /** Whether the tool takes these arguments. */
  takes: (tool: Tool, given: object) => boolean;
}

/** What is answered to a message. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

interface PlainCall {
  id: string | number;
  tool: Tool;
  given: object;
  /** Whether it is of the current protocol, which does without a handshake. */
  isCurrent: boolean;
}

const [versionHeader, methodHeader, nameHeader] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
const currentVersion = '2026-07-28';
const ofLibrary = 'io.modelcontextprotocol/';
const plainMeta: ReadonlySet<string> = new Set([
  'progressToken',
  ...['protocolVersion', 'clientInfo', 'clientCapabilities'].map((name) => ofLibrary + name),
]);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isName = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);
const hasOnly = (value: object, names: ReadonlySet<string>) =>
  Object.keys(value).every((name) => names.has(name));

const inMessage: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const inParams: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Whether the headers say what the library asks for. One that came twice never does. */
function areHeadersPlain(headers: IncomingHttpHeaders, name: string, protocol: Protocol, isCurrent: boolean) {
  const { [versionHeader]: version, [methodHeader]: method, [nameHeader]: called } = headers;
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '')) return false;
  if (isCurrent) return version === currentVersion && method === 'tools/call' && called === name;
  const accept = headers.accept ?? '';
  return (
    method === undefined &&
    called === undefined &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (version === undefined || protocol.earlierVersions.includes(version as string))
  );
}

/** The call that a message is; undefined for every message that is to go to the library. */
export function readPlainCall(
  headers: IncomingHttpHeaders,
  message: object,
  tools: readonly Tool[],
  protocol: Protocol,
): PlainCall | undefined {
  const { id, method, params } = message as Record<string, unknown>;
  if (method !== 'tools/call' || !isName(id) || !isObject(params)) return undefined;
  if (!hasOnly(message, inMessage) || !hasOnly(params, inParams)) return undefined;
  const { name, arguments: given = {}, _meta: meta = {} } = params;
  const tool = tools.find((one) => one.name === name);
  if (!tool || !isObject(given) || !isObject(meta) || !hasOnly(meta, plainMeta)) return undefined;
  if (meta.progressToken !== undefined && !isName(meta.progressToken)) return undefined;

  const isCurrent = Object.keys(meta).some((key) => key.startsWith(ofLibrary));
  if (!areHeadersPlain(headers, tool.name, protocol, isCurrent)) return undefined;
  const classified = protocol.classify({
    httpMethod: 'POST',
    body: message,
    ...(isCurrent && {
      protocolVersionHeader: currentVersion,
      mcpMethodHeader: 'tools/call',
      mcpNameHeader: tool.name,
    }),
  });
  if (classified.kind !== (isCurrent ? 'modern' : 'legacy')) return undefined;
  return protocol.takes(tool, given) ? { id, tool, given, isCurrent } : undefined;
}

/** The answer in the form of the call's protocol. */
export function renderAnswer(
  { id, isCurrent }: PlainCall,
  result: CallToolResult,
  { serverInfo }: Protocol,
): Answer {
  const of = (type: string, text: string) => ({ status: 200, headers: { 'content-type': type }, text });
  if (!isCurrent) {
    const data = JSON.stringify({ result, jsonrpc: '2.0', id });
    return of('text/event-stream', `event: message\ndata: ${data}\n\n`);
  }
  const whole = { ...result, resultType: 'complete', _meta: { [`${ofLibrary}serverInfo`]: serverInfo } };
  return of('application/json', JSON.stringify({ result: whole, jsonrpc: '2.0', id }));
}
