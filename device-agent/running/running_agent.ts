// The running agent: journal, driver, runner and link, started in order and stopped in reverse. It can also be dropped
// at once, as a broken journal requires; everything that it promised is in the journal.
import { ReceiptSupport, SentMeans } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { noFailpoint } from '../../runtime/failpoint.ts';
import type { Agent, AgentEnd, AgentOptions, AgentState } from '../agent.ts';
import { AgentError, systemCode } from '../agent_error.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Failpoint } from '../failpoint.ts';
import type { DirLock } from '../home/dir_lock.ts';
import { fingerprint, type Identity } from '../home/identity.ts';
import type { QueuedJob } from '../journal/job.ts';
import { Journal } from '../journal/journal.ts';
import { CoreTime } from '../link/core_time.ts';
import { type CoreFrameValue, readCancel, readJob } from '../link/frames.ts';
import { Link } from '../link/link.ts';
import { Outbox } from '../link/outbox.ts';
import type { CoreFacts, Session } from '../link/session.ts';
import { DeviceWatch } from './device_watch.ts';
import { Intake } from './intake.ts';
import { Runner } from './runner.ts';
import { Upkeep } from './upkeep.ts';

/** An agent over a locked directory. */
export class RunningAgent implements Agent {
  readonly ended: Promise<AgentEnd>;
  readonly #options: AgentOptions;
  readonly #lock: DirLock;
  readonly #journal: Journal;
  readonly #coreTime: CoreTime;
  readonly #driver: Driver;
  readonly #outbox: Outbox;
  readonly #runner: Runner;
  readonly #intake: Intake;
  readonly #link: Link;
  readonly #watch: DeviceWatch;
  readonly #upkeep: Upkeep;
  readonly #aborter = new AbortController();
  readonly #resolveEnd: (end: AgentEnd) => void;
  #alive = true;
  /** What an earlier run left, until it begins: at once, but in a device that was unpaired only once the core has said so again. */
  #queued: QueuedJob[] | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: AgentOptions, identity: Identity, lock: DirLock) {
    const { dir, clock, log, settings } = options;
    this.#options = options;
    this.#lock = lock;
    const { promise, resolve } = Promise.withResolvers<AgentEnd>();
    this.ended = promise;
    this.#resolveEnd = resolve;
    const failpoint: Failpoint = (name) => this.#passFailpoint(name);
    const onBroken = (error: unknown) => this.#dropFor('the journal cannot be written', error);
    const journal = new Journal({ dir, pairedAs: fingerprint(identity), onBroken });
    this.#journal = journal;
    // A link on which the core speaks all the time would not notice that the clock was set: its next welcome gives the time.
    const coreTime = new CoreTime(clock, Number(journal.meta.get('core_offset_ms') ?? 0), () =>
      this.#link.reopen('the clock of this machine was set'),
    );
    this.#coreTime = coreTime;
    const driver = options.driver.create({ dir, journalId: journal.id, clock, log, settings });
    this.#driver = driver;
    const onInboundAcked = (inboundId: string) => this.#releaseInbound(inboundId);
    this.#outbox = new Outbox({ journal, clock, coreTime, failpoint, onInboundAcked });
    const onOwed = () => this.#outbox.wake();
    this.#runner = new Runner({
      journal,
      driver,
      clock,
      coreTime,
      failpoint,
      signal: this.#aborter.signal,
      onReport: onOwed,
      onFatal: (error) => this.#dropFor('a job could not be carried on', error),
    });
    this.#intake = new Intake({
      journal,
      clock,
      log,
      failpoint,
      onJob: (job) => this.#runner.enqueue(job),
      onOwed,
      onReady: () => this.#runner.wake(),
      onInboundKnown: onInboundAcked,
    });
    const hello = {
      agentVersion: options.agentVersion.slice(0, 64),
      driver: options.driver.name,
      journalId: journal.id,
      window: driver.caps.window,
      sims: [...driver.caps.sims],
      sentMeans: driver.caps.sentMeans === 'network-ack' ? SentMeans.NETWORK_ACK : SentMeans.HANDED_OFF,
      takesCancel: true,
      receipts: driver.caps.receipts === 'none' ? ReceiptSupport.NONE : ReceiptSupport.DELIVERY,
    };
    this.#watch = new DeviceWatch({
      health: () => driver.health(),
      queueLength: () => this.#runner.queueLength,
      onWell: () => this.#runner.wake(),
      driver: options.driver.name,
      journal,
      clock,
      log,
    });
    this.#upkeep = new Upkeep({ journal, clock, log, onOwed });
    this.#link = new Link({
      url: identity.url,
      token: identity.token,
      clock,
      log,
      random: options.random ?? Math.random,
      hello,
      onUp: (session, core) => this.#linkUp(session, core),
      onDown: () => this.#linkDown(),
      onFrame: (frame, session) => this.#receive(frame, session),
      onUnpairing: () => this.#handBack(),
      onUnpaired: () => void this.#leave(),
    });
  }

  /** Ends what an earlier run left open, opens the device, and begins. */
  async start(): Promise<void> {
    const { clock, log, driver } = this.#options;
    const journal = this.#journal;
    const { interrupted, isPaired } = await journal.write(() => {
      // Only the device that was asked before can refuse to be asked twice.
      const isSame = journal.meta.get('driver') === driver.name;
      journal.meta.set('driver', driver.name);
      const isPaired = journal.meta.get('link_state') !== 'unpaired';
      if (isPaired) journal.meta.set('link_state', 'down');
      const isIdempotent = isSame && this.#driver.caps.idempotent;
      return { interrupted: journal.jobs.closeInterrupted(isIdempotent, clock.nowMs()), isPaired };
    });
    if (interrupted > 0) log.warn({ interrupted }, 'submits of an earlier run ended without their result');
    await this.#openDriver();
    this.#queued = journal.jobs.listQueued();
    log.info({ driver: driver.name, journalId: journal.id, queued: this.#queued.length }, 'agent runs');
    if (isPaired) this.#begin();
    this.#watch.start();
    this.#link.start();
    this.#upkeep.start();
  }

  stop(): Promise<void> {
    return this.#finish({ exitCode: 0, reason: '' });
  }

  state(): AgentState | undefined {
    if (!this.#alive) return undefined;
    return {
      link: this.#link.state,
      reconnects: this.#link.reconnects,
      driver: this.#driver.health(),
      submits: { ...this.#runner.submits },
      counts: this.#journal.counts(),
    };
  }

  /** Drops everything at once; what was not committed is lost, as in a power cut. Safe twice. */
  drop(reason: string, error: unknown): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#stopTimers();
    this.#aborter.abort();
    this.#runner.abandon();
    this.#outbox.detach();
    this.#link.stop();
    this.#journal.abandon(error);
    this.#lock.release();
    this.#resolveEnd({ exitCode: 1, reason });
  }

  #finish(end: AgentEnd): Promise<void> {
    this.#stopping ??= this.#stopInOrder(end);
    return this.#stopping;
  }

  async #stopInOrder(end: AgentEnd): Promise<void> {
    if (!this.#alive) return;
    this.#stopTimers();
    await this.#runner.stop();
    this.#outbox.detach();
    this.#link.stop();
    await this.#driver.close().catch(() => undefined);
    this.#aborter.abort();
    if (!this.#alive) return;
    this.#alive = false;
    this.#journal.close();
    this.#lock.release();
    this.#options.log.info('agent stopped');
    this.#resolveEnd(end);
  }

  async #openDriver(): Promise<void> {
    try {
      await this.#driver.open(this.#intake, this.#aborter.signal);
    } catch (error) {
      if (error instanceof AgentError) throw error;
      throw new AgentError(`the ${this.#options.driver.name} driver cannot be opened (${systemCode(error)})`);
    }
  }

  #receive(frame: CoreFrameValue, session: Session): boolean {
    if (!this.#alive) return true;
    switch (frame.case) {
      case 'job': {
        const job = readJob(frame.value);
        if (job === undefined) return false;
        // Not taken while stopping: the core hands it over again, because it was never accepted.
        return this.#stopping !== undefined || this.#intake.takeJob(job, (reply) => session.send(reply));
      }
      case 'cancel':
        return this.#runner.cancel(readCancel(frame.value));
      case 'reportAck':
        return this.#outbox.reportAcked(frame.value.reportId);
      case 'inboundAck':
        return this.#outbox.inboundAcked(frame.value.inboundId);
      default:
        return false;
    }
  }

  /** Submits what an earlier run left, once. */
  #begin(): void {
    const queued = this.#queued;
    this.#queued = undefined;
    if (queued !== undefined) this.#runner.start(queued);
  }

  /** Nothing that is here leaves any more, in a later run neither: another device may have been given it. */
  async #leave(): Promise<void> {
    this.#noteLink('unpaired');
    this.#begin();
    await this.#runner.leave();
    await this.#finish({ exitCode: 2, reason: 'this device is not paired any more' });
  }

  /** What was never submitted goes back to the core while it still listens. */
  async #handBack(): Promise<void> {
    await this.#runner.giveBack();
    await this.#outbox.emptied();
  }

  #linkUp(session: Session, core: CoreFacts): void {
    this.#coreTime.learn(core.nowMs);
    this.#begin();
    this.#runner.wake();
    this.#noteLink('up', core.version);
    this.#watch.attach(session);
    this.#outbox.attach(session);
  }

  #linkDown(): void {
    this.#watch.detach();
    this.#outbox.detach();
    this.#noteLink('down');
  }

  /** For `status`, and for a start without a link; its loss is no harm. */
  #noteLink(state: 'up' | 'down' | 'unpaired', coreVersion?: string): void {
    const { meta } = this.#journal;
    this.#journal
      .write(() => {
        meta.set('link_state', state);
        if (coreVersion !== undefined) meta.set('core_version', coreVersion);
        meta.set('core_offset_ms', String(this.#coreTime.offsetMs));
      })
      .catch(() => undefined);
  }

  #releaseInbound(inboundId: string): void {
    if (!this.#alive) return;
    const { log } = this.#options;
    for (const name of this.#journal.inboundParts.namesOf(inboundId))
      this.#driver.ackInbound(name).catch(() => log.warn('an acknowledged text could not be deleted'));
  }

  #stopTimers(): void {
    this.#upkeep.stop();
    this.#watch.stop();
  }

  #dropFor(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : systemCode(error);
    this.drop(`${what} (${reason})`, error);
  }

  #passFailpoint(name: Parameters<Failpoint>[0]): void {
    try {
      (this.#options.failpoint ?? noFailpoint)(name);
    } catch (error) {
      this.drop(`failpoint ${name}`, error);
      throw error;
    }
  }
}
