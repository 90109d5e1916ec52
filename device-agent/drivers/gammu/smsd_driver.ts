// The driver of one gammu-smsd: gives it each part once, and passes on what it files in its inbox. Whether a text may
// be given again is never decided here.
import { readFileSync } from 'node:fs';
import { pause } from '../../../runtime/pause.ts';
import { AgentError } from '../../agent_error.ts';
import { describeError, failureCodeOf, meaningOfError, tryAgain } from '../at/reading/modem_error.ts';
import type { Caps, Driver, DriverContext, DriverJob, Health, Result, Sink } from '../driver.ts';
import { writeBackup } from './backup_file.ts';
import { readTail, verdictIn } from './daemon_log.ts';
import { Inbox } from './inbox.ts';
import { handOver } from './one_reader.ts';
import { readSmsdrc, type Smsdrc, SmsdrcError, sectionOf } from './smsdrc.ts';
import { Traces } from './traces.ts';
import { DaemonWatch, patienceMs } from './watch.ts';

/** How often the outbox is looked at for what became of a part, and everything else. */
const settleLookMs = 200;
const lookPeriodMs = 1_000;
/** With the time until it is read less than submitTimeoutMs. */
const maxSettleMs = 240_000;
/** When an answered part's trace goes: the journal has long had the answer. */
const traceKeptMs = 600_000;
/** The most bytes that a pipe takes whole. */
const maxContentBytes = 4_096;

const baseCaps: Caps = {
  unit: 'segment',
  sentMeans: 'network-ack',
  // Its traces show which parts it was given.
  idempotent: true,
  receipts: 'per-segment',
  inbound: 'poll',
  concurrency: 1,
  window: 10,
  submitTimeoutMs: 400_000,
  sims: [1],
};

interface Running {
  smsdrc: Smsdrc;
  traces: Traces;
  watch: DaemonWatch;
  inbox: Inbox | undefined;
  signal: AbortSignal;
}

/** The driver. */
export class SmsdDriver implements Driver {
  readonly caps: Caps;
  readonly #context: DriverContext;
  readonly #configPath: string;
  readonly #closer = new AbortController();
  readonly #answered: { name: string; atMs: number }[] = [];
  #running: Running | undefined;

  constructor(context: DriverContext, configPath: string) {
    this.#context = context;
    this.#configPath = configPath;
    this.caps = asksReports(configPath) ? baseCaps : { ...baseCaps, receipts: 'none' };
  }

  /** Does not wait for the daemon: while it takes nothing, health() says so and texts wait. */
  async open(sink: Sink, agentSignal: AbortSignal): Promise<void> {
    const { clock, log, journalId } = this.#context;
    const smsdrc = await this.#readConfig();
    const signal = AbortSignal.any([agentSignal, this.#closer.signal]);
    const traces = new Traces(smsdrc, journalId);
    await traces.open(clock.nowMs()).catch((error: NodeJS.ErrnoException) => {
      throw new AgentError(`the outbox ${smsdrc.outbox} of gammu-smsd cannot be used (${error.code})`);
    });
    const watch = new DaemonWatch({ smsdrc, configPath: this.#configPath, traces, clock, log });
    const inbox = smsdrc.inbox === undefined ? undefined : new Inbox(smsdrc.inbox, smsdrc, sink, log);
    this.#running = { smsdrc, traces, watch, inbox, signal };
    void this.#live(this.#running);
  }

  async submit(job: DriverJob): Promise<Result> {
    const running = this.#running;
    if (running === undefined) return notNow('the driver is not open');
    const { traces, smsdrc, watch, signal } = running;
    const name = traces.nameOf(job);
    if ((await traces.look(name)) === undefined) {
      const content = Buffer.from(writeBackup(job, smsdrc.keepsReports));
      if (content.length > maxContentBytes || !/^[+\w]+$/.test(job.address))
        return { kind: 'rejected', code: 'device_failed', detail: 'no file can say this', retryable: false };
      const outcome = await this.#handOver(running, name, content);
      if (signal.aborted && outcome === 'unread') return notNow('the agent stopped');
      if (outcome === 'unread') {
        watch.noteUnread();
        return notNow('gammu-smsd did not take the text from its outbox');
      }
      watch.noteTaken();
    }
    const result = await this.#settle(running, name);
    // The next try begins anew.
    if (result.kind === 'rejected') await traces.remove(name);
    else this.#answered.push({ name, atMs: this.#context.clock.nowMs() });
    return result;
  }

  async ackInbound(inboundId: string): Promise<void> {
    await this.#running?.inbox?.delete(inboundId);
  }

  health(): Health {
    return this.#running?.watch.health ?? { problem: 'absent', detail: 'not open' };
  }

  async close(): Promise<void> {
    this.#closer.abort();
  }

  async #readConfig(): Promise<Smsdrc> {
    try {
      return await readSmsdrc(this.#configPath);
    } catch (error) {
      if (error instanceof SmsdrcError) throw new AgentError(`${error.message}. ${error.advice}`);
      throw error;
    }
  }

  /** Whatever fails before the hollow file stands in the outbox means that the part did not leave. */
  async #handOver(
    { traces, smsdrc, signal }: Running,
    name: string,
    content: Buffer,
  ): Promise<'read' | 'unread'> {
    const { clock } = this.#context;
    const { spool } = traces;
    const { outbox } = smsdrc;
    const waitMs = patienceMs(smsdrc);
    const replace = () => traces.put(name);
    const outcome = await handOver({ spool, outbox, name, content, replace, waitMs, clock, signal }).catch(
      (error: NodeJS.ErrnoException) => {
        this.#context.log.warn({ code: error.code }, 'a text could not be put into the outbox');
        return 'unread' as const;
      },
    );
    if (outcome === 'unread') await traces.remove(name).catch(() => undefined);
    return outcome;
  }

  async #settle({ traces, smsdrc, watch, signal }: Running, name: string): Promise<Result> {
    const { clock } = this.#context;
    const endMs = clock.nowMs() + maxSettleMs;
    while (clock.nowMs() < endMs) {
      const trace = await traces.look(name);
      if (trace?.kind === 'sent') {
        watch.noteModem();
        return { kind: 'accepted', refs: [smsdrc.keepsReports ? trace.reference : null] };
      }
      if (trace?.kind !== 'waiting') return this.#readVerdict(smsdrc, watch, name);
      await pause(clock, settleLookMs, signal);
      // The next run finds the trace and asks on.
      if (signal.aborted) return new Promise(() => undefined);
    }
    return { kind: 'unknown', detail: 'gammu-smsd did not report what became of the text' };
  }

  async #readVerdict({ logFile }: Smsdrc, watch: DaemonWatch, name: string): Promise<Result> {
    if (logFile === undefined)
      return { kind: 'unknown', detail: 'gammu-smsd did not send it, and keeps no log that says why' };
    const { text } = await readTail(logFile);
    const verdict = verdictIn(text, name);
    if (verdict.kind === 'unclear')
      return { kind: 'unknown', detail: 'gammu-smsd got no clear answer from the modem' };
    const error = { family: 'cms', code: verdict.code } as const;
    const { kind } = meaningOfError(error);
    const detail = describeError(error);
    if (kind === 'unsure') return { kind: 'unknown', detail };
    if (kind === 'no_network' || kind === 'no_sim') watch.noteModem(kind, detail);
    if (kind === 'pin') watch.noteModem('pin_required', detail);
    return { kind: 'rejected', code: failureCodeOf(error), detail, ...tryAgain(kind) };
  }

  async #live({ watch, inbox, traces, signal }: Running): Promise<void> {
    const { clock, log } = this.#context;
    let failed = false;
    while (!signal.aborted) {
      await watch.look();
      try {
        await inbox?.look();
        failed = false;
      } catch (error) {
        if (!failed && !signal.aborted)
          log.warn({ code: (error as NodeJS.ErrnoException).code }, 'the inbox of gammu-smsd cannot be read');
        failed = true;
      }
      while ((this.#answered[0]?.atMs ?? Number.POSITIVE_INFINITY) < clock.nowMs() - traceKeptMs) {
        const { name = '' } = this.#answered.shift() ?? {};
        await traces.remove(name).catch(() => undefined);
      }
      await pause(clock, lookPeriodMs, signal);
    }
  }
}

const notNow = (detail: string): Result => ({
  kind: 'rejected',
  code: 'device_failed',
  detail,
  retryable: true,
});

/** Read early, since what a driver can do is fixed before it is opened; open() says what is wrong with the file. */
function asksReports(configPath: string): boolean {
  try {
    return sectionOf(readFileSync(configPath, 'utf8'), 'smsd').get('deliveryreport')?.toLowerCase() === 'sms';
  } catch {
    return false;
  }
}
