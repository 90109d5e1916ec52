// The modem's serial line on a socket: a connection is the cable's other end being opened.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { SimulatedModem } from './simulated_modem.ts';

/** A way to the modem. */
export interface ServedLine {
  /** tcp://127.0.0.1:port, unix:///path, or the path of a terminal. */
  address: string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine, or on a unix socket. While unplugged, connections end at once. */
export async function serveTcp(
  modem: SimulatedModem,
  { path, port = 0 }: { path?: string; port?: number } = {},
): Promise<ServedLine> {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    modem.connect(socket);
  });
  server.listen(path === undefined ? { port, host: '127.0.0.1' } : { path });
  await once(server, 'listening');
  const address =
    path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${path}`;
  return {
    address,
    async close() {
      server.close();
      modem.drop();
      await once(server, 'close');
    },
  };
}
