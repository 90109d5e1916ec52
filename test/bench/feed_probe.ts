// What a customer feels meanwhile: a few clients read the feed, send a text and wait for the change that it is, over
// and over. Their accounts' devices are offline, so that no other change wakes them.
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededAccount } from '../support/seed_accounts.ts';
import { Connection, httpGet, jsonOf, statusOf } from './http_connection.ts';
import { jsonPost, percentile } from './http_load.ts';

const clients = 4;
/** Pause between two rounds of one client, in milliseconds. */
const pauseMs = 20;

/** Latencies in milliseconds of what was answered well. */
export interface Felt {
  read: number[];
  send: number[];
  /** From the send to the waiting reader's answer. */
  wake: number[];
  /** Answers other than 200, and none. */
  failed: number;
}

export interface FeedProbe {
  stop(): Promise<Felt>;
}

/** Starts the clients, each with accounts of its own; each request uses another of an account's keys. */
export async function startFeedProbe(port: number, accounts: readonly SeededAccount[]): Promise<FeedProbe> {
  const felt: Felt = { read: [], send: [], wake: [], failed: 0 };
  let running = true;
  /** The newest seq of each account that has had a text. */
  const newest = new Map<bigint, number>();

  const timed = async (connection: Connection, request: string) => {
    const startMs = performance.now();
    const response = await connection.ask(request);
    return { startMs, tookMs: performance.now() - startMs, response, ok: statusOf(response) === 200 };
  };

  const round = async (reader: Connection, sender: Connection, account: SeededAccount, key: string) => {
    const since = newest.get(account.id) ?? 0;
    const read = await timed(reader, httpGet(`/api/v1/messages?since=${since}`, key));
    if (!read.ok) return false;
    felt.read.push(read.tookMs);
    const woken = reader
      .ask(httpGet(`/api/v1/messages?since=${since}&wait=5`, key))
      .then((response) => ({ atMs: performance.now(), ok: statusOf(response) === 200 }));
    // The reader waits by the time that this is answered.
    await sender.ask(httpGet('/api/v1', key));
    const sent = await timed(
      sender,
      jsonPost('/api/v1/messages', key, { address: '+15005550006', body: 'hello' }),
    );
    const wake = await woken;
    if (!sent.ok || !wake.ok) return false;
    newest.set(account.id, jsonOf(sent.response).message.seq);
    felt.send.push(sent.tookMs);
    felt.wake.push(wake.atMs - sent.startMs);
    return true;
  };

  const client = async (index: number) => {
    const own = accounts.filter((_, position) => position % clients === index);
    const reader = await Connection.open(port);
    const sender = await Connection.open(port);
    for (let turn = 0; running; turn++) {
      const account = own[turn % own.length] as SeededAccount;
      const key = account.keys[Math.floor(turn / own.length) % account.keys.length] as string;
      if (!(await round(reader, sender, account, key))) felt.failed++;
      await pause(pauseMs);
    }
    reader.close();
    sender.close();
  };
  const done = Array.from({ length: clients }, (_, index) => client(index));
  return {
    async stop() {
      running = false;
      await Promise.all(done);
      return felt;
    },
  };
}

const sorted = (values: readonly number[]) => Float64Array.from(values).sort();

/** One line: p50 and p99 of each, and how many times the calm ones they are. */
export function describeFelt(felt: Felt, calm?: Felt): string {
  const part = (name: 'read' | 'send' | 'wake') => {
    const now = sorted(felt[name]);
    const before = calm && sorted(calm[name]);
    const figure = (share: number) => {
      const value = percentile(now, share);
      const ratio = before ? ` (${(value / percentile(before, share)).toFixed(1)}x)` : '';
      return `${value.toFixed(1)}${ratio}`;
    };
    return `${name} p50 ${figure(0.5)} p99 ${figure(0.99)}`;
  };
  const failed = felt.failed > 0 ? `; ${felt.failed} not answered 200` : '';
  return `${part('read')}, wake ${part('wake').slice(5)}, ${part('send')} ms, ${felt.read.length} rounds${failed}`;
}
