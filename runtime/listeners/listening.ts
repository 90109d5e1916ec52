// Opening and closing listeners.
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { ListenAddress } from '../config/config_values.ts';

/** Connections that wait to be taken. A thousand agents that come back at once must not wait for TCP's retries. */
export const backlog = 4096;

/** Listens; returns the address that was bound. Throws when it is taken. */
export async function listen(server: Server, { host, port }: ListenAddress): Promise<ListenAddress> {
  server.listen({ port, host, backlog });
  await once(server, 'listening');
  const bound = server.address();
  return { host, port: typeof bound === 'object' && bound !== null ? bound.port : port };
}

/** Takes no more connections; resolves when those that are open have ended. */
export const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
