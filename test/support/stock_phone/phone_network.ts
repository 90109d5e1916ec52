// The phone's way to its server: HTTP as OkHttp speaks it, over a network that a test switches off or makes lose things.
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as HttpsAgent, request as secureRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '../../../runtime/clock.ts';
import type { AppProcess } from './app_process.ts';
import type { Conversation, Exchange } from './conversation.ts';

/** A call that had no answer. */
export class NoAnswer extends Error {}

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Ends the call. */
  signal?: AbortSignal;
  /** Silence that ends the call, and how long it may take in all. */
  silenceMs: number;
  totalMs?: number;
}

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** What of a call is lost on the way. */
export type Loss = 'request' | 'answer' | undefined;

export class PhoneNetwork {
  readonly conversation: Conversation;
  /** Asked for each call. A lost request never reaches the server; a lost answer was written by it. */
  lossOf: (call: Call) => Loss = () => undefined;
  #isOn = true;
  #inFlight = 0;
  readonly #agents: { http: HttpAgent; https: HttpsAgent };
  readonly #cuts = new Set<() => void>();
  readonly #clock: Clock;

  /** `clock` is what calls are timed by; `authority` is trusted beside the well-known ones. */
  constructor(conversation: Conversation, clock: Clock, authority?: string) {
    this.conversation = conversation;
    this.#clock = clock;
    this.#agents = {
      http: new HttpAgent({ keepAlive: true }),
      https: new HttpsAgent({ keepAlive: true, ...(authority !== undefined && { ca: authority }) }),
    };
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Calls under way, streams left out. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Switching off cuts everything under way. */
  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    if (!isOn) this.cut();
  }

  /** Cuts everything under way; new connections work. */
  cut(): void {
    for (const cut of [...this.#cuts]) cut();
  }

  /** Asks once. Throws NoAnswer when no whole answer came. */
  async ask(process: AppProcess, call: Call): Promise<Reply> {
    const loss = this.lossOf(call);
    this.#inFlight += 1;
    const exchange: Exchange = { ...call, status: undefined, answerHeaders: {}, answer: '' };
    try {
      if (!this.#isOn || loss === 'request') throw new NoAnswer('no network');
      const reply = await this.#carry(process, call);
      Object.assign(exchange, { status: reply.status, answerHeaders: reply.headers, answer: reply.text });
      if (loss === 'answer') throw new NoAnswer('the answer was lost');
      return reply;
    } finally {
      this.#inFlight -= 1;
      this.conversation.record(exchange);
    }
  }

  /** Opens a stream; `onChunk` gets what comes of it. Resolves with its end, and throws when it was cut or never opened. */
  async stream(
    process: AppProcess,
    call: Call,
    on: { open: (reply: Omit<Reply, 'text'>) => boolean; chunk: (text: string) => void },
  ): Promise<void> {
    const exchange: Exchange = { ...call, status: undefined, answerHeaders: {}, answer: '' };
    if (!this.#isOn || this.lossOf(call) !== undefined) {
      this.conversation.record(exchange);
      throw new NoAnswer('no network');
    }
    const { response, done } = await this.#open(process, call).catch((error: unknown) => {
      this.conversation.record(exchange);
      throw error;
    });
    const { statusCode: status = 0, headers } = response;
    this.conversation.record({ ...exchange, status, answerHeaders: headers });
    try {
      if (!on.open({ status, headers })) return;
      response.setEncoding('utf8');
      for await (const chunk of response) on.chunk(chunk);
    } finally {
      response.destroy();
      done();
    }
  }

  /** Lets go of kept connections. */
  close(): void {
    this.cut();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #carry(process: AppProcess, call: Call): Promise<Reply> {
    const { response, done, noise } = await this.#open(process, call);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of response) {
        noise();
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      const isPacked = response.headers['content-encoding'] === 'gzip';
      const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    } catch (error) {
      throw new NoAnswer(String(error));
    } finally {
      done();
    }
  }

  #open(
    process: AppProcess,
    call: Call,
  ): Promise<{ response: IncomingMessage; done: () => void; noise: () => void }> {
    const isSecure = call.url.startsWith('https:');
    const options: RequestOptions = {
      method: call.method,
      headers: {
        ...call.headers,
        'accept-encoding': 'gzip',
        ...(call.body !== undefined && { 'content-length': String(Buffer.byteLength(call.body)) }),
      },
      agent: isSecure ? this.#agents.https : this.#agents.http,
    };
    const sent = isSecure ? secureRequest(call.url, options) : request(call.url, options);
    const cut = () => sent.destroy(new Error('cut'));
    this.#cuts.add(cut);
    process.signal.addEventListener('abort', cut);
    call.signal?.addEventListener('abort', cut);
    let isDone = false;
    let cancelSilence = () => {};
    const noise = () => {
      cancelSilence();
      if (!isDone) cancelSilence = this.#clock.setTimeout(cut, call.silenceMs);
    };
    const cancelTotal = call.totalMs === undefined ? () => {} : this.#clock.setTimeout(cut, call.totalMs);
    const done = () => {
      isDone = true;
      cancelSilence();
      cancelTotal();
      this.#cuts.delete(cut);
      process.signal.removeEventListener('abort', cut);
      call.signal?.removeEventListener('abort', cut);
    };
    noise();
    if (process.isDead || call.signal?.aborted) cut();
    sent.end(call.body);
    return new Promise((resolve, reject) => {
      sent.on('response', (response) => {
        noise();
        resolve({ response, done, noise });
      });
      // After the answer began, the answer itself says that it was cut.
      sent.on('error', (error) => {
        done();
        reject(new NoAnswer(error.message));
      });
    });
  }
}
