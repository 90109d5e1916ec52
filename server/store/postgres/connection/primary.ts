// The one server that all sessions of this process go to: of those that lead, the one with the highest timeline. A server that
// was replaced may go on answering for as long as nobody stops it, so that no answer proves that it still leads: where another
// server may lead, all of them are asked once a second.
import { type Clock, monotonicMs, systemClock } from '../../../../runtime/clock.ts';
import { type Every, every } from '../../../../runtime/every.ts';
import { pause } from '../../../../runtime/pause.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { HostPoll, type PollAnswer } from './host_poll.ts';
import type { ServerIdentity } from './server_identity.ts';

const pollPeriodMs = 1_000;

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

interface Leader extends ServerIdentity {
  /** Its index among the servers of the URL. */
  at: number;
  timeline: number;
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

  /** `polls` ask the servers of `hosts`, one each. Once nobody takes part any more, `onLastLeft` is called. */
  constructor({ hosts, polls, onLastLeft, clock = systemClock }: PrimaryOptions) {
    this.#hosts = hosts;
    this.#polls = polls;
    this.#onLastLeft = onLastLeft;
    this.#clock = clock;
  }

  /** Whether another server may lead: several are named, or the only one has had a standby, which may come to its address. */
  get isPolled(): boolean {
    return this.#hosts.length > 1 || this.#hasStandbys;
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
    if (waitMs > 0) await pause(this.#clock, waitMs);
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
    if (leader && timeline < leader.timeline) return false;
    const found = { ...identity, timeline, at: this.#hosts.indexOf(host) };
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
    this.#nextTryMs = monotonicMs() + pauseMs(this.#failures++);
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
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = undefined;
      return this.poll();
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
    const isKept = this.#hosts.length > 1;
    this.#judge(await Promise.all(this.#polls.map((poll) => poll.ask(isKept))));
  }

  /** A server that does not answer changes nothing. */
  #judge(answers: readonly PollAnswer[]): void {
    const silent = answers.flatMap((answer) => ('fault' in answer ? [answer.fault] : []));
    this.#fault = silent.length === answers.length ? silent[0] : undefined;
    const leading = answers.flatMap((answer, at): Leader[] => {
      if ('fault' in answer || answer.timeline === null) return [];
      return [{ ...answer, timeline: answer.timeline, at }];
    });
    const systemId = this.#leader?.systemId ?? leading[0]?.systemId;
    const own = leading.filter((server) => server.systemId === systemId);
    const foreign = leading.find((server) => server.systemId !== systemId);
    if (foreign && (own.length === 0 || !this.#leader)) return this.#refuse(this.#strange(foreign.at));
    const timeline = Math.max(...own.map((server) => server.timeline));
    const highest = own.filter((server) => server.timeline === timeline);
    const [first] = highest;
    if (!first) return;
    const rivals = this.#rivals(highest, answers);
    const leader = this.#leader;
    if (rivals.length > 1) this.#refuse(this.#twice(rivals));
    else if (!leader || this.#problem || timeline > leader.timeline) this.#move(first);
    else if (timeline === leader.timeline && highest.every(({ at }) => at !== leader.at)) {
      if (first.startedAt === leader.startedAt) this.#leader = first;
      else this.#move(first);
    }
  }

  /** Those that take themselves for the primary at the highest timeline; with the one that this process goes to, while it is silent. */
  #rivals(highest: readonly Leader[], answers: readonly PollAnswer[]): Leader[] {
    const leader = this.#leader;
    const answer = leader && answers[leader.at];
    const isSilent = answer !== undefined && 'fault' in answer;
    const all =
      leader && isSilent && leader.timeline === highest[0]?.timeline ? [leader, ...highest] : highest;
    // One server may have several names.
    return all.filter(
      ({ startedAt }, index) => all.findIndex((other) => other.startedAt === startedAt) === index,
    );
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
    for (const renew of this.#renewals) renew();
    this.disturbed();
  }
}

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
