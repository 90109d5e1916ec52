// Addresses of texts' own, which their senders name one by one and nobody looks after. One that fails is tried a few times with
// pauses, and then passed over: it must not hold up what else is to be delivered. Which addresses fail is known to this
// process alone; another one finds it out by itself.
import { backoffMs } from '../../runtime/backoff.ts';
import { BoundedMap } from '../../runtime/bounded_map.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EndpointAnswer } from './endpoint_client.ts';

/** Tries in a row after which a text is passed over, and each further one after its first. */
const mostTries = 3;
const backoff = { firstMs: 1_000, longestMs: 60_000, jitter: 0.5 };
/** An address that failed and took longer than this is left alone for a while, in milliseconds. */
const slowMs = 1_000;
const leftAloneMs = 60_000;
/** Addresses that are remembered; beyond it the oldest is forgotten. */
const mostAddresses = 10_000;

interface Failing {
  tries: number;
  untriedUntilMs: number;
}

interface CallbacksOptions {
  clock: Clock;
  random: () => number;
}

/** The step after a failed callback: another try at an instant, or none. */
type AfterFailure = { nextAttemptAtMs: number } | 'passed_over';

export class Callbacks {
  readonly #options: CallbacksOptions;
  readonly #failing = new BoundedMap<string, Failing>(mostAddresses);

  constructor(options: CallbacksOptions) {
    this.#options = options;
  }

  /** Whether an address is left alone now. */
  isLeftAlone(accountId: bigint, url: string): boolean {
    const nowMs = this.#options.clock.nowMs();
    return namesOf(accountId, url).some((name) => (this.#failing.get(name)?.untriedUntilMs ?? 0) > nowMs);
  }

  /** Notes that an address took a request. */
  take(accountId: bigint, url: string): void {
    for (const name of namesOf(accountId, url)) this.#failing.delete(name);
  }

  /** Notes that it failed. */
  fail(accountId: bigint, url: string, { status, tookMs }: EndpointAnswer): AfterFailure {
    const { clock, random } = this.#options;
    // A host that does not answer at one path answers at no other.
    const [ofHost, ofPath] = namesOf(accountId, url);
    const name = status === null ? ofHost : ofPath;
    const tries = (this.#failing.get(name)?.tries ?? 0) + 1;
    const isOver = tries >= mostTries;
    const untriedUntilMs = isOver && tookMs > slowMs ? clock.nowMs() + leftAloneMs : 0;
    this.#failing.set(name, { tries, untriedUntilMs });
    if (isOver) return 'passed_over';
    return { nextAttemptAtMs: clock.nowMs() + backoffMs(tries, { ...backoff, random }) };
  }
}

/** The keys that an address is remembered by: the host, and the host with the path. The query may be of one text alone. */
function namesOf(accountId: bigint, url: string): [string, string] {
  const { origin, pathname } = new URL(url);
  return [`${accountId} ${origin}`, `${accountId} ${origin}${pathname}`];
}
