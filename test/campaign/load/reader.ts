// A customer's reader of one account's feed: it passes on the cursor that it was given, and knows what it was shown last
// of each text.
import type { Seeded } from '../../support/seeded.ts';
import { pause, type Timeline } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Caller } from './caller.ts';

/** What a reader knows of a text. */
export interface Read {
  seq: number;
  status: string;
  error: string | null;
  body: string;
}

/** What a reader was shown that cannot be. */
export interface ReadFault {
  atMs: number;
  what: string;
}

export class FeedReader {
  readonly name: string;
  readonly tenant: Tenant;
  readonly known = new Map<number, Read>();
  readonly faults: ReadFault[] = [];
  readonly #caller: Caller;
  readonly #timeline: Timeline;
  readonly #chance: Seeded;
  readonly #waits: boolean;
  readonly #stop = new AbortController();
  #since = 0;

  /** `waits`: by long-polling, else by asking now and then. */
  constructor(tenant: Tenant, waits: boolean, caller: Caller, timeline: Timeline, chance: Seeded) {
    this.name = `${waits ? 'long-poll' : 'poller'} of ${tenant.name}`;
    this.tenant = tenant;
    this.#waits = waits;
    this.#caller = caller;
    this.#timeline = timeline;
    this.#chance = chance;
  }

  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const isGood = await this.poll(this.#waits ? 25 : 0);
      if (!this.#waits || !isGood) await pause(this.#chance.between(200, 900));
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Reads all that there is now; false when the service does not let it by then. */
  async catchUp(untilMs: number): Promise<boolean> {
    for (let misses = 0; this.#timeline.nowMs() < untilMs; ) {
      const before = this.#since;
      if (!(await this.poll(0, new AbortController().signal))) await pause(500);
      else if (this.#since === before) misses++;
      if (misses >= 2) return true;
    }
    return false;
  }

  /** Asks once; true when it was answered. */
  async poll(wait: number, signal: AbortSignal = this.#stop.signal): Promise<boolean> {
    const limit = this.#chance.pick([500, 100, 20]);
    const { status, json, endedMs } = await this.#caller.ask(this.#chance.below(this.#caller.gateways), {
      path: `/api/v1/messages?since=${this.#since}&limit=${limit}&wait=${wait}`,
      key: this.#chance.pick(this.tenant.keys),
      tenant: this.tenant,
      timeoutMs: 40_000,
      signal,
    });
    if (status === 429) await pause(1_000);
    if (status !== 200) return false;
    let last = this.#since;
    for (const { id, seq, status, error, body } of json.messages) {
      if (!(seq > last)) this.faults.push({ atMs: endedMs, what: `seq ${seq} came after ${last}` });
      const before = this.known.get(id);
      if (before && before.body !== body)
        this.faults.push({ atMs: endedMs, what: `text ${id} had another body before` });
      if (before && isBackward(before.status, status, before.error))
        this.faults.push({ atMs: endedMs, what: `text ${id} went from ${before.status} to ${status}` });
      last = seq;
      this.known.set(id, { seq, status, error, body });
    }
    if (json.next_since < last)
      this.faults.push({ atMs: endedMs, what: `next_since is ${json.next_since} behind seq ${last}` });
    if (json.next_since < this.#since)
      this.faults.push({ atMs: endedMs, what: `next_since fell from ${this.#since} to ${json.next_since}` });
    this.#since = json.next_since;
    return true;
  }
}

const order = ['queued', 'sending', 'sent', 'delivered'];

/** States move forward only; a late answer or receipt may prove that what nobody knew was sent or delivered. */
function isBackward(before: string, after: string, error: string | null): boolean {
  if (before === after) return false;
  if (before === 'failed') return !(error?.startsWith('outcome_unknown') && /^(sent|delivered)$/.test(after));
  if (after === 'failed') return before === 'delivered';
  return order.indexOf(after) < order.indexOf(before);
}
