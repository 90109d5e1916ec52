// Speaks HTTP to a gateway as politely or as rudely as a test wants: repeated headers, any method, any bytes. Unlike
// fetch it changes nothing of what it is given, and it judges nothing of what comes back.
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request as requestOf } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** One request. */
export interface Ask {
  /** GET unless said otherwise. */
  method?: string;
  /** Path and query, sent as they are. */
  path: string;
  /** The API key for the Authorization header; none when left out. */
  key?: string;
  /** Further headers; a list sends the header several times. */
  headers?: Record<string, string | string[]>;
  /** Text and bytes are sent as they are, anything else as JSON. Sets Content-Type unless `headers` does. */
  body?: unknown;
  signal?: AbortSignal;
}

/** One answer. */
export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads from it, it asserts.
  json: any;
}

/** Connections of one test file; closed by `destroy`. */
export const openConnections = () => new Agent({ keepAlive: true });

/** Sends a request and reads its answer to the end. */
export async function sendRequest(url: string, ask: Ask, connections?: Agent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', path, key, headers = {}, body, signal } = ask;
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const payload = isJson ? JSON.stringify(body) : (body as string | Buffer | undefined);
  const request = requestOf({
    host: hostname,
    port,
    method,
    path,
    agent: connections,
    signal,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...headers,
    },
  });
  request.end(payload);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return toAnswer(response.statusCode, response.headers, textOf(response.headers, Buffer.concat(chunks)));
}

/** The text of a body, which may be compressed. */
function textOf({ 'content-encoding': encoding }: IncomingHttpHeaders, body: Buffer): string {
  if (body.length > 0 && encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  if (body.length > 0 && encoding === 'gzip') return gunzipSync(body).toString('utf8');
  return body.toString('utf8');
}

/**
 * Sends bytes on a connection of their own and reads what comes until the other side closes. Returns the first answer;
 * its text goes on with whatever followed it. With `isAll` the other side learns that nothing more will come.
 */
export async function sendBytes(url: string, bytes: string | Buffer, isAll = false): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  if (isAll) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  // A 100 Continue is no answer yet.
  const answers = received.replace(/^(HTTP\/1\.1 100 [^\r\n]*\r\n\r\n)+/, '');
  const [head = '', ...rest] = answers.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const fields: IncomingHttpHeaders = Object.fromEntries(headers);
  const text = rest.join('\r\n\r\n');
  const own = Buffer.from(text).subarray(0, Number(fields['content-length']));
  return toAnswer(Number(statusLine.split(' ')[1]), fields, text, own.toString('utf8'));
}

/** `own` is the part of the text that is this answer's body. */
function toAnswer(status: number, headers: IncomingHttpHeaders, text: string, own = text): Answer {
  const isJson = /^application\/json\b/.test(headers['content-type'] ?? '') && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(own) : undefined };
}
