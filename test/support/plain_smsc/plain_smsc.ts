// The handle of a plain SMSC: started, killed and started again on the same port and ledger.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { type Ledger, readLedger } from './ledger.ts';
import type { Incoming, Look, Order, Plan, Report } from './plan.ts';

const program = join(import.meta.dirname, 'main.ts');

export class PlainSmsc {
  readonly port: number;
  readonly #dir = mkdtempSync(join(tmpdir(), 'plain-smsc-'));
  #child: ChildProcess | undefined;
  #output = '';
  #gone: Promise<undefined> = Promise.resolve(undefined);
  /** What it has not confirmed to have taken up, or may have died with. */
  readonly #undelivered = new Set<readonly Incoming[]>();
  readonly #busy = new Set<string>();
  #onReceived: ((name: string) => void) | undefined;
  readonly #waiting: { type: Report['type']; resolve: (reported: Report) => void }[] = [];

  private constructor(port: number) {
    this.port = port;
  }

  static async start(plan: Plan = {}): Promise<PlainSmsc> {
    const smsc = new PlainSmsc(await freePort());
    await smsc.run(plan);
    return smsc;
  }

  /** Starts it, with what its ledger knows. */
  async run(plan: Plan = {}): Promise<void> {
    const child = spawn(process.execPath, [program, String(this.port), this.#path], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        this.#output = (this.#output + data).slice(-10_000);
      });
    child.on('message', (reported: Report) => {
      if (reported.type === 'received') return this.#onReceived?.(reported.name);
      const index = this.#waiting.findIndex(({ type }) => type === reported.type);
      if (index >= 0) this.#waiting.splice(index, 1)[0]?.resolve(reported);
    });
    this.#gone = once(child, 'exit').then(() => void this.#waiting.splice(0)) as Promise<undefined>;
    await Promise.race([this.#reported('ready'), this.#gone.then(() => this.#fail())]);
    await this.plan(plan);
    if (this.#busy.size > 0) await this.#order({ order: 'busy', recipients: [...this.#busy] });
    if (this.#onReceived) await this.#order({ order: 'report' });
    for (const texts of this.#undelivered) await this.deliver(texts);
  }

  /** How it answers from now on. */
  async plan(plan: Plan): Promise<void> {
    await this.#order({ order: 'plan', plan });
  }

  /** Plans a misfortune; the answer's `struck` resolves when it has befallen. */
  async strike(plan: Plan): Promise<{ struck: Promise<unknown> }> {
    const struck = this.#reported('struck');
    const gone = plan.strike?.action === 'die' ? this.#gone : undefined;
    await this.plan(plan);
    return { struck: Promise.all([struck, gone]) };
  }

  /** Lets texts come in: each part is repeated until it is acknowledged. While it is dead, once it lives again. */
  async deliver(texts: readonly Incoming[]): Promise<void> {
    this.#undelivered.add(texts);
    if (await this.#order({ order: 'deliver', texts })) this.#undelivered.delete(texts);
  }

  /** Refuses what is for a recipient for now, until it is said that it takes it again; outlives the SMSC's death. */
  async setBusy(recipient: string, isBusy: boolean): Promise<void> {
    if (isBusy) this.#busy.add(recipient);
    else this.#busy.delete(recipient);
    await this.#order({ order: 'busy', recipients: [...this.#busy] });
  }

  /** Reports each text that is acknowledged from now on, by its name and part. */
  async reportReceived(onReceived: (name: string) => void): Promise<void> {
    this.#onReceived = onReceived;
    await this.#order({ order: 'report' });
  }

  /** How it is; undefined while it is dead. */
  look(): Promise<Look | undefined> {
    return this.#order({ order: 'look' });
  }

  async kill(): Promise<void> {
    if (this.isGone) return;
    (this.#child as ChildProcess).kill('SIGKILL');
    await this.#gone;
  }

  ledger(): Ledger {
    return readLedger(this.#path);
  }

  /** Whether its process has ended. */
  get isGone(): boolean {
    const child = this.#child;
    return child === undefined || child.exitCode !== null || child.signalCode !== null;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Everything it wrote: faults. */
  output(): string {
    return this.#output;
  }

  async throwAway(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  get #path(): string {
    return join(this.#dir, 'ledger');
  }

  async #order(order: Order): Promise<Look | undefined> {
    const child = this.#child as ChildProcess;
    if (!child.connected) return undefined;
    const answered = this.#reported('look');
    child.send(order, () => undefined);
    return (await Promise.race([answered, this.#gone])) as (Report & Look) | undefined;
  }

  #fail(): never {
    throw new Error(`the SMSC ended: ${this.#output}`);
  }

  /** Answers come in the order of what was asked. */
  #reported(type: Report['type']): Promise<Report> {
    return new Promise((resolve) => this.#waiting.push({ type, resolve }));
  }
}
