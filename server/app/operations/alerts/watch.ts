// Looks at the service by the rules of ops/alerts, and reports what begins and what is over to its operator. Every core
// looks, and notes what it sees in the database; the one that has the lease reports. It takes the right to report an alert
// before it does, and notes afterwards that it was reported, so that a restart repeats nothing. If a core ends in between,
// nobody knows whether the operator got it: the next one reports it again, and says that it may be a repeat. While the
// database is away, only the core that reported last reports.
import { randomUUID } from 'node:crypto';
import { every } from '../../../../runtime/every.ts';
import { alertRules } from '../../../ops/alerts/rules.ts';
import type { AlertKey, AlertRow } from '../../../store/operations/alerts.ts';
import { DatabaseUnavailable } from '../../../store/postgres/driver.ts';
import type { AppContext } from '../../context.ts';
import { createReadFacts, type FactsOptions } from './facts.ts';
import { judgeFacts } from './judge.ts';
import { type ReportedAlert, testMessage, writeMessage } from './message.ts';
import type { AlertTarget } from './targets.ts';

const periodMs = 15_000;
/** How long a core may report without renewing it: another takes its place then. */
const leaseMs = 90_000;
/** An alert that no core has seen for this long is over: the core that saw it may be gone. */
const staleMs = 30 * 60_000;
/** Most alerts that one look reads. */
const mostAlerts = 2_000;

const forMs = new Map(alertRules.map(({ name, forSeconds }) => [name, forSeconds * 1000]));
const awayRule = 'TextrelayDatabaseAway';

type Used = 'claimReporting' | 'giveBackAlerts' | 'listAlerts' | 'noteAlerts' | 'settleAlerts' | 'takeAlerts';

interface AlertWatchOptions extends FactsOptions, Pick<AppContext<Used>, 'store' | 'clock' | 'log'> {
  store: FactsOptions['store'] & AppContext<Used>['store'];
  targets: readonly AlertTarget[];
}

/** A target that took nothing when it was last tried. */
export interface RefusingTarget {
  target: string;
  sinceMs: number;
  /** Why, without its address and secrets. */
  error: string;
}

/** Whether a target took the test. */
interface Tried {
  target: string;
  /** Why it was not taken; empty for one that was. */
  error: string;
}

export type AlertWatch = ReturnType<typeof startAlertWatch>;

/** The targets that took nothing when this core last tried them. Another core may know more: one reports at a time. */
function createRefusals({ clock }: Pick<AlertWatchOptions, 'clock'>) {
  const refusing = new Map<string, RefusingTarget>();
  return {
    /** `error` is empty for a message that was taken. */
    note(target: string, error: string): void {
      if (error === '') refusing.delete(target);
      else refusing.set(target, { target, sinceMs: refusing.get(target)?.sinceMs ?? clock.nowMs(), error });
    },
    list: (): RefusingTarget[] => [...refusing.values()],
  };
}

type Refusals = ReturnType<typeof createRefusals>;

/** Sends one message to every target; returns whether any took it. */
const createDeliver =
  ({ targets, clock, log }: Pick<AlertWatchOptions, 'targets' | 'clock' | 'log'>, refusals: Refusals) =>
  async (
    begun: readonly ReportedAlert[],
    over: readonly ReportedAlert[],
    mayBeRepeat = false,
  ): Promise<boolean> => {
    const message = writeMessage(begun, over, clock.nowMs(), mayBeRepeat);
    const results = await Promise.allSettled(targets.map((target) => target.deliver(message)));
    for (const [index, { name: target }] of targets.entries()) {
      const result = results[index];
      const reason: string = result?.status === 'rejected' ? result.reason.message : '';
      refusals.note(target, reason);
      if (reason !== '') log.warn({ target, reason }, 'an alert was not taken');
    }
    return results.some(({ status }) => status === 'fulfilled');
  };

const nameOf = ({ rule, subject }: AlertKey) => `${rule} ${subject}`;

/** Says what began and what is over, once this core has taken the right to. */
const createReport =
  (store: AlertWatchOptions['store'], core: string, deliver: ReturnType<typeof createDeliver>) =>
  async (nowMs: number): Promise<void> => {
    const rows = await store.listAlerts(mostAlerts);
    const isDue = ({ rule, sinceMs, reportedAtMs, overAtMs }: AlertRow) =>
      reportedAtMs === null && overAtMs === null && nowMs - sinceMs >= (forMs.get(rule) ?? 0);
    const isOver = ({ overAtMs }: AlertRow) => overAtMs !== null;
    const due = rows.filter((row) => isDue(row) || isOver(row));
    if (due.length === 0) return;
    const taken = await store.takeAlerts(core, due, nowMs);
    const names = new Set(taken.map(nameOf));
    const mine = due.filter((row) => names.has(nameOf(row)));
    if (mine.length === 0) return;
    const begun = mine.filter((row) => !isOver(row));
    const over = mine.filter(isOver);
    const mayBeRepeat = taken.some(({ mayBeSaid }) => mayBeSaid);
    if (await deliver(begun, over, mayBeRepeat)) await store.settleAlerts(begun, over, nowMs);
    else await store.giveBackAlerts(mine);
  };

/** Starts looking. */
export function startAlertWatch(options: AlertWatchOptions) {
  const { store, clock, log, targets, instance } = options;
  const core = randomUUID();
  const readFacts = createReadFacts(options);
  const refusals = createRefusals(options);
  const deliver = createDeliver(options, refusals);
  const report = createReport(store, core, deliver);
  let isReporter = false;
  /** Since when the database has not answered, and whether that was reported. */
  let away: { sinceMs: number; isReported: boolean } | undefined;

  const databaseAlert = (sinceMs: number): ReportedAlert => ({
    rule: awayRule,
    summary: `The core at ${instance} does not reach its database`,
    sinceMs,
  });

  const onAway = async () => {
    const nowMs = clock.nowMs();
    away ??= { sinceMs: nowMs, isReported: false };
    if (!isReporter || away.isReported || nowMs - away.sinceMs < (forMs.get(awayRule) ?? 0)) return;
    away.isReported = await deliver([databaseAlert(away.sinceMs)], []);
  };

  const onBack = async () => {
    if (away === undefined) return;
    const { isReported, sinceMs } = away;
    if (isReported && !(await deliver([], [databaseAlert(sinceMs)]))) return;
    away = undefined;
  };

  const look = async () => {
    const nowMs = clock.nowMs();
    try {
      isReporter = await store.claimReporting(core, nowMs, nowMs + leaseMs);
      await store.noteAlerts({
        ...judgeFacts(await readFacts(nowMs, isReporter), isReporter),
        nowMs,
        staleMs: nowMs - staleMs,
      });
    } catch (error) {
      // A conflict with another core's write does not mean that the database is away.
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return onAway();
    }
    await onBack();
    if (isReporter) await report(nowMs);
  };

  const looks = every({
    clock,
    periodMs,
    work: look,
    onError: () => log.debug('alerts could not be reported; the next look does'),
  });
  return {
    /** Looks now. */
    look: () => looks.now(),
    /** Sends the test to every target. */
    tryTargets: (): Promise<Tried[]> =>
      Promise.all(
        targets.map(async ({ name: target, deliver: send }) => {
          const error = await send(testMessage).then(
            () => '',
            ({ message }: Error) => message,
          );
          refusals.note(target, error);
          return { target, error };
        }),
      ),
    /** The targets that took nothing when this core last tried them. */
    refusing: refusals.list,
    stop: () => looks.stop(),
  };
}
