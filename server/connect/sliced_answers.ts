// Answers leave in slices, the next one when the one before is gone. HTTP/2 in Node takes a whole write into the memory
// of the connection, and keeps what a cancelled answer left there counted until the connection ends: one large answer
// that nobody takes would use up what all calls of the connection share.
import type { Http2ServerResponse, Http2Session } from 'node:http2';
import type { ConnectRouter } from '@connectrpc/connect';

/** Most of one answer that is in the connection's memory at a time, in bytes. */
const sliceBytes = 64 * 1024;

/** Lets every route that was added to `router` answer in slices. */
export function sliceAnswers(router: ConnectRouter): void {
  const { handlers } = router;
  for (const [index, handler] of handlers.entries()) {
    const run: typeof handler = Object.assign(async (request: Parameters<typeof handler>[0]) => {
      const answer = await handler(request);
      return answer.body ? { ...answer, body: slicesOf(answer.body) } : answer;
    }, handler);
    handlers[index] = run;
  }
}

async function* slicesOf(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const part of parts) {
    if (part.length <= sliceBytes) yield part;
    else
      for (let start = 0; start < part.length; start += sliceBytes)
        yield part.subarray(start, start + sliceBytes);
  }
}

/** Writes bytes and ends the response. What its reader does not take is not sent. */
export function endInSlices(response: Http2ServerResponse, bytes: Buffer): void {
  let start = 0;
  const go = () => {
    while (bytes.length - start > sliceBytes) {
      const slice = bytes.subarray(start, start + sliceBytes);
      start += sliceBytes;
      if (!response.write(slice)) {
        response.once('drain', go);
        return;
      }
    }
    response.end(bytes.subarray(start));
  };
  go();
}

/** The memory that the calls of one connection may hold, in megabytes. */
export const sessionMegabytes = 128;
/** A connection that may have lost this much is replaced, in bytes. */
const mostLostBytes = 16 * 1024 * 1024;

/**
 * Makes a watch over the connections of a server, to be shown every call.
 * Node counts the memory of answers that were cut off until their connection ends, and one that has none left refuses every
 * call while it looks alive. It is asked to make way for a new one long before.
 */
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
