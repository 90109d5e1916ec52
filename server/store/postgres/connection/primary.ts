// The one server that all sessions of this process go to: of those that lead, the one with the highest timeline. A server that
// was replaced may go on answering for as long as nobody stops it, so that no answer proves that it still leads: where another
// server may lead, all of them are asked once a second.
import { type Clock, monotonicMs, systemClock } from '../../../../runtime/clock.ts';
import { type Every, every } from '../../../../runtime/every.ts';
import { pause } from '../../../../runtime/pause.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { HostPoll, type PollAnswer } from './host_poll.ts';
import { chooseLeader, type Leader } from './leader.ts';
import type { ServerIdentity } from './server_identity.ts';

const pollPeriodMs = 1_000;
/** The time between two rounds that are asked for one after the other, in milliseconds. */
const betweenRoundsMs = 50;

/** How long a connection that failed so many times in a row waits for its next try, in milliseconds. */
const pauseMs = (failures: number) => Math.min(100 * 1.5 ** failures, 1_000);

/** No server can be written to. Its message is for people. */
export class NoPrimary extends Error {
  readonly code = 'NO_PRIMARY';

  constructor(message = 'no server of DATABASE_URL is a primary that takes writes') {
    super(message);
    this.name = 'NoPrimary';
  }
}

/** Where a session is to go, and the term that it belongs to. */
interface Seat {
  host: DatabaseHost;
  term: number;
}

interface PrimaryOptions {
  hosts: readonly DatabaseHost[];
  polls: readonly Pick<HostPoll, 'ask' | 'close'>[];
  onLastLeft: () => void;
  /** Of it only the timers are used. */
  clock?: Clock;
}

export class Primary {
  readonly #hosts: readonly DatabaseHost[];
  readonly #polls: PrimaryOptions['polls'];
  readonly #clock: Clock;
  readonly #renewals = new Set<() => void>();
  readonly #onDisturbed = new Set<() => void>();
  readonly #onLastLeft: () => void;
  #periodic: Every | undefined;
  #hasStandbys = false;
  #isSynchronous = false;
  #disturbances = 0;
  #leader: Leader | undefined;
  #term = 0;
  #problem: NoPrimary | undefined;
  #round: Promise<unknown> | undefined;
  #nextRound: Promise<unknown> | undefined;
  #fault: unknown;
  #failures = 0;
  #nextTryMs = Number.NEGATIVE_INFINITY;
  /** Aborts when sessions go to another server. */
  #moved = new AbortController();
  /** The highest timeline that was seen of the own database. */
  #highest = 0;
  /** Those that lead at one timeline, while nothing goes on because of it. */
  #rivals: readonly Leader[] = [];

  /** `polls` ask the servers of `hosts`, one each. Once nobody takes part any more, `onLastLeft` is called. */
  constructor({ hosts, polls, onLastLeft, clock = systemClock }: PrimaryOptions) {
    this.#hosts = hosts;
    this.#polls = polls;
    this.#onLastLeft = onLastLeft;
    this.#clock = clock;
  }

  /**
   * Whether another server may lead: several are named, or the only one has had a standby, which may come to its address. A socket of
   * this machine leads to no other.
   */
  get isPolled(): boolean {
    return this.#hosts.length > 1 || (this.#hasStandbys && !isSocket(this.#hosts[0]));
  }

  /** Grows when all sessions of this process go to another server. */
  get term(): number {
    return this.#term;
  }

  /** Why no server is written to though some answer; undefined where that is not so. */
  get problem(): string | undefined {
    return this.#problem?.message;
  }

  /** Takes part: `renew` ends the sessions of the caller when others are to be made. Returns what ends that. */
  join(renew: () => void): () => void {
    this.#renewals.add(renew);
    this.#pollWhereNeeded();
    return () => {
      if (!this.#renewals.delete(renew) || this.#renewals.size > 0) return;
      void this.#periodic?.stop();
      for (const poll of this.#polls) poll.close();
      this.#onLastLeft();
    };
  }

  /** Takes how the server is replicated: whether commits wait for a standby, and whether there is any. */
  noteReplication({ standbys, isSynchronous }: { standbys: number; isSynchronous: boolean }): void {
    this.#isSynchronous = isSynchronous;
    this.#hasStandbys ||= standbys > 0 || isSynchronous;
    this.#pollWhereNeeded();
  }

  /** Whether commits waited for a standby when that was read last. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  /** How often a session ended that was to go on: what it had written may be shown though no standby has it. */
  get disturbances(): number {
    return this.#disturbances;
  }

  /** Counts one. */
  disturbed(): void {
    this.#disturbances++;
    for (const listener of this.#onDisturbed) listener();
  }

  /** Calls `listener` after each disturbance. Returns what ends that. */
  onDisturbed(listener: () => void): () => void {
    this.#onDisturbed.add(listener);
    return () => this.#onDisturbed.delete(listener);
  }

  /** Waits until a connection may be tried. Throws NoPrimary, or the fault of a server where none answers. */
  async find(): Promise<Seat> {
    const waitMs = this.#nextTryMs - monotonicMs();
    if (waitMs > 0) await pause(this.#clock, waitMs, this.#moved.signal);
    if (this.#problem || (this.isPolled && !this.#leader)) await (this.#round ?? this.poll());
    if (this.#problem) throw this.#problem;
    if (this.isPolled && !this.#leader) throw this.#fault ?? new NoPrimary();
    return { host: this.#hosts[this.#leader?.at ?? 0] as DatabaseHost, term: this.#term };
  }

  /** Whether a new session belongs to the server that this process goes to. */
  admit({ host, term }: Seat, identity: ServerIdentity): boolean {
    const { timeline } = identity;
    if (term !== this.#term || timeline === null) return false;
    const leader = this.#leader;
    if (leader && identity.systemId !== leader.systemId) {
      this.#refuse(this.#strange(this.#hosts.indexOf(host)));
      return false;
    }
    if (timeline < this.#highest) return false;
    const found = { ...identity, timeline, at: this.#hosts.indexOf(host) };
    this.#highest = Math.max(this.#highest, timeline);
    if (leader && timeline > leader.timeline) {
      this.#move(found);
      return false;
    }
    this.#leader = found;
    this.#failures = 0;
    this.#nextTryMs = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** A connection was not made, or not admitted. */
  failed(): void {
    const nowMs = monotonicMs();
    // What fails together is one failure.
    if (nowMs >= this.#nextTryMs) this.#nextTryMs = nowMs + pauseMs(this.#failures++);
    if (this.isPolled) void this.poll();
  }

  /** Whether the server of a term still leads, by a poll that begins after this call. */
  async leads(term: number): Promise<boolean> {
    if (this.isPolled) await this.poll();
    return term === this.#term && this.#problem === undefined;
  }

  /** Asks all servers who they are, in a round that begins after this call. */
  poll(): Promise<unknown> {
    if (!this.#round) {
      const round = this.#askAll().finally(() => {
        this.#round = undefined;
      });
      this.#round = round;
      return round;
    }
    this.#nextRound ??= this.#round
      .then(() => pause(this.#clock, betweenRoundsMs))
      .then(() => {
        this.#nextRound = undefined;
        return this.#round ?? this.poll();
      });
    return this.#nextRound;
  }

  #pollWhereNeeded(): void {
    if (this.#periodic || !this.isPolled || this.#renewals.size === 0) return;
    const work = () => this.#round ?? this.poll();
    this.#periodic = every({ clock: this.#clock, periodMs: pollPeriodMs, work });
  }

  async #askAll(): Promise<void> {
    // Behind one address, only a new connection comes to the server that leads now.
    const isKept = this.#hosts.length > 1 && this.#renewals.size > 0;
    this.#judge(await Promise.all(this.#polls.map((poll) => poll.ask(isKept))));
  }

  #judge(answers: readonly PollAnswer[]): void {
    const silent = answers.flatMap((answer) => ('fault' in answer ? [answer.fault] : []));
    this.#fault = silent.length === answers.length ? silent[0] : undefined;
    const known = { leader: this.#leader, highest: this.#highest, rivals: this.#rivals };
    const choice = chooseLeader(answers, known);
    if (choice === undefined) return;
    if (choice.kind === 'strange') return this.#refuse(this.#strange(choice.at));
    const { leading } = choice;
    this.#highest = leading[0].timeline;
    this.#rivals = leading;
    if (leading.length > 1) return this.#refuse(this.#twice(leading));
    const [leader] = leading;
    const before = this.#problem ? undefined : this.#leader;
    const isSame =
      before?.timeline === leader.timeline &&
      (before.at === leader.at || before.startedAt === leader.startedAt);
    if (isSame) this.#leader = leader;
    else this.#move(leader);
  }

  #strange(at: number): NoPrimary {
    const name = nameOf(this.#hosts[at] as DatabaseHost);
    return new NoPrimary(
      `${name} holds another database than the other server, or than this process began with`,
    );
  }

  #twice(servers: readonly Leader[]): NoPrimary {
    const names = servers.map(({ at }) => nameOf(this.#hosts[at] as DatabaseHost)).join(' and ');
    return new NoPrimary(`${names} both take themselves for the primary of one database: stop one of them`);
  }

  /** No session goes on: what one server acknowledges the other does not have. */
  #refuse(problem: NoPrimary): void {
    if (this.#problem?.message === problem.message) return;
    this.#problem = problem;
    this.#beginTerm();
  }

  #move(leader: Leader): void {
    const isFirst = this.#leader === undefined && !this.#problem;
    this.#leader = leader;
    this.#problem = undefined;
    this.#failures = 0;
    this.#nextTryMs = Number.NEGATIVE_INFINITY;
    if (!isFirst) this.#beginTerm();
  }

  #beginTerm(): void {
    this.#term++;
    this.#moved.abort();
    this.#moved = new AbortController();
    for (const renew of this.#renewals) renew();
    this.disturbed();
  }
}

const isSocket = (host: DatabaseHost | undefined): boolean => host?.host.startsWith('/') === true;

const nameOf = ({ host, port }: DatabaseHost) => `${host}:${port}`;

const primaries = new Map<string, Primary>();

/** What all sessions of this process to the servers of a URL share. */
export function primaryOf(url: DatabaseUrl): Primary {
  const name = JSON.stringify([url.hosts, url.user, url.database]);
  const known = primaries.get(name);
  if (known) return known;
  const polls = url.hosts.map((host) => new HostPoll(url, host));
  const made = new Primary({ hosts: url.hosts, polls, onLastLeft: () => primaries.delete(name) });
  primaries.set(name, made);
  return made;
}
