// Ports for what must know its port beforehand.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';

/** Below the ports that the system gives to outgoing connections, which would otherwise take one before it is used. */
const lowest = 10_000;
const count = 22_000;

/** Anywhere, because what another process has just let go may still be in use. */
let next = randomInt(count);

/** Listens there unless somebody else does. */
async function tryListen(options: ListenOptions): Promise<Server | undefined> {
  const server = createServer().listen(options).unref();
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  return isOpen ? server : undefined;
}

/**
 * Keeps a port for this process until it ends, against all others that ask here: a name that one process at a time can
 * hold, and that the system takes back. Only Linux has such names; elsewhere chance has to do.
 */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await tryListen({ path: `\0textrelay-test-port-${port}` })) !== undefined;
}

/** A port of 127.0.0.1 that is free, and that no other test is given while this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % count;
    const port = lowest + next;
    if (!(await reserve(port))) continue;
    const server = await tryListen({ port, host: '127.0.0.1' });
    if (!server) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
