// A test stands between the two sockets of a line: when one closes, so does the other.
import type { Socket } from 'node:net';

/** Joins two sockets, and keeps them in `sockets` while they are open. The caller passes their bytes on. */
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
