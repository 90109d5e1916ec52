// Programs that read by a named cursor and acknowledge, die between the two or afterwards, and are taken over by the next.
import { pause, type Timeline } from '../../timeline.ts';
import type { Tenant } from '../../world/tenant.ts';
import type { Answer } from '../caller.ts';
import type { Read } from '../reader.ts';
import { askUntilKnown, named, type Setting } from './setting.ts';

/** A page that a program was given, or an acknowledgement that it made. */
export interface ConsumerWord {
  kind: 'read' | 'ack';
  startedMs: number;
  endedMs: number;
  lease: string;
  /** Of a page: those of its texts, in their order. */
  seqs: number[];
  /** A page's next_since, or what was acknowledged. */
  seq: number;
  /** Of the answer; 0: there was none. */
  status: number;
}

/** Everything that the programs of one consumer know together. */
export interface ConsumerLog {
  name: string;
  tenant: Tenant;
  words: ConsumerWord[];
  known: Map<number, Read>;
  deaths: number;
}

/** The consumers, by the accounts that they belong to. */
const readers = ['carrier-2', 'mixed-1'].flatMap((tenant) =>
  ['orders', 'archive'].map((name) => ({ tenant, name })),
);

/** Readers, one for each consumer. */
export function consumersOf(setting: Setting): ConsumerReader[] {
  return readers.map(({ tenant, name }) => {
    const chance = setting.chance.stream(`${tenant} ${name}`);
    return new ConsumerReader({ ...setting, chance }, named(setting, tenant), name);
  });
}

/** The programs of one consumer, one after the other. */
export class ConsumerReader {
  readonly log: ConsumerLog;
  readonly #setting: Setting;
  readonly #timeline: Timeline;
  /** Of the program that lives now. */
  #lease: string | undefined;
  #acknowledged = -1;

  constructor(setting: Setting, tenant: Tenant, name: string) {
    this.#setting = setting;
    this.#timeline = setting.world.timeline;
    this.log = { name, tenant, words: [], known: new Map(), deaths: 0 };
  }

  async run(): Promise<void> {
    const { chance, running } = this.#setting;
    const { name, tenant } = this.log;
    const path = `/api/v1/consumers/${name}`;
    await askUntilKnown(this.#setting, tenant, { method: 'PUT', path, body: { seq: 0 } });
    while (!running.isOver) {
      await this.#turn(0.06);
      await pause(chance.between(300, 1_200));
    }
  }

  /** Reads and acknowledges all that there is now; false when it could not by then. */
  async catchUp(untilMs: number): Promise<boolean> {
    while (this.#timeline.nowMs() < untilMs) {
      if ((await this.#turn(0)) === 'nothing new') return true;
      await pause(300);
    }
    return false;
  }

  /** One page and its acknowledgement, unless the program dies; `deadly`: how likely that is at each of two moments. */
  async #turn(deadly: number): Promise<'nothing new' | 'went on'> {
    const { chance } = this.#setting;
    const limit = chance.pick([500, 100, 30]);
    const asked = this.#lease === undefined ? '' : `&lease=${this.#lease}`;
    const startedMs = this.#timeline.nowMs();
    const page = await this.#ask(`messages?limit=${limit}${asked}`);
    if (page.status === 409) this.#lease = undefined;
    if (page.status !== 200) {
      await pause(Math.min(page.retryAfterS, 5) * 1_000);
      return 'went on';
    }
    const { messages, next_since: seq, lease } = page.json;
    this.#lease = lease;
    const seqs = messages.map((message: Read) => message.seq);
    const { endedMs, status } = page;
    this.log.words.push({ kind: 'read', startedMs, endedMs, lease, seqs, seq, status });
    if (chance.chance(deadly)) return this.#die();
    for (const { id, seq, status, error, body } of messages)
      this.log.known.set(id, { seq, status, error, body });
    if (messages.length === 0 && seq === this.#acknowledged) return 'nothing new';
    const ack = await this.#ask('ack', { seq, lease });
    if (ack.status === 200) this.#acknowledged = seq;
    if (ack.status === 409) this.#lease = undefined;
    const times = { startedMs: ack.startedMs, endedMs: ack.endedMs };
    this.log.words.push({ kind: 'ack', ...times, lease, seqs: [], seq, status: ack.status });
    return chance.chance(deadly) ? this.#die() : 'went on';
  }

  #die(): 'went on' {
    this.log.deaths++;
    this.#lease = undefined;
    return 'went on';
  }

  #ask(what: string, body?: unknown): Promise<Answer> {
    const { caller, chance } = this.#setting;
    const { name, tenant } = this.log;
    return caller.ask(chance.below(caller.gateways), {
      method: body === undefined ? 'GET' : 'POST',
      path: `/api/v1/consumers/${name}/${what}`,
      key: chance.pick(tenant.keys),
      tenant,
      body,
      expects: ['consumer_busy'],
    });
  }
}
