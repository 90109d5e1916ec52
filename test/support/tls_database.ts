// TLS in front of a real PostgreSQL: a test's server takes SSLRequest (PostgreSQL manual, 54.2.11), shows the certificate that it
// is given, and hands the rest on in cleartext.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { withHost } from './database.ts';

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export interface TlsDatabase {
  port: number;
  /** Whether each session that was opened was encrypted, in their order. */
  encrypted: boolean[];
  close(): void;
}

/** Serves the database of `url` on a port of 127.0.0.1; without `tls` it refuses TLS. */
export async function serveTlsDatabase(url: string, tls?: TlsOptions): Promise<TlsDatabase> {
  const encrypted: boolean[] = [];
  const sockets = new Set<Socket>();
  const relay = (near: Socket, first: Buffer, isEncrypted: boolean) => {
    encrypted.push(isEncrypted);
    const far = connect(withHost(url).target as { path: string });
    sockets.add(far);
    far.on('error', () => near.destroy());
    far.write(first);
    near.pipe(far).pipe(near);
  };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (first) => {
      if (!first.equals(sslRequest)) return relay(socket, first, false);
      if (!tls) {
        socket.write('N');
        socket.once('data', (startup) => relay(socket, startup, false));
        return;
      }
      socket.pause();
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...tls });
      secure.on('error', () => socket.destroy());
      secure.once('data', (startup) => relay(secure, startup, true));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    encrypted,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
