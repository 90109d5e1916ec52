// A serial line over the network, as ser2net serves it: the octets as they are.
import { connect } from 'node:net';
import { systemCode } from '../../../agent_error.ts';
import { type Port, PortError, type PortHandlers } from './port.ts';

/** A peer that vanishes silently is noticed by the system after about this long without traffic. */
const keepAliveMs = 15_000;

/** Connects. Rejects with a PortError. */
export function openTcpPort(endpoint: { host: string; port: number }, handlers: PortHandlers): Promise<Port> {
  const { promise, resolve, reject } = Promise.withResolvers<Port>();
  const socket = connect({ ...endpoint, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs });
  socket.setEncoding('latin1');
  let state: 'opening' | 'open' | 'closed' = 'opening';
  const close = () => {
    state = 'closed';
    socket.destroy();
  };
  socket.on('connect', () => {
    state = 'open';
    resolve({ write: (data) => void socket.write(data, 'latin1'), close });
  });
  socket.on('data', (data: string) => {
    if (state === 'open') handlers.onData(data);
  });
  socket.on('error', (error) => {
    if (state !== 'opening') return;
    close();
    reject(new PortError('refused', `nobody answers at the modem's network address (${systemCode(error)})`));
  });
  // A serial line cannot be half open: a peer that ends its side is gone.
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    if (state !== 'open') return;
    close();
    handlers.onGone();
  });
  return promise;
}
