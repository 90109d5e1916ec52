// Route gateway as people run it: real cores that share carriers and a database, SMSCs that this project's
// SMPP code had no part in, readers of the feed. The SMSCs' ledgers are the judge of what left.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createUpdates } from '../../server/app/messages/updates.ts';
import { endClaimedByDead } from '../../server/dispatch/carriers/dead_replicas.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { createStore } from '../../server/store/store.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import type { Plan } from '../support/plain_smsc/plan.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { TcpProxy } from '../support/tcp_proxy.ts';
import { CoreUnderTest, patiently } from './core_under_test.ts';
import { FeedReader } from './feed_reader.ts';

/** Time between two looks, in milliseconds, for things that nobody reports to us. */
const lookEveryMs = 50;
/** Small, so that a fault finds waiting texts, claimed texts and texts under way. */
export const window = 8;
const accountsEach = 3;

export const pause = (ms = lookEveryMs) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Texts to be sent, by recipient. No two texts have the same recipient. */
export type Asked = Map<string, { accountId: bigint; body: string }>;

export class CarrierWorld {
  readonly databaseUrl: string;
  readonly inspect: ReturnType<typeof openInspector>;
  /** Every connection of the cores goes through it. */
  readonly databaseLine: TcpProxy;
  readonly smscs: PlainSmsc[];
  readonly cores: CoreUnderTest[] = [];
  readonly asked: Asked = new Map();
  /** Received texts, by the account that they are for. */
  readonly incoming = new Map<bigint, string[]>();
  readers: FeedReader[] = [];
  readonly #dir = mkdtempSync(join(tmpdir(), 'carrier-world-'));
  #texts = 0;
  #sending: Promise<void>[] = [];
  readonly #lives = new Map<CoreUnderTest, bigint>();

  private constructor(
    databaseUrl: string,
    inspect: CarrierWorld['inspect'],
    databaseLine: TcpProxy,
    smscs: PlainSmsc[],
  ) {
    this.databaseUrl = databaseUrl;
    this.inspect = inspect;
    this.databaseLine = databaseLine;
    this.smscs = smscs;
  }

  /** A database with accounts and an SMSC for each plan, the first one asked first; no core runs yet. */
  static async start(plans: readonly Plan[] = [{}], settings: object = {}): Promise<CarrierWorld> {
    const databaseUrl = await createDatabase();
    const smscs: PlainSmsc[] = [];
    for (const plan of plans) smscs.push(await PlainSmsc.start(plan));
    const inspect = openInspector(databaseUrl);
    const world = new CarrierWorld(databaseUrl, inspect, await TcpProxy.to(databaseUrl), smscs);
    const carriers = smscs.map(({ port }, index) => ({
      name: `carrier-${index}`,
      kind: 'smpp',
      priority: index + 1,
      host: '127.0.0.1',
      port,
      system_id: 'relay',
      password: 'secret',
      window,
      response_timeout_s: 3,
      ...settings,
    }));
    writeFileSync(world.#carriersFile, JSON.stringify({ carriers }));
    return world;
  }

  /** Starts another core and waits until it is bound everywhere. With a failpoint it dies there. */
  async addCore(failpoint = ''): Promise<CoreUnderTest> {
    const core = await this.#entering(() =>
      CoreUnderTest.start(
        this.databaseLine.url,
        { TEXTRELAY_CARRIERS_FILE: this.#carriersFile, LOG_LEVEL: 'debug' },
        failpoint,
      ),
    );
    this.cores.push(core);
    return core;
  }

  /** Starts a dead core again, and ends its old claims. With a failpoint it dies there. */
  async restart(core: CoreUnderTest, failpoint = ''): Promise<void> {
    const life = this.#lives.get(core) ?? 0n;
    await this.#entering(async () => {
      await core.run(failpoint);
      return core;
    });
    await this.#bury(life);
  }

  /** Removes a core for good, and ends its claims. */
  async remove(core: CoreUnderTest): Promise<void> {
    this.cores.splice(this.cores.indexOf(core), 1);
    await this.#bury(this.#lives.get(core) ?? 0n);
  }

  /** Fresh accounts with a number each on every carrier, and a reader of each one's feed. */
  async openAccounts(): Promise<void> {
    const accounts = await seedAccounts(this.databaseUrl, accountsEach, 0);
    for (const { id } of accounts) {
      await this.inspect`delete from device where account_id = ${id}`;
      for (const index of this.smscs.keys())
        await this.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
          values (${`carrier-${index}`}, ${this.#numberOf(id)}, ${id}, now())`;
      this.incoming.set(id, []);
      this.readers.push(new FeedReader(id, this.cores));
    }
  }

  /** Sends texts of every shape for every account, in one call. Resolves when all are accepted. */
  send(): Promise<void> {
    const sending = this.#send();
    this.#sending.push(sending);
    return sending;
  }

  async #send(): Promise<void> {
    const texts = [...this.incoming.keys()].flatMap((accountId) => {
      const bodies = [
        'one',
        'two',
        'три',
        'four',
        `${'a long text of three parts '.repeat(14)}`,
        'длинный '.repeat(12),
      ];
      return bodies.map((body) => {
        const address = `+1500555${String(this.#texts++).padStart(4, '0')}`;
        const text = { accountId, address, body: `${body} ${address}` };
        this.asked.set(address, text);
        return { ...text, clientRef: address, route: Route.GATEWAY };
      });
    });
    const results = await this.#ask(async (core) => (await core.messages.sendMessages({ texts })).results);
    const refused = results.filter(({ outcome }) => outcome.case !== 'accepted');
    if (refused.length > 0) throw new Error(`${refused.length} texts were not accepted`);
  }

  /** Sends texts to every account: a long one, and the same words twice. */
  async receive(smsc = this.smscs[0] as PlainSmsc): Promise<void> {
    const texts = [...this.incoming].flatMap(([accountId, bodies]) => {
      const wave = bodies.length;
      const from = `+1500556${String(wave).padStart(4, '0')}`;
      const all = [['again', 'again'], [`hello ${wave}`], ['часть один, ', 'часть два, ', 'часть три']];
      const said = all.flatMap((pieces, index) => (index === 0 ? pieces.map((one) => [one]) : [pieces]));
      bodies.push(...said.map((parts) => `${from} ${parts.join('')}`));
      return said.map((parts, index) => ({
        name: `${accountId}/${wave}/${index}`,
        from,
        to: this.#numberOf(accountId),
        parts,
      }));
    });
    await smsc.deliver(texts);
  }

  /** Resolves when no text is on its way in either direction. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending.splice(0));
    for (;;) {
      const [open] = await this.inspect`select count(*)::int as texts from message
        where status in ('queued', 'sending', 'sent')`;
      const looks = await Promise.all(this.smscs.map((smsc) => smsc.look()));
      if (open?.texts === 0 && looks.every((look) => look?.unacknowledged === 0)) break;
      await pause();
    }
    await Promise.all(this.readers.map((reader) => reader.upToDate()));
  }

  /** Holds every statement that writes a message until `meanwhile` is over. Other statements are answered. */
  async holdWrites(meanwhile: () => Promise<unknown>): Promise<void> {
    await this.inspect.begin(async (sql) => {
      await sql`lock table message in share row exclusive mode`;
      await meanwhile();
    });
  }

  /** Forgets all sent and received texts, for another round with other accounts. */
  forget(): void {
    for (const reader of this.readers.splice(0)) reader.stop();
    this.asked.clear();
    this.incoming.clear();
  }

  async throwAway(): Promise<void> {
    for (const reader of this.readers) reader.stop();
    await Promise.all(this.cores.map((core) => core.stop()));
    await Promise.all(this.smscs.map((smsc) => smsc.throwAway()));
    await this.databaseLine.close();
    await this.inspect.end();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  get #carriersFile(): string {
    return join(this.#dir, 'carriers.json');
  }

  readonly #numbers = new Map<bigint, string>();
  #numberOf(accountId: bigint): string {
    const known = this.#numbers.get(accountId);
    if (known !== undefined) return known;
    const number = `+1500557${String(this.#numbers.size).padStart(4, '0')}`;
    this.#numbers.set(accountId, number);
    return number;
  }

  /** Asks each core in turn until one answers. */
  #ask<T>(question: (core: CoreUnderTest) => Promise<T>): Promise<T> {
    let turn = 0;
    return patiently(() => question(this.cores[turn++ % this.cores.length] as CoreUnderTest));
  }

  async #entering(start: () => Promise<CoreUnderTest>): Promise<CoreUnderTest> {
    const lives = async () =>
      (await this.inspect<{ id: bigint }[]>`select id from core_replica`).map(({ id }) => id);
    const living = this.cores.filter((core) => !core.isDead).length;
    const boundTo = async (smsc: PlainSmsc) => (await smsc.look())?.bound ?? 0;
    // An SMSC may not have seen yet that somebody has died.
    for (const smsc of this.smscs) while ((await boundTo(smsc)) > living) await pause();
    const before = new Set(await lives());
    const newest = async () => (await lives()).find((life) => !before.has(life));
    const core = await start();
    let life = await newest();
    // The work that waited for it may kill it.
    for (; life === undefined && !core.isDead; life = await newest()) await pause();
    this.#lives.set(core, life ?? 0n);
    for (const smsc of this.smscs) while ((await boundTo(smsc)) <= living && !core.isDead) await pause();
    return core;
  }

  /** Ends the claims of a dead core now; they would end by themselves within a minute. */
  async #bury(life: bigint): Promise<void> {
    await this.inspect`delete from core_replica where id = ${life}`;
    const database = openDatabase({ url: this.databaseUrl, clock: systemClock, deadlineMs: 20_000 });
    try {
      const store = createStore(database);
      const update = createUpdates({ store, clock: systemClock, publish: () => {} });
      const judge = await store.enterReplica(30);
      await endClaimedByDead({ store, clock: systemClock, update, judge });
      await store.leaveReplica(judge);
    } finally {
      await database.close();
    }
  }
}
