// One connection to one server: a client of the driver that never connects a second time, because the next connection may belong
// to another server.
import { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import {
  commonOptions,
  type SessionSettings,
  sessionParameters,
  sessionSettings,
} from './session_options.ts';

export interface Connection {
  client: postgres.Sql;
  /** What its session was asked for. */
  settings: SessionSettings;
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

interface ConnectOptions {
  /** The session's name in the database. */
  name: string;
  /** Settings of the session besides the service's own. */
  settings?: SessionSettings;
  /** Further options of the driver; its types know neither a function that connects nor what it is called back for. */
  driver: object;
}

/** Opens a connection with its first statement. Throws TlsFileRefused. */
export function connectTo(url: DatabaseUrl, host: DatabaseHost, options: ConnectOptions): Connection {
  let socket: Socket | undefined;
  const settings = sessionSettings(options.settings);
  const client = postgres({
    ...commonOptions(url, host),
    ...options.driver,
    connection: { ...sessionParameters(url, settings), application_name: options.name },
    socket: () => {
      if (socket) return deadEnd();
      socket = socketTo(host);
      return socket;
    },
    max: 1,
    fetch_types: false,
    backoff: () => 0,
  } as object);
  return { client, settings, cut: () => socket?.destroy() };
}
