// A gateway in this process in front of a fake core, with helpers to speak HTTP to it politely (fetch) and rudely
// (bytes).
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { GatewayConfig } from '../config.ts';
import { type Gateway, startGateway } from '../gateway.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { type Answers, type FakeCore, liveKey, serviceToken, startFakeCore } from './fake_core.ts';
import { createManualClock, type ManualClock } from './manual_clock.ts';

export interface Pair {
  core: FakeCore;
  gateway: Gateway;
  clock: ManualClock;
  /** Fetches a path with the live key; `init` overrides. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Posts JSON with the live key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends bytes and answers all that came back until the gateway closed the connection. */
  raw(bytes: string): Promise<string>;
  /** The value of one line of the metrics. */
  metric(line: string): Promise<number>;
  /** Resolves once `probe` holds; asks again with every turn of the event loop. */
  until(probe: () => boolean | Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

/** gRPC keeps deadlines by the machine's clock: the gateway's time is that, plus what the test has moved. */
function besideRealTime(clock: ManualClock): Clock {
  const startMs = clock.nowMs();
  return { ...clock, nowMs: () => systemClock.nowMs() + clock.nowMs() - startMs };
}

export interface PairOptions {
  on?: Partial<Answers>;
  limits?: Partial<Limits>;
  /** Configuration besides the addresses. */
  config?: Partial<GatewayConfig>;
}

export async function startPair({ on, limits, config }: PairOptions = {}): Promise<Pair> {
  const core = await startFakeCore(on);
  const clock = createManualClock();
  const log = createLog('gateway', 'silent');
  const free = { host: '127.0.0.1', port: 0 };
  const gateway = await startGateway(
    {
      listen: free,
      opsListen: free,
      coreTarget: core.target,
      serviceToken,
      logLevel: 'silent',
      limits: { ...defaultLimits, ...limits },
      ...config,
    },
    besideRealTime(clock),
    log,
  );
  const authorization = `Bearer ${liveKey}`;
  const port = Number(new URL(gateway.url).port);

  return {
    core,
    gateway,
    clock,
    get: (path, init) => fetch(gateway.url + path, { headers: { authorization }, ...init }),
    post: (path, body, headers) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async raw(bytes) {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.write(bytes);
      await once(socket, 'close');
      return text;
    },
    async metric(line) {
      const text = await (await fetch(`${gateway.opsUrl}/metrics`)).text();
      const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
      return Number(found?.slice(line.length) ?? 0);
    },
    async until(probe) {
      while (!(await probe())) await new Promise((resolve) => setImmediate(resolve));
    },
    async stop() {
      await gateway.stop();
      await core.stop();
    },
  };
}
