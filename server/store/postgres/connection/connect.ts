// One connection to one server: a client of the driver that never connects a second time, because the next connection may belong
// to another server.
import { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { commonOptions } from './session_options.ts';

export interface Connection {
  client: postgres.Sql;
  /** Ends it at once, without a farewell. */
  cut(): void;
}

/** A connection that fails like a closed one. */
function deadEnd(): Socket {
  const socket = new Socket();
  setImmediate(() =>
    socket.destroy(Object.assign(new Error('the connection is closed'), { code: 'ECONNRESET' })),
  );
  return socket;
}

function socketTo({ host, port }: DatabaseHost): Socket {
  const socket = new Socket();
  // The driver reads the name that the server's certificate has to bear from here.
  Object.assign(socket, { host, port });
  return host.startsWith('/')
    ? socket.connect(`${host.replace(/\/$/, '')}/.s.PGSQL.${port}`)
    : socket.connect(port, host);
}

/**
 * Opens a connection with its first statement. `options` are the driver's; its types know neither a function that connects nor
 * what it is called back for.
 */
export function connectTo(url: DatabaseUrl, host: DatabaseHost, options: object): Connection {
  let socket: Socket | undefined;
  const client = postgres({
    ...commonOptions(url),
    ...options,
    socket: () => {
      if (socket) return deadEnd();
      socket = socketTo(host);
      return socket;
    },
    max: 1,
    fetch_types: false,
    backoff: () => 0,
  } as object);
  return { client, cut: () => socket?.destroy() };
}
