// The stream of events: helpers/SSEManager.kt and gateway/services/SSEForegroundService.kt.
import type { AppParts } from './app_parts.ts';
import { never } from './app_process.ts';

/** A read that is silent for so long ends the stream. */
const silenceMs = 3_600_000;

/** Between two tries: the first five, up to ten, and from then on. */
const waitsMs = { first: 5_000, more: 30_000, most: 60_000 };

export class EventStream {
  readonly #app: AppParts;
  readonly #url: string;
  readonly #token: string;
  readonly #on: { open: () => void; event: (name: string, data: string) => Promise<void> };
  readonly #open = new Set<AbortController>();
  #latest: AbortController | undefined;
  #attempts = 0;
  #isEnding = false;

  /** URL and token stay as they were when the service began. */
  constructor(
    app: AppParts,
    url: string,
    token: string,
    on: { open: () => void; event: (name: string, data: string) => Promise<void> },
  ) {
    this.#app = app;
    this.#url = url;
    this.#token = token;
    this.#on = on;
  }

  /** Streams that are open or being opened. */
  get count(): number {
    return this.#open.size;
  }

  /** Opens a stream, also beside one that is open: that one is forgotten and lives on. */
  connect(): void {
    this.#isEnding = false;
    const ends = new AbortController();
    this.#latest = ends;
    this.#open.add(ends);
    void this.#read(ends).then(
      () => this.#ended(ends),
      () => this.#ended(ends),
    );
  }

  disconnect(): void {
    this.#isEnding = true;
    this.#attempts = 0;
    this.#latest?.abort();
    this.#latest = undefined;
  }

  #ended(ends: AbortController): void {
    this.#open.delete(ends);
    if (this.#app.process.isDead || this.#isEnding) return;
    this.#attempts += 1;
    const { first, more, most } = waitsMs;
    const waitMs = this.#attempts > 10 ? most : this.#attempts > 5 ? more : first;
    // The newest stream is the one that is let go, whichever of them ended.
    this.#latest?.abort();
    this.#latest = undefined;
    this.#app.process.after(waitMs, () => {
      if (!this.#isEnding) this.connect();
    });
  }

  async #read(ends: AbortController): Promise<void> {
    const { process, network } = this.#app;
    let rest = '';
    const call = {
      method: 'GET',
      url: this.#url,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'text/event-stream',
        'user-agent': 'okhttp/4.10.0',
      },
      signal: ends.signal,
      silenceMs,
    };
    const stream = network.stream(process, call, {
      open: ({ status, headers }) => {
        const isStream = String(headers['content-type']).startsWith('text/event-stream');
        if (status < 200 || status > 299 || !isStream) return false;
        this.#attempts = 0;
        this.#on.open();
        return true;
      },
      chunk: (text) => {
        const blocks = (rest + text).split(/\r?\n\r?\n/);
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#frame(block);
      },
    });
    await process.live(stream);
  }

  #frame(block: string): void {
    const lines = block.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith(':'));
    if (lines.length === 0) return;
    const values = (field: string) =>
      lines
        .filter((line) => line === field || line.startsWith(`${field}:`))
        .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
    const name = values('event').at(-1);
    const data = values('data').join('\n');
    this.#app.network.conversation.recordEvent(name, data, this.#app.version);
    // OkHttp drops an event without data.
    if (data === '') return;
    const event = name === undefined || name === '' ? 'MessageEnqueued' : name;
    if (!this.#app.version.events.includes(event)) return;
    if (this.#app.process.diesAt('event arrived', event)) return void never;
    void this.#on.event(event, data);
  }
}
