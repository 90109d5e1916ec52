// The two sockets of a line that a test stands between: when one closes, so does the other.
import type { Socket } from 'node:net';

/** Joins two sockets, and keeps them in `sockets` while they are open. What they say to each other is the caller's to pass on. */
export function closeTogether(sockets: Set<Socket>, near: Socket, far: Socket): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one);
    one.on('error', () => undefined);
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  }
}
