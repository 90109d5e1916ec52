// What stories are played on: two cores and two gateways that can die, one carrier's company, and the database, of which a copy can be
// taken and put in its place.
import type { GatewayConfig } from '../../../gateway/config.ts';
import { defaultLimits } from '../../../gateway/limits.ts';
import { settleRestore } from '../../../server/store/operations/settle_restore.ts';
import { serviceToken, type TestCore } from '../../support/core.ts';
import { openInspector } from '../../support/database.ts';
import { Seeded } from '../../support/seeded.ts';
import { type SimulatedCore, type SimulatedGateway, SimulatedService } from '../simulated_service.ts';
import type { PartClock } from '../time.ts';
import { Story } from './story.ts';
import { StoryCompany } from './story_company.ts';
import type { Stored, StoredCounts } from './verdict.ts';

const anyPort = { host: '127.0.0.1', port: 0 };
/** How many cores, and how many gateways. */
const replicas = 2;
/** How long everything may take to come to its end, and what may still come then. */
const settleMs = 150_000;
const lookMs = 5_000;
const afterwardsMs = 15_000;
const openStates = ['queued', 'sending'];

/** A gateway in front of these cores. */
const gatewayOf = (cores: readonly SimulatedCore[]): GatewayConfig => ({
  listen: anyPort,
  opsListen: anyPort,
  coreTarget: `ipv4:${cores.map(({ rpc }) => `127.0.0.1:${rpc.port}`).join(',')}`,
  serviceToken,
  servesTwilio: false,
  servesSmsgate: false,
  logLevel: 'silent',
  // All that is asked comes from one address.
  limits: { ...defaultLimits, openRequestsOfAddress: defaultLimits.openRequests, idleBeforeEndMs: 0 },
});

export class StoryWorld {
  readonly service: SimulatedService;
  readonly clock: PartClock;
  readonly chance: Seeded;
  readonly stories: Story[] = [];
  statements = 0;
  readonly #company: StoryCompany;
  readonly #cores: SimulatedCore[] = [];
  readonly #gateways: SimulatedGateway[] = [];

  private constructor(service: SimulatedService, company: StoryCompany, clock: PartClock, chance: Seeded) {
    this.service = service;
    this.#company = company;
    this.clock = clock;
    this.chance = chance;
  }

  static async begin({ seed, overlaps }: { seed: string; overlaps: number }): Promise<StoryWorld> {
    const service = await SimulatedService.begin({ seed, overlaps });
    const clock = service.simulation.clockOf('stories');
    const chance = new Seeded(seed).stream('stories');
    const company = await StoryCompany.start({ clock, gatewayUrl: () => world.#gatewayUrl() });
    const world: StoryWorld = new StoryWorld(service, company, clock, chance);
    await world.start();
    return world;
  }

  /** Starts cores and gateways, as many as are missing. */
  async start(): Promise<void> {
    this.service.database.onLet = () => {
      this.statements++;
    };
    while (this.#cores.length < replicas)
      this.#cores.push(await this.service.startCore({ carriers: [this.#company.carrier] }));
    while (this.#gateways.length < replicas)
      this.#gateways.push(await this.service.startGateway(gatewayOf(this.#cores)));
  }

  /** A core dies; the gateways that know of the next one are new. */
  async killCore(): Promise<void> {
    const [core] = this.#cores.splice(this.chance.below(this.#cores.length), 1);
    core?.kill();
    this.#cores.push(await this.service.startCore({ carriers: [this.#company.carrier] }));
    for (const gateway of this.#gateways.splice(0)) gateway.kill();
    await this.start();
  }

  /** Everything dies. */
  killAll(): void {
    for (const part of [...this.#cores.splice(0), ...this.#gateways.splice(0)]) part.kill();
  }

  /** Puts a copy of the database into its place, settled as a restored one is. All must be dead. */
  async restore(copy: string): Promise<void> {
    await this.service.moveTo(copy, () => settleRestore(copy));
    await this.start();
  }

  get core(): TestCore {
    return this.#cores[0] as TestCore;
  }

  /** Makes the next story; what it does has yet to begin. */
  async addStory(options: Pick<ConstructorParameters<typeof Story>[0], 'losesPhones'> = {}): Promise<Story> {
    const number = this.stories.length;
    const chance = this.chance.stream(`story ${number}`);
    const story = new Story({
      ...{ clock: this.clock, chance, company: this.#company, ...options },
      account: await this.core.createAccount({ paired: false }),
      core: () => (this.#cores.length === 0 ? undefined : chance.pick(this.#cores)),
      gatewayUrl: () => this.#gatewayUrl(),
      number: `+1212555${String(number).padStart(4, '0')}`,
    });
    await story.prepare(this.core);
    this.stories.push(story);
    return story;
  }

  /** Lets time pass until nothing of the stories is under way any more, or far too long. */
  async settle(): Promise<void> {
    for (let waitedMs = 0; waitedMs < settleMs && !(await this.#isSettled()); waitedMs += lookMs)
      await this.service.simulation.run(lookMs);
    await this.service.simulation.run(afterwardsMs);
    await this.service.simulation.during(Promise.all(this.stories.map((story) => story.read())));
  }

  /** What is stored of a story. */
  stored({ account: { id } }: Story): Promise<Stored[]> {
    return this.#look(
      (sql) => sql<Stored[]>`
      select id, seq, direction, status, error, client_ref, body from message where account_id = ${id} order by seq`,
    );
  }

  /** The addresses and words of the texts of a story that wait for the operator since a restore. */
  heldBodies({ account: { id } }: Story): Promise<string[]> {
    return this.#look(async (sql) => {
      const held = await sql`select m.address, m.body from held_text h
        join message m on m.account_id = h.account_id and m.id = h.message_id where h.account_id = ${id}`;
      return held.map(({ address, body }) => `${address} ${body}`);
    });
  }

  counts({ account: { id } }: Story): Promise<StoredCounts> {
    return this.#look(async (sql) => {
      const [usage] = await sql`select texts_used as used,
        (select count(*) from message m where m.account_id = a.id and m.charged)::int as charged from account a where id = ${id}`;
      const contacts = await sql`select address_norm as address from contact where account_id = ${id}`;
      return {
        ...{ used: Number(usage?.used), charged: Number(usage?.charged) },
        contacts: contacts.map(({ address }) => address),
      };
    });
  }

  async end(): Promise<void> {
    for (const story of this.stories) await story.stop();
    await this.#company.stop();
    this.clock.kill();
    await this.service.end();
  }

  #gatewayUrl(): string | undefined {
    return this.#gateways.length === 0 ? undefined : this.chance.pick(this.#gateways).url;
  }

  async #look<T>(look: (sql: ReturnType<typeof openInspector>) => Promise<T>): Promise<T> {
    const sql = openInspector(this.service.databaseUrl);
    try {
      return await look(sql);
    } finally {
      await sql.end();
    }
  }

  async #isSettled(): Promise<boolean> {
    if (!this.#company.isIdle) return false;
    for (const story of this.stories) {
      const stored = await this.stored(story);
      const isOpen = stored.some(
        ({ direction, status }) => direction === 'out' && openStates.includes(status),
      );
      if (isOpen || !story.isIdle || story.webhook?.hasAll(stored) === false) return false;
    }
    return true;
  }
}
