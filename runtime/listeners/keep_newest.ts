// Bounds the connections of a small listener, so that a flood shuts nobody out.
import type { Server, Socket } from 'node:net';

/** Lets `most` connections be open at a time: one more ends the one that was opened first. */
export function keepNewest(server: Server, most: number): void {
  // In the order in which they came.
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most && oldest) {
      open.delete(oldest);
      oldest.destroy();
    }
  });
}
