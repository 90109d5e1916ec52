// The addresses that the service wants: whether they are free, and how they are reached.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ListenAddress } from '../../runtime/config/config_values.ts';
import { pause } from '../../runtime/pause.ts';
import type { ListenerName } from '../config/config_standalone.ts';
import { StartRefused } from './start_refused.ts';

const write = (host: string, port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** host:port as it was configured. */
export const listenText = ({ host, port }: ListenAddress): string => write(host, port);

/** True for a listener on every address of the machine. */
const isEverywhere = ({ host }: ListenAddress): boolean => host === '0.0.0.0' || host === '::';

/** host:port at which this machine reaches a listener, also one on every address. */
export function reachText(address: ListenAddress): string {
  return write(isEverywhere(address) ? '127.0.0.1' : address.host, address.port);
}

/** The system's code for why that address cannot be listened on, or null. */
async function refusalOf({ host, port }: ListenAddress): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is taken',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Processes of a killed supervisor let go of their ports within moments. */
const graceMs = 1_500;

/** Makes sure that every address can be listened on. Throws StartRefused, one line for all of them. */
export async function checkListeners(
  listeners: Record<ListenerName, ListenAddress>,
  clock: Clock,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const errors: string[] = [];
    for (const [name, address] of Object.entries(listeners)) {
      const code = await refusalOf(address);
      if (code) errors.push(`${listenText(address)}: ${reasons[code] ?? code} (set ${name})`);
    }
    if (errors.length === 0) return;
    if (waitedMs >= graceMs) throw new StartRefused(`cannot listen on ${errors.join(', nor on ')}`);
    await pause(clock, 100);
  }
}
