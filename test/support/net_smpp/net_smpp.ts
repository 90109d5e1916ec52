// The SMSC of Net::SMPP as a process, and everything that it has reported: what it received is what left.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { hasPerlModule } from '../programs.ts';
import type { Broken, Delivery, JudgedAnswer, JudgedBind, JudgedSubmit, Plan, Report } from './plan.ts';

const program = fileURLToPath(new URL('smsc.pl', import.meta.url));

/** What this machine lacks to run it: the name of the module, or nothing. */
export const missingForNetSmpp: readonly string[] = hasPerlModule('Net::SMPP') ? [] : ['Net::SMPP for Perl'];

type Answer = { id: number; ok: unknown } | { id: number; error: string };

/** A running SMSC. */
export class NetSmpp {
  /** All that it received, in order. */
  readonly submits: JudgedSubmit[] = [];
  readonly binds: JudgedBind[] = [];
  readonly answers: JudgedAnswer[] = [];
  /** Sessions that asked or took leave, one entry each time. */
  readonly enquiries: number[] = [];
  readonly unbinds: number[] = [];
  /** Sessions that have ended, and why. */
  readonly closed = new Map<number, string>();
  /** What Net::SMPP could not make sense of. */
  readonly complaints: string[] = [];
  /** The names of submits that it took, and the command_status of those that it did not, by their index. */
  readonly accepted = new Map<number, string>();
  readonly refused = new Map<number, number>();
  port = 0;
  /** The most submits that waited for an answer at once, on all sessions together. */
  mostUnanswered = 0;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #exited: Promise<unknown>;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #waiting = new Set<() => void>();
  #nextId = 1;

  private constructor() {
    this.#child = spawn('perl', [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#exited = once(this.#child, 'exit');
    this.#child.stdin.on('error', () => {});
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
    void this.#exited.then(() => {
      for (const { reject } of this.#calls.values()) reject(new Error('the SMSC has ended'));
    });
  }

  /** Starts it and waits until it listens. */
  static async start(plan: Plan = {}): Promise<NetSmpp> {
    const smsc = new NetSmpp();
    await smsc.plan(plan);
    return smsc;
  }

  /** Sessions that are bound, the oldest first. */
  get bound(): number[] {
    return this.binds
      .filter((bind) => bind.status === 0 && !this.closed.has(bind.session))
      .map(({ session }) => session);
  }

  /** The newest session, once so many are bound at the same time. */
  async whenBound(count = 1): Promise<number> {
    await this.when(() => this.bound.length >= count);
    return this.bound.at(-1) as number;
  }

  /** What was accepted under that name; undefined for a name that it did not give. */
  submitOf(name: string): JudgedSubmit | undefined {
    for (const [index, given] of this.accepted) if (given === name) return this.submits[index - 1];
    return undefined;
  }

  plan(plan: Plan): Promise<unknown> {
    return this.#call('plan', { plan });
  }

  /** Resolves when all is here that it reported until now: what it answers may arrive before. */
  catchUp(): Promise<unknown> {
    return this.#call('nothing', {});
  }

  /** Delivers a text; returns the command_status of our side's last answer to it. */
  async deliver(delivery: Delivery, session?: number): Promise<number> {
    const key = `text ${this.#nextId}`;
    await this.#call('deliver', { ...delivery, key, session });
    return (await this.whenAnswered(key)).status;
  }

  /** Sends a receipt on any name. */
  async receipt(name: string, stat: string, form = 'text', session?: number): Promise<number> {
    const key = `receipt ${this.#nextId}`;
    await this.#call('receipt', { name, stat, form, key, session });
    return (await this.whenAnswered(key)).status;
  }

  /** Gives the receipts that were held back; returns how many. */
  release(order: { shuffled: boolean }): Promise<unknown> {
    return this.#call('release', order);
  }

  /** Sends enquire_link or unbind; resolves when it is answered. */
  async ask(request: 'enquire' | 'unbind', session: number): Promise<JudgedAnswer> {
    const key = `${request} ${this.#nextId}`;
    await this.#call(request, { session, key });
    return this.whenAnswered(key);
  }

  /** Sends a PDU that breaks SMPP. */
  breakPdu(kind: Broken, session: number): Promise<unknown> {
    return this.#call('broken', { kind, session });
  }

  /** Cuts a session. */
  drop(session: number, how: 'reset' | 'end' = 'reset'): Promise<unknown> {
    return this.#call('drop', { session, how });
  }

  /** What our side answered to something of that key. */
  async whenAnswered(key: string): Promise<JudgedAnswer> {
    const find = () => this.answers.find((answer) => answer.key === key);
    await this.when(() => find() !== undefined);
    return find() as JudgedAnswer;
  }

  /** Resolves when that holds for what was reported; the test's own time limit ends it. */
  when(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Ends it and all its sessions. Safe twice. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await this.#exited;
    clearTimeout(force);
  }

  #call(name: string, args: object): Promise<unknown> {
    const id = this.#nextId++;
    const answer = Promise.withResolvers<unknown>();
    this.#calls.set(id, answer);
    this.#child.stdin.write(`${JSON.stringify({ id, do: name, ...args })}\n`);
    return answer.promise.finally(() => this.#calls.delete(id));
  }

  #hear(reported: Report | Answer): void {
    if (!('event' in reported)) {
      const call = this.#calls.get(reported.id);
      if ('error' in reported) call?.reject(new Error(reported.error));
      else call?.resolve(reported.ok);
    } else if (reported.event === 'listening') this.port = reported.port;
    else if (reported.event === 'submit') {
      this.submits.push(reported);
      const unanswered = this.submits.length - this.accepted.size - this.refused.size;
      this.mostUnanswered = Math.max(this.mostUnanswered, unanswered);
    } else if (reported.event === 'bind') this.binds.push(reported);
    else if (reported.event === 'answered') this.answers.push(reported);
    else if (reported.event === 'accepted') this.accepted.set(reported.index, reported.name);
    else if (reported.event === 'refused') this.refused.set(reported.index, reported.status);
    else if (reported.event === 'complaint') this.complaints.push(reported.why);
    else if (reported.event === 'closed') this.closed.set(reported.session, reported.why);
    else if (reported.event === 'enquire_link') this.enquiries.push(reported.session);
    else this.unbinds.push(reported.session);
    for (const look of [...this.#waiting]) look();
  }
}
