// Asks for claims, one at a time. If something of an account is locked, its texts are claimed by themselves from then
// on, without waiting, until that succeeds. A claim of an unknown outcome leaves its links in doubt.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { isTracing } from '../../../runtime/tracing.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import type { Link } from '../../device/link/link.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { ClaimVerdict } from '../../store/devices/claim_texts.ts';
import { StatementFailed } from '../../store/postgres/driver.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Store } from '../../store/store.ts';
import type { Found } from './round.ts';
import { bySim } from './sim_queue.ts';

interface ClaimsOptions {
  store: Pick<Store, 'claimTexts'>;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  traces: Pick<TextTraces, 'load'>;
  lifetimes: Lifetimes;
  /** The outcome of a claim for these links is not known. */
  onDoubt: (links: Iterable<Link>) => void;
  /** Gets the verdicts, before anything else can be claimed. */
  onVerdicts: (found: readonly Found[], verdicts: readonly ClaimVerdict[]) => void;
}

const nameOf = (accountId: bigint, id: bigint) => `${accountId}/${id}`;

/** The claims of one process. */
export class Claims {
  readonly #options: ClaimsOptions;
  /** Accounts of which something was locked when it was last asked for. */
  readonly #locked = new Set<bigint>();
  /** The texts of the claim under way. */
  #asked: ReadonlySet<string> = new Set();
  /** What is to be done as soon as its outcome is known. */
  #afterwards: (() => void)[] = [];

  constructor(options: ClaimsOptions) {
    this.#options = options;
  }

  /** Whether a claim of this text is under way. */
  isUnderWay(accountId: bigint, id: bigint): boolean {
    return this.#asked.has(nameOf(accountId, id));
  }

  /** Calls `act` at once, or, while a claim of this text is under way, after its verdict. */
  afterClaimOf(accountId: bigint, id: bigint, act: () => void): void {
    if (this.isUnderWay(accountId, id)) this.#afterwards.push(act);
    else act();
  }

  /** Whether the account's texts are claimed only while no other statement has it locked. */
  isLocked(accountId: bigint): boolean {
    return this.#locked.has(accountId);
  }

  /** The account no longer has a link here. */
  forget(accountId: bigint): void {
    this.#locked.delete(accountId);
  }

  /** Claims what was placed. */
  async claim(found: readonly Found[]): Promise<void> {
    const isLocked = ({ search }: Found) => this.#locked.has(search.accountId);
    const usual = found.filter((each) => !isLocked(each));
    const locked = found.filter(isLocked);
    if (usual.length > 0) await this.#ask(usual, 'wait');
    if (locked.length > 0) await this.#ask(locked, 'skip');
  }

  async #ask(found: readonly Found[], atLock: AtLock): Promise<void> {
    const { store, clock, log, lifetimes, failpoint, onDoubt, onVerdicts } = this.#options;
    const used = new Set(found.flatMap(({ placements }) => placements.map(({ sim }) => sim.queue)));
    // The order is the same everywhere, so that two claims never wait for each other.
    const queues = [...used].sort(bySim);
    const indexes = new Map(queues.map((queue, index) => [queue, index]));
    const asked = queues.map(({ link: { device, linkEpoch, fence }, slot }) => {
      const { accountId, deviceId } = device;
      return { accountId, deviceId, linkEpoch, fence, slot };
    });
    const requests = found.flatMap(({ placements }) =>
      placements.map(({ text, sim: { queue }, isMove }) => ({
        simIndex: indexes.get(queue) as number,
        id: text.id,
        version: isMove ? text.version : null,
      })),
    );
    if (requests.length === 0) return onVerdicts(found, []);
    this.#asked = new Set(
      found.flatMap(({ search, placements }) =>
        placements.map(({ text }) => nameOf(search.accountId, text.id)),
      ),
    );
    try {
      failpoint('text_before_claim');
      const verdicts = await store.claimTexts(
        asked,
        requests,
        clock.nowMs(),
        lifetimes.sendingGraceMs,
        atLock,
      );
      this.#note(found, verdicts);
      await this.#loadTraces(found);
      return onVerdicts(found, verdicts);
    } catch (error) {
      // A statement that was rolled back took nothing. An unanswered one may have been committed, or may yet be.
      if (!(error instanceof StatementFailed)) return onDoubt(new Set(queues.map(({ link }) => link)));
      if (found.length === 1) return log.warn({ sqlState: error.sqlState }, 'a claim failed');
    } finally {
      this.#asked = new Set();
      for (const act of this.#afterwards.splice(0)) act();
    }
    // One account that makes the statement fail must not stop the others.
    const middle = Math.ceil(found.length / 2);
    await this.#ask(found.slice(0, middle), atLock);
    await this.#ask(found.slice(middle), atLock);
  }

  /** The traces of the texts, where somebody traces. */
  #loadTraces(found: readonly Found[]): Promise<void> | undefined {
    if (!isTracing()) return undefined;
    return this.#options.traces.load(
      found.flatMap(({ search, placements }) =>
        placements.map(({ text }) => ({ accountId: search.accountId, messageId: text.id })),
      ),
    );
  }

  #note(found: readonly Found[], verdicts: readonly ClaimVerdict[]): void {
    let start = 0;
    for (const { search, placements } of found) {
      const own = verdicts.slice(start, start + placements.length);
      start += placements.length;
      if (own.some(({ kind }) => kind === 'locked')) this.#locked.add(search.accountId);
      else if (own.length > 0) this.#locked.delete(search.accountId);
    }
  }
}
