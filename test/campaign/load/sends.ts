// Texts as an honest client sends them: under a client_ref it asks again until it has a definite answer, on whichever
// gateway; without one it never asks twice. What it asked and what it was answered is what the judges go by.
import type { Seeded } from '../../support/seeded.ts';
import { pause, type Timeline } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Answer, Caller } from './caller.ts';

/** A definite answer. */
export interface Report {
  atMs: number;
  status: number;
  code: string | null;
  id: number | null;
  gateway: number;
  /** Whether this was asked again on purpose, after a definite answer. */
  isRepeat: boolean;
}

/** One text. */
export interface Sent {
  /** Is in the body of this text and of no other. */
  word: string;
  tenant: Tenant;
  address: string;
  /** No other text goes to this number. */
  isAlone: boolean;
  body: string;
  clientRef: string | null;
  route: 'device' | 'gateway' | null;
  askedMs: number;
  /** When it is to leave; null: at once. */
  dueMs: number | null;
  reported: Report[];
  /** Requests without a definite answer. */
  unanswered: number;
  /** Of the first request. */
  first: { status: number; ms: number } | null;
  /** Until the first definite answer; null without one. */
  totalMs: number | null;
}

/** What a text is to be, whatever chance would make it. */
export type Wish = { big?: boolean } & Partial<
  Pick<Sent, 'address' | 'isAlone' | 'clientRef' | 'route' | 'dueMs'>
>;

const long = 'a text of several parts, which are joined by whoever receives them ';
const emoji = '😀';
/** Recipients of a tenant that get more than one text. */
const friends = 12;

export class Sends {
  /** Every text, by its word. */
  readonly all = new Map<string, Sent>();
  /** When requests that were acknowledged began and ended, in the order of their answers. */
  readonly acknowledged: { startedMs: number; endedMs: number }[] = [];
  readonly #caller: Caller;
  readonly #timeline: Timeline;
  #isGivenUp = false;

  constructor(caller: Caller, timeline: Timeline) {
    this.#caller = caller;
    this.#timeline = timeline;
  }

  /** Makes up a text, as far as it is not wished otherwise. */
  compose(tenant: Tenant, chance: Seeded, { big = false, ...wish }: Wish = {}): Sent {
    const number = this.all.size;
    const word = `w${number.toString(36)}w`;
    const isAlone = wish.isAlone ?? (big || chance.chance(0.8));
    const shape = isAlone ? chance.next() : 0;
    const words = {
      short: `${word} hello`,
      long: `${word} ${long.repeat(4)}`,
      other: `${word} здравствуйте`,
    };
    const body = big
      ? `${word} ${emoji.repeat(1_590)}`
      : shape < 0.75
        ? words.short
        : shape < 0.88
          ? words.other
          : words.long;
    const friend = String(chance.below(friends)).padStart(3, '0');
    const sent: Sent = {
      word,
      tenant,
      address: isAlone
        ? `+13${String(number).padStart(9, '0')}`
        : `+1404${String(tenant.id % 10_000n).padStart(4, '0')}${friend}`,
      isAlone,
      body,
      clientRef: big || chance.chance(0.15) ? null : `ref-${word}`,
      route: routeOf(tenant, chance),
      askedMs: this.#timeline.nowMs(),
      dueMs: null,
      reported: [],
      unanswered: 0,
      first: null,
      totalMs: null,
      ...wish,
    };
    this.all.set(word, sent);
    return sent;
  }

  /** Sends it until it is known what became of it, or until everybody gives up. */
  async send(sent: Sent, chance: Seeded, { isRepeat = false, gateway = -1 } = {}): Promise<void> {
    let turn = gateway < 0 ? chance.below(this.#caller.gateways) : gateway;
    for (let pauseMs = 100; !this.#isGivenUp; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      const answer = await this.#attempt(sent, turn++ % this.#caller.gateways, chance);
      if (answer === undefined) continue;
      const { status, json, startedMs, endedMs } = answer;
      sent.first ??= { status, ms: endedMs - startedMs };
      if (isDefinite(status)) {
        sent.totalMs ??= endedMs - sent.askedMs;
        const id = status === 200 ? (json?.message?.id ?? null) : null;
        if (status === 200) this.acknowledged.push({ startedMs, endedMs });
        sent.reported.push({
          atMs: endedMs,
          status,
          code: json?.code ?? null,
          id,
          gateway: answer.gateway,
          isRepeat,
        });
        return;
      }
      // A 429 says that nothing was done.
      if (status !== 429) sent.unanswered++;
      if (status !== 429 && sent.clientRef === null) return;
      await pause(Math.max(answer.retryAfterS * 1000, pauseMs) * chance.between(0.8, 1.2));
    }
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Nobody asks again from now on. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  /** One request; undefined when its key had just been revoked, so that another one has to be taken. */
  async #attempt(sent: Sent, gateway: number, chance: Seeded): Promise<Answer | undefined> {
    const { tenant, address, body, clientRef, route, dueMs } = sent;
    const sendAt = dueMs === null ? undefined : new Date(this.#timeline.epochOf(dueMs)).toISOString();
    const key = chance.pick(tenant.keys);
    const answer = await this.#caller.ask(gateway, {
      method: 'POST',
      path: '/api/v1/messages',
      key,
      tenant,
      body: {
        address,
        body,
        ...(clientRef && { client_ref: clientRef }),
        ...(route && { route }),
        ...(sendAt && { send_at: sendAt }),
      },
      expects: [
        ...(tenant.role === 'story' ? ['opted_out'] : []),
        // One that nobody could take before its time had come is refused.
        ...(dueMs !== null && dueMs < this.#timeline.nowMs() ? ['invalid_request'] : []),
      ],
    });
    return answer.status === 401 && this.#caller.revoked.has(key.secret) ? undefined : answer;
  }
}

const isDefinite = (status: number) => status === 200 || (status >= 400 && status < 500 && status !== 429);

function routeOf({ ways }: Tenant, chance: Seeded): Sent['route'] {
  const routes = ways.map((way) => (way === 'smsc' ? ('gateway' as const) : ('device' as const)));
  return chance.chance(0.3) ? null : chance.pick(routes);
}
