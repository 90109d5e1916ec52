// The AT driver beside the simulated modem, over TCP and in a simulation; for tests only.
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from 'envalid';
import { createLog } from '../../runtime/log.ts';
import type { EachTest } from '../../test/simulation/each_test.ts';
import type { ModemOptions } from '../../test/support/modem/options.ts';
import { SimulatedModem } from '../../test/support/modem/simulated_modem.ts';
import { atModemDriver } from '../drivers/at_modem.ts';
import type {
  Driver,
  DriverContext,
  DriverInbound,
  DriverJob,
  DriverReceipt,
  Finding,
  Health,
  Result,
  Sink,
} from '../drivers/driver.ts';
import { passUntil } from './pass_until.ts';

/** A recipient of tests. */
export const someone = '+15551234567';

type JobName = Parameters<Sink['sentLate']>[0];

/** What the agent would have, as far as a driver sees. */
export class RecordingSink implements Sink {
  readonly receipts: DriverReceipt[] = [];
  readonly sentLates: JobName[] = [];
  /** Every offer, repeated ones too. */
  readonly offers: DriverInbound[] = [];
  /** Whether the journal has failed. */
  broken = false;
  inboundAnswer: 'stored' | 'full' = 'stored';
  /** Called with each offer before it is answered. */
  onInbound: (text: DriverInbound) => void = () => undefined;

  async receipt(receipt: DriverReceipt): Promise<void> {
    if (this.broken) throw new Error('the journal cannot be written');
    this.receipts.push(receipt);
  }

  async sentLate(text: JobName): Promise<void> {
    this.sentLates.push(text);
  }

  ready(): void {}

  async inbound(text: DriverInbound): Promise<'stored' | 'full'> {
    this.offers.push(text);
    this.onInbound(text);
    return this.inboundAnswer;
  }

  /** The texts that were offered, each once. */
  get texts(): DriverInbound[] {
    return [...new Map(this.offers.map((text) => [text.inboundId, text])).values()];
  }
}

/** The bench. Everything is stopped and removed by close. */
export class ModemBench {
  readonly clock: EachTest['clock'];
  readonly dir = mkdtempSync(join(tmpdir(), 'at-modem-'));
  readonly sink = new RecordingSink();
  /** What the line makes of what the modem says; a test may let it lose something. */
  overhear: (said: string, write: (more: string) => void) => string = (said) => said;
  readonly modem: SimulatedModem;
  /** How often the port was opened. */
  connections = 0;
  readonly #simulated: EachTest;
  readonly #server: Server;
  readonly #aborters: AbortController[] = [];
  #driver: Driver | undefined;
  #env: Record<string, string> = {};

  private constructor(simulated: EachTest, options: ModemOptions, server: Server) {
    this.#simulated = simulated;
    this.clock = simulated.clock;
    this.modem = new SimulatedModem({ ...options, clock: this.clock });
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections += 1;
      this.modem.connect(this.#wire(socket));
    });
  }

  /** A modem on a free port; no driver yet. */
  static async open(simulated: EachTest, options: ModemOptions = {}): Promise<ModemBench> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ModemBench(simulated, options, server);
  }

  get address(): string {
    return `tcp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #wire(socket: Socket): Socket {
    const write = socket.setNoDelay().write.bind(socket);
    return Object.assign(socket, {
      write: (data: Buffer) =>
        write(
          this.overhear(data.toString('latin1'), (more) => void write(more, 'latin1')),
          'latin1',
        ),
    });
  }

  /** A context with these variables besides the port. */
  context(env: Record<string, string> = {}): DriverContext {
    const all = { TEXTRELAY_AGENT_SERIAL_PORT: this.address, ...env };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const settings = cleanEnv(given, atModemDriver.variables) as DriverContext['settings'];
    return {
      dir: this.dir,
      journalId: 'journal',
      clock: this.clock,
      log: createLog('agent', 'silent'),
      settings,
    };
  }

  /** Opens a driver; several one after the other are restarts of the same. */
  async start(env: Record<string, string> = this.#env): Promise<Driver> {
    await this.#closeDriver();
    this.#env = env;
    const driver = atModemDriver.create(this.context(env));
    const aborter = new AbortController();
    this.#aborters.push(aborter);
    this.#driver = driver;
    await this.#simulated.during(driver.open(this.sink, aborter.signal));
    return driver;
  }

  /** Opens a driver and waits until it can send. */
  async startReady(env: Record<string, string> = {}): Promise<Driver> {
    const driver = await this.start(env);
    await this.untilReady();
    return driver;
  }

  get driver(): Driver {
    if (this.#driver === undefined) throw new Error('no driver was started');
    return this.#driver;
  }

  get health(): Health {
    return this.driver.health();
  }

  async untilReady(): Promise<void> {
    await this.passUntil('the modem can send', () => this.health.problem === undefined);
  }

  /** Submits a lone part, or what `change` says, and lets time pass until that has ended. */
  submit(change: Partial<DriverJob> = {}): Promise<Result> {
    return this.#simulated.during(this.begin(change));
  }

  /** The same without time passing. */
  begin(change: Partial<DriverJob> = {}): Promise<Result> {
    const text = change.body ?? 'hello';
    const part = { text, number: 1, total: 1, reference: 0, referenceBits: 8 } as const;
    const job: DriverJob = {
      messageId: 1n,
      identity: '',
      attempt: 1,
      address: someone,
      body: text,
      encoding: 'gsm7',
      sim: 1,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
      part,
    };
    return this.driver.submit({ ...job, ...change });
  }

  /** Lets time pass until something has become true, a minute and a half at most unless said otherwise. */
  passUntil(what: string, isTrue: () => boolean, mostMs?: number): Promise<void> {
    return passUntil(this.#simulated, what, isTrue, mostMs);
  }

  /** What was submitted, as the network read it. */
  sentTexts(): string[] {
    return this.modem.submits().map((submit) => submit.text);
  }

  /** How often a command was asked. */
  asked(command: string): number {
    return this.modem.commands().filter((line) => line.startsWith(command)).length;
  }

  /** What doctor would say. */
  async diagnose(env: Record<string, string> = {}): Promise<Finding[]> {
    const findings: Finding[] = [];
    await this.#simulated.during(
      atModemDriver.diagnose(this.context(env), (finding) => findings.push(finding)),
    );
    return findings;
  }

  /** The agent dies: its driver has to let go. */
  abort(): void {
    this.#aborters.at(-1)?.abort();
  }

  async close(): Promise<void> {
    await this.#closeDriver();
    for (const aborter of this.#aborters) aborter.abort();
    this.modem.close();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #closeDriver(): Promise<void> {
    if (this.#driver) await this.#simulated.during(this.#driver.close());
  }
}
