// Connections that have lost memory to answers that were cut off: Node counts it until the connection ends, and one
// that has none left refuses every call while it looks alive. Such a connection is asked to make way for a new one
// long before; the calls on it are answered first.
import type { Http2ServerResponse, Http2Session } from 'node:http2';
import { sliceBytes } from './sliced_answers.ts';

/** What the calls of one connection may hold in memory, in megabytes. */
export const sessionMegabytes = 128;
/** A connection that may have lost this much is replaced, in bytes. */
const mostLostBytes = 16 * 1024 * 1024;

/** Makes a watch over the connections of a server, to be shown every call. */
export function createSessionWatch(): (response: Http2ServerResponse) => void {
  const lost = new WeakMap<Http2Session, number>();
  return ({ stream }) => {
    const { session } = stream;
    if (!session) return;
    stream.once('close', () => {
      if (stream.rstCode === 0 || !stream.headersSent) return;
      const bytes = (lost.get(session) ?? 0) + sliceBytes;
      lost.set(session, bytes);
      // GOAWAY: the caller opens another connection, and this one closes after its last call.
      if (bytes >= mostLostBytes && !session.closed) session.close();
    });
  };
}
