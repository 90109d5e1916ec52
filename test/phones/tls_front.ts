// Stands before a gateway as in production: it ends TLS, says which address was asked for, and passes everything on at once.
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '../support/certificates.ts';

export class TlsFront {
  /** The certificate that phones must trust. */
  readonly authority: string;
  readonly #server: Server;

  private constructor(server: Server, authority: string) {
    this.#server = server;
    this.authority = authority;
  }

  static async start(gatewayPort: number): Promise<TlsFront> {
    const authority = await createAuthority();
    const server = createServer(await authority.issue(), (asked, answer) =>
      passOn(gatewayPort, asked, answer),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TlsFront(server, authority.cert);
  }

  /** Its origin. */
  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function passOn(port: number, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers, socket } = asked;
  const said = {
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': headers.host,
  };
  const passed = request({ port, method, path: url, headers: { ...headers, ...said } }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers).flushHeaders();
    reply.on('error', () => answer.destroy()).pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  asked.on('error', () => passed.destroy()).pipe(passed);
}
