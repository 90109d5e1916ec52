// The connections of a gateway. When there are as many as there may be, the one that has been without a request for longest gives way
// to a new one: otherwise whoever opens that many from one address keeps everybody else out.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  socket: Socket;
  /** Requests that are being answered. */
  requests: number;
}

// Noted on the socket that requests come on: a table that is asked for each request would cost more.
const connectionOf = Symbol('connection');
type NotedSocket = Socket & { [connectionOf]?: Connection };

/** The name of a connection, by which the socket of its TLS is known to belong to it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** Bounds the connections of a server; without an idle one a new one is dropped. */
export function boundConnections(server: Server, most: number): void {
  const open = new Map<string, Connection>();
  /** Those without a request, in the order in which they became so. */
  const idle = new Set<Connection>();

  server.on('connection', (socket: NotedSocket) => {
    const name = nameOf(socket);
    const connection = { socket, requests: 0 };
    if (open.size >= most) {
      const [longest] = idle;
      if (longest === undefined) {
        socket.destroy();
        return;
      }
      open.delete(nameOf(longest.socket));
      idle.delete(longest);
      longest.socket.destroy();
    }
    socket[connectionOf] = connection;
    open.set(name, connection);
    idle.add(connection);
    socket.once('close', () => {
      idle.delete(connection);
      if (open.get(name) === connection) open.delete(name);
    });
  });

  server.on('secureConnection', (secured: NotedSocket) => {
    const connection = open.get(nameOf(secured));
    if (connection) secured[connectionOf] = connection;
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = (socket as NotedSocket)[connectionOf];
    if (connection === undefined) return;
    connection.requests++;
    idle.delete(connection);
    response.once('close', () => {
      connection.requests--;
      if (connection.requests === 0 && !connection.socket.destroyed) idle.add(connection);
    });
  });
}
