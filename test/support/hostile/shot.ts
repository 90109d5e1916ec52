// One hostile connection: bytes in pieces, and how it is left.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';

/** What is written on a connection of its own, and whether it then stays open, is ended, or is cut off. */
export interface Shot {
  pieces: readonly Uint8Array[];
  leaves: 'open' | 'end' | 'reset';
}

/** A connection that was shot on. */
export interface Fired {
  /** What has come back, up to 64 KiB. */
  received: () => Buffer;
  /** Ends what is left of it. */
  drop: () => void;
}

const mostReceived = 64 * 1024;

/** Connects, writes everything as fast as the other side takes it, and leaves as the shot says. */
export async function fire(port: number, { pieces, leaves }: Shot): Promise<Fired> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const received: Buffer[] = [];
  let size = 0;
  socket.on('data', (data: Buffer) => {
    if (size < mostReceived) received.push(data);
    size += data.length;
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  }
  if (leaves === 'end') socket.end();
  if (leaves === 'reset') socket.resetAndDestroy();
  return { received: () => Buffer.concat(received), drop: () => socket.destroy() };
}

const junk = fc.uint8Array({ maxLength: 60 });

/** The bytes with some of them cut off, doubled, or made another. */
const damaged = (bytes: Arbitrary<Uint8Array>): Arbitrary<Uint8Array> =>
  fc
    .tuple(
      bytes,
      fc.constantFrom('cut', 'flip', 'insert', 'double'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      junk,
    )
    .map(([whole, how, share, more]) => {
      const at = Math.floor(whole.length * share);
      const [head, tail] = [whole.subarray(0, at), whole.subarray(at)];
      if (how === 'cut') return head;
      if (how === 'double') return Buffer.concat([whole, whole]);
      if (how === 'insert') return Buffer.concat([head, more, tail]);
      return Buffer.concat([
        head,
        Uint8Array.from(more, (byte, index) => (tail[index] ?? 0) ^ byte),
        tail.subarray(more.length),
      ]);
    });

/** Shots of such bytes, whole or damaged, in one piece or several. */
export function shotsOf(bytes: Arbitrary<Uint8Array>): Arbitrary<Shot> {
  return fc.record({
    pieces: fc
      .tuple(
        fc.oneof({ weight: 3, arbitrary: bytes }, { weight: 2, arbitrary: damaged(bytes) }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      )
      .map(([whole, shares]) => {
        const cuts = [
          0,
          ...shares.map((share) => Math.floor(share * whole.length)).sort((a, b) => a - b),
          whole.length,
        ];
        return cuts.slice(1).map((cut, index) => whole.subarray(cuts[index], cut));
      }),
    leaves: fc.constantFrom('open', 'open', 'end', 'reset'),
  });
}
