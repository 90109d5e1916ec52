// Processes that end while clients keep their connections: every request is answered, or its connection was closed in order before it
// was written. Gateway, core and hub are real processes, and nobody's connection is reset.
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf, serviceToken } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { extent } from '../support/extent.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';

let databaseUrl: string;
let core: CoreProcess;
let key: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  core = await startCoreProcess(databaseUrl);
  const admin = operatorOf(core);
  const accountId = (await admin.createAccount({ name: 'Stop', country: 'US', exempt: true })).account
    ?.id as bigint;
  key = (await admin.createKey({ accountId })).secret;
});
afterAll(async () => {
  await core?.stop();
});

/** How a client's connection ended. */
interface End {
  /** Answers in all, and those that said that the connection closes. */
  answers: number;
  closing: number;
  /** A request was written before the end was there, and has no answer. */
  isUnanswered: boolean;
  error: string | undefined;
}

/** One connection that asks again as soon as it has its answer, or `pauseMs` later, until it is closed. */
class Client {
  readonly #socket: Socket;
  readonly #request: string;
  readonly #pauseMs: number;
  readonly #ended: Promise<End>;
  /** Resolves with its first answer. */
  readonly hasAnswer: Promise<void>;
  #onAnswer = () => {};
  #text = '';
  #isWaiting = false;
  #answers = 0;
  #closing = 0;

  constructor(port: number, path: string, pauseMs: number) {
    this.#request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    this.#pauseMs = pauseMs;
    this.hasAnswer = new Promise((resolve) => {
      this.#onAnswer = resolve;
    });
    this.#socket = connect(port, '127.0.0.1', () => this.#ask());
    this.#socket.setEncoding('latin1').on('data', (chunk) => this.#read(String(chunk)));
    let error: string | undefined;
    this.#socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code;
    });
    this.#ended = new Promise((resolve) => {
      this.#socket.once('close', () =>
        resolve({
          ...{ answers: this.#answers, closing: this.#closing, isUnanswered: this.#isWaiting, error },
        }),
      );
    });
  }

  get ended(): Promise<End> {
    return this.#ended;
  }

  #ask(): void {
    if (!this.#socket.writable || this.#socket.readableEnded || this.#closing > 0) return;
    this.#isWaiting = true;
    this.#socket.write(this.#request);
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const headEnd = this.#text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const [head, rest] = [this.#text.slice(0, headEnd), this.#text.slice(headEnd + 4)];
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    const isWhole = length === undefined ? rest.endsWith('0\r\n\r\n') : rest.length >= Number(length);
    if (!isWhole) return;
    this.#text = '';
    this.#isWaiting = false;
    this.#answers++;
    this.#onAnswer();
    if (/^connection: close/im.test(head)) this.#closing++;
    setTimeout(() => this.#ask(), this.#pauseMs);
  }
}

/** Opens so many connections of a kind, each of which has had an answer once this resolves, unless `first` is 0. */
async function open(
  port: number,
  count: number,
  path: string,
  pauseMs: number,
  first = 1,
): Promise<Client[]> {
  const clients = Array.from({ length: count }, () => new Client(port, path, pauseMs));
  if (first > 0) await Promise.all(clients.map(({ hasAnswer }) => hasAnswer));
  return clients;
}

const index = '/api/v1';
const rounds = extent({ suite: 1, nightly: 10 });

test('when a gateway ends, no connection is reset and every request has its answer', async () => {
  const ends: End[] = [];
  for (let round = 0; round < rounds; round++) {
    const gateway: GatewayProcess = await startGatewayProcess([core]);
    const clients = [
      ...(await open(gateway.port, 10, index, 0)),
      ...(await open(gateway.port, 10, '/api/v1/usage', 10)),
      ...(await open(gateway.port, 10, '/api/v1/me', 300)),
      ...(await open(gateway.port, 10, '/api/v1/messages?since=0&wait=20', 0, 0)),
      // These have sent what they wanted to.
      ...(await open(gateway.port, 10, index, 60_000)),
    ];
    expect(await gateway.stop()).toBe(0);
    ends.push(...(await Promise.all(clients.map(({ ended }) => ended))));
  }
  expect(ends.filter(({ error, isUnanswered }) => error !== undefined || isUnanswered)).toEqual([]);
  expect(ends.filter(({ closing }) => closing === 1)).toHaveLength(rounds * 40);
});

/** Calls without pause on one HTTP/2 connection, until it is closed; says how it ended and which calls failed. */
async function callUntilClosed(port: number) {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  let error: string | undefined;
  session.on('error', ({ code }: NodeJS.ErrnoException) => {
    error = code;
  });
  const closed = new Promise<void>((resolve) => session.once('close', () => resolve()));
  let [isGoingAway, answers, lost] = [false, 0, 0];
  session.once('goaway', () => {
    isGoingAway = true;
  });
  const call = () =>
    new Promise<void>((resolve) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/grpc.health.v1.Health/Check',
        authorization: `Bearer ${serviceToken}`,
        'content-type': 'application/json',
      });
      let isAnswered = false;
      stream.once('response', () => {
        isAnswered = true;
      });
      stream.on('error', () => {});
      stream.once('close', () => {
        if (isAnswered) answers++;
        // A call that crosses GOAWAY was not read, and its caller knows it.
        else if (!isGoingAway) lost++;
        resolve();
      });
      stream.resume().end('{}');
    });
  while (!session.closed && !session.destroyed) await call();
  await closed;
  return { error, lost, isGoingAway, hasAnswers: answers > 0 };
}

test("a core that ends closes its operator's connections and its HTTP/2 sessions in order", async () => {
  for (let round = 0; round < rounds; round++) {
    const ending = await startCoreProcess(databaseUrl);
    const sessions = Array.from({ length: 5 }, () => callUntilClosed(ending.rpc.port));
    const clients = [
      ...(await open(ending.opsPort, 5, '/healthz', 0)),
      ...(await open(ending.opsPort, 5, '/healthz', 60_000)),
      ...(await open(ending.device.port, 5, '/nothing', 100)),
      ...(await open(ending.device.port, 5, '/nothing', 60_000)),
    ];
    expect(await ending.stop()).toBe(0);
    const ends = await Promise.all(clients.map(({ ended }) => ended));
    expect(ends.filter(({ error, isUnanswered }) => error !== undefined || isUnanswered)).toEqual([]);
    expect(await Promise.all(sessions)).toEqual(
      Array(5).fill({ error: undefined, lost: 0, isGoingAway: true, hasAnswers: true }),
    );
  }
});
