// The streams by which phones learn of work (server-sent events). A phone that does not read loses its stream: it still
// asks for work, and opens another one.
import type { ServerResponse } from 'node:http';
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { EventStream } from '../drivers/stock_app/contact.ts';

/**
 * Of one phone. The app opens a further one with each of its starts without closing those before, and opens again what is
 * closed: with too few they would drive each other out for ever.
 */
export const mostStreams = 8;
const keepAliveMs = 20_000;
/** The bytes that a stream may hold unread: a hundred events. */
const mostUnread = 8 * 1024;

class Stream implements EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(event: string): void {
    // Without data the app drops an event.
    this.write(`event: ${event}\ndata: null\n\n`);
  }

  write(text: string): void {
    if (this.#response.destroyed) return;
    if (this.#response.writableLength > mostUnread) this.#response.destroy();
    else this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }
}

/** All streams of a listener. */
export class EventStreams {
  readonly #streams = new Set<Stream>();
  readonly #cancel: CancelTimer;

  constructor(clock: Clock) {
    this.#cancel = clock.setInterval(() => {
      for (const stream of this.#streams) stream.write(':keepalive\n\n');
    }, keepAliveMs);
  }

  /** Begins a stream, which the phone sees at once. `onClose`: it has ended, whatever the reason. */
  open(response: ServerResponse, onClose: (stream: Stream) => void): Stream {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    const stream = new Stream(response);
    this.#streams.add(stream);
    response.once('close', () => {
      this.#streams.delete(stream);
      onClose(stream);
    });
    stream.write(':connected\n\n');
    return stream;
  }

  stop(): void {
    this.#cancel();
    for (const stream of this.#streams) stream.end();
  }
}
