// A server that a test scripts: it answers what it is asked by what the test put there, and keeps what it was asked. It stands for
// nobody's product, so that what the fake phone does can be held against the app's source alone.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  /** Method and path, such as "GET /message". */
  call: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads from it, it asserts.
  body: any;
  atMs: number;
}

export interface Scripted {
  status?: number;
  body?: unknown;
  type?: string;
}

export class ScriptedServer {
  readonly asked: Asked[] = [];
  readonly streams = new Set<ServerResponse>();
  /** What is listed for the phone. */
  messages: unknown[] = [];
  hooks: unknown[] = [];
  settings: unknown = {};
  /** Replaces an answer; undefined leaves it as it is. */
  script: (asked: Asked) => Scripted | undefined = () => undefined;
  readonly #server: Server;
  readonly #nowMs: () => number;
  url = '';

  private constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { pathname, search } = new URL(request.url ?? '/', 'http://server');
      const text = Buffer.concat(chunks).toString('utf8');
      const asked: Asked = {
        call: `${request.method} ${pathname}`,
        query: search,
        headers: request.headers,
        text,
        body: text === '' ? undefined : JSON.parse(text),
        atMs: this.#nowMs(),
      };
      this.asked.push(asked);
      this.#answer(asked, response);
    });
  }

  static async start(nowMs: () => number): Promise<ScriptedServer> {
    const server = new ScriptedServer(nowMs);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  /** The calls of a kind, in order. */
  of(call: string): Asked[] {
    return this.asked.filter((each) => each.call === call);
  }

  /** Writes an event to every stream. */
  push(event: string, data = 'null'): void {
    for (const stream of this.streams) stream.write(`event: ${event}\ndata: ${data}\n\n`);
  }

  /** Ends every stream. */
  hangUp(): void {
    for (const stream of this.streams) stream.end();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #answer(asked: Asked, response: ServerResponse): void {
    const scripted = this.script(asked);
    if (asked.call === 'GET /events' && (scripted?.status ?? 200) === 200) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
      return;
    }
    const { status = 200, body, type = 'application/json' } = { ...this.#usual(asked.call), ...scripted };
    response.writeHead(status, status === 204 ? {} : { 'content-type': type });
    response.end(status === 204 ? undefined : JSON.stringify(status < 300 ? body : { message: 'no' }));
  }

  #usual(call: string): Scripted {
    switch (call) {
      case 'POST /device':
        return { status: 201, body: { id: 'device-1', token: 'token-1', login: 'ABCDEF' } };
      case 'GET /message':
        return { body: this.messages };
      case 'GET /webhooks':
        return { body: this.hooks };
      case 'GET /settings':
        return { body: this.settings };
      default:
        return { status: 204 };
    }
  }
}
