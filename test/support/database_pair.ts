// A real primary with a real streaming standby, each behind a TCP line of its own: commits wait for the standby, which a
// test may lose or promote.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { until } from '../../runtime/testing/until.ts';
import { type Embedded, startEmbedded } from '../../server/embedded/embedded.ts';
import { openInspector } from './database.ts';
import { TcpProxy } from './tcp_proxy.ts';

/** One of the two servers. */
export interface PairServer {
  /** Over its unix socket. */
  url: string;
  /** Its TCP port. */
  port: number;
  /** Takes nothing and answers nothing on the connections that are open. */
  blackHole(): void;
  stop(): Promise<void>;
}

export interface DatabasePair {
  /** Names both servers, the first one first. */
  url: string;
  first: PairServer;
  second: PairServer;
  /** Starts the second server again after it was stopped. */
  startSecond(): Promise<void>;
  /** The same, as a second primary of the same timeline: as one that was started though it was to be a standby. */
  startTwin(): Promise<void>;
  /** Makes the second server a primary. */
  promote(): Promise<void>;
  /** Runs a statement on one of them, as its superuser. */
  ask(server: PairServer, statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const start = (dataDir: string): Promise<Embedded> =>
  startEmbedded({ dataDir, clock: systemClock, log: createLog('test', 'silent'), throwAway: true });

const socketDirOf = (url: string) => decodeURIComponent(/@([^/]*)\//.exec(url)?.[1] ?? '').replace(/,$/, '');

/** Starts both; a commit on the first one waits until the second one has it on disk. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const [one, two] = [mkdtempSync(join(tmpdir(), 'tr-one-')), mkdtempSync(join(tmpdir(), 'tr-two-'))];
  // A copy of a stopped server's directory is what a standby may begin with.
  const made = await start(one);
  await made.stop();
  execFileSync('cp', ['-a', join(one, 'pg'), join(one, 'pg.password'), two]);
  writeFileSync(join(two, 'pg', 'standby.signal'), '');
  const password = /:\/\/[^:]+:([^@]+)@/.exec(made.url)?.[1];
  const conninfo = `host=${socketDirOf(made.url)} user=textrelay password=${password} application_name=second`;
  appendFileSync(join(two, 'pg', 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);

  const ask = async ({ url }: { url: string }, statement: string) => {
    const sql = openInspector(url);
    try {
      return [...(await sql.unsafe(statement))];
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  const serve = async (dataDir: string) => {
    const embedded = await start(dataDir);
    const proxy = await TcpProxy.to(embedded.url);
    const server: PairServer = {
      url: embedded.url,
      port: Number(new URL(proxy.url).port),
      blackHole: () => proxy.blackHole(),
      stop: async () => {
        await embedded.stop();
        proxy.reset();
      },
    };
    return { server, proxy };
  };
  const first = await serve(one);
  const second = await serve(two);
  let restarted: Embedded | undefined;
  await ask(first.server, "alter system set synchronous_standby_names = '*'");
  await ask(first.server, 'select pg_reload_conf()');
  await until(async () => {
    const [row] = await ask(first.server, 'select sync_state from pg_stat_replication');
    return row?.sync_state === 'sync';
  });
  return {
    url: `postgres://textrelay:${password}@127.0.0.1:${first.server.port},127.0.0.1:${second.server.port}/textrelay`,
    first: first.server,
    second: second.server,
    async startSecond() {
      writeFileSync(join(two, 'pg', 'standby.signal'), '');
      await restarted?.stop();
      restarted = await start(two);
    },
    async startTwin() {
      rmSync(join(two, 'pg', 'standby.signal'));
      restarted = await start(two);
    },
    async promote() {
      await ask(second.server, 'select pg_promote(true)');
    },
    ask,
    async stop() {
      await Promise.all([first.server.stop(), second.server.stop(), restarted?.stop()]);
      await Promise.all([first.proxy.close(), second.proxy.close()]);
      for (const dataDir of [one, two]) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
