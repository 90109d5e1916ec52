// The company behind an HTTP carrier, which a test scripts: what it does with a connection, with the head of a request, and
// with a whole one. It writes down what really arrived. Node's own parser reads the requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Pem } from '../certificates.ts';

/** A request that arrived whole. */
export interface Arrived {
  method: string;
  /** With its query, as it was written. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Which connection it came on, from 0. */
  connection: number;
}

/** What is done with it. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: string }
  | 'reset'
  | 'end'
  | 'silence'
  /** These bytes, and what comes after them. */
  | { raw: string; after: 'reset' | 'end' | 'stay' };

/** Listens on a port of its own. */
export class Company {
  /** Runs when a connection comes, before anything else. */
  onConnection: (index: number) => 'take' | 'reset' = () => 'take';
  /** Runs when the head of a request is there. */
  onHead: (head: { method: string; url: string }) => 'read' | 'reset' = () => 'read';
  onRequest: (arrived: Arrived) => Reply | Promise<Reply> = () => ({ body: '{"id":"far-1"}' });
  /** Requests that arrived whole, and the heads of all. */
  readonly requests: Arrived[] = [];
  heads = 0;
  connections = 0;
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, url: string) {
    this.#server = server;
    this.#sockets = sockets;
    this.url = url;
  }

  static async start(tls?: Pem): Promise<Company> {
    const take = (request: IncomingMessage, response: ServerResponse) => void end.#take(request, response);
    // A connection is kept as long as the test is not over, unless the test ends it.
    const options = { keepAliveTimeout: 0 };
    const server = tls ? createSecureServer({ ...options, ...tls }, take) : createServer(options, take);
    const sockets = new Set<Socket>();
    const numbers = new WeakMap<Socket, number>();
    server.on('connection', (socket: Socket) => {
      const index = end.connections++;
      numbers.set(socket, index);
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      if (end.onConnection(index) === 'reset') socket.resetAndDestroy();
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const end: Company = new Company(server, sockets, `${tls ? 'https' : 'http'}://127.0.0.1:${port}`);
    return end;
  }

  /** Ends every connection as an idle server does. */
  endAll(): void {
    for (const socket of this.#sockets) socket.end();
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Refuses connections from now on. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers, socket } = request;
    this.heads++;
    request.on('error', () => {});
    if (this.onHead({ method, url }) === 'reset') {
      socket.resetAndDestroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const arrived = {
      method,
      url,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
      connection: this.connections - 1,
    };
    this.requests.push(arrived);
    const reply = await this.onRequest(arrived);
    if (reply === 'silence') return;
    if (reply === 'reset') socket.resetAndDestroy();
    else if (reply === 'end') socket.end();
    else if ('raw' in reply) {
      socket.write(reply.raw, 'latin1', () => {
        if (reply.after === 'reset') socket.resetAndDestroy();
        else if (reply.after === 'end') socket.end();
      });
    } else {
      const { status = 200, headers: own = {}, body = '' } = reply;
      response.writeHead(status, { 'content-type': 'application/json', ...own });
      response.end(body);
    }
  }
}
