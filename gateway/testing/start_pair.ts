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

export interface Pair {
  core: FakeCore;
  gateway: Gateway;
  /** Fetches a path with the live key; `init` overrides. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Posts JSON with the live key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends bytes and answers all that came back until the gateway closed the connection. */
  raw(bytes: string): Promise<string>;
  /** The value of one line of the metrics. */
  metric(line: string): Promise<number>;
  stop(): Promise<void>;
}

export interface PairOptions {
  /** A simulation's; the machine's time when left out. */
  clock?: Clock;
  on?: Partial<Answers>;
  limits?: Partial<Limits>;
  /** Configuration besides the addresses; `target` is the core's. */
  config?: Partial<GatewayConfig> | ((target: string) => Partial<GatewayConfig>);
}

export async function startPair({
  on,
  limits,
  config,
  clock = systemClock,
}: PairOptions = {}): Promise<Pair> {
  const core = await startFakeCore(on);
  const log = createLog('gateway', 'silent');
  const free = { host: '127.0.0.1', port: 0 };
  const gateway = await startGateway(
    {
      listen: free,
      opsListen: free,
      coreTarget: core.target,
      serviceToken,
      logLevel: 'silent',
      limits: { ...defaultLimits, idleBeforeEndMs: 0, ...limits },
      ...(typeof config === 'function' ? config(core.target) : config),
    },
    clock,
    log,
  );
  const authorization = `Bearer ${liveKey}`;
  const port = Number(new URL(gateway.url).port);

  return {
    core,
    gateway,
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
    async stop() {
      await gateway.stop();
      await core.stop();
    },
  };
}
