// The last day of the service: each hour's stats, and the accounts that stand out. Looked at once a minute at most,
// however many ask.
import {
  type AccountDay,
  type StandingOutReason,
  standingOutReasons,
  standsOut,
} from '../../domain/accounts/standing_out.ts';
import type { DayRow } from '../../store/operations/daily_health.ts';
import type { AppContext } from '../context.ts';

const hourMs = 3_600_000;
const keptMs = 60_000;
/** Most accounts that are named. */
export const mostNamed = 20;

/** An hour of the service. */
interface ServiceHour {
  startMs: number;
  sent: number;
  failed: number;
  longestWaitSeconds: number;
  /** Devices that are away now and were away at the hour's end already. */
  devicesAway: number;
}

interface StandingOutAccount extends AccountDay {
  id: bigint;
  name: string;
  isSuspended: boolean;
  reasons: StandingOutReason[];
}

export interface DailyHealth {
  /** The oldest first; the last one is not over. */
  hours: ServiceHour[];
  accounts: StandingOutAccount[];
  /** False if the day had more texts or accounts than are looked at. */
  isComplete: boolean;
}

export type ReadDailyHealth = () => Promise<DailyHealth>;

const accountOf = ({ accountId, name, ...day }: DayRow): StandingOutAccount[] =>
  accountId === null ? [] : [{ ...day, id: accountId, name: name ?? '', reasons: standsOut(day) }];

const rankOf = ({ reasons, optOuts, failed, sent }: StandingOutAccount) =>
  [standingOutReasons.indexOf(reasons[0] as StandingOutReason), -optOuts, -failed, -sent] as const;

function byRank(a: StandingOutAccount, b: StandingOutAccount): number {
  const [one, other] = [rankOf(a), rankOf(b)];
  const place = one.findIndex((value, index) => value !== other[index]);
  return place < 0 ? 0 : (one[place] as number) - (other[place] as number);
}

/** Makes what reads the day. */
export function createReadDailyHealth({
  store,
  clock,
}: Pick<AppContext<'readDailyHealth' | 'readDevicesAway'>, 'store' | 'clock'>): ReadDailyHealth {
  const read = async (): Promise<DailyHealth> => {
    const nowMs = clock.nowMs();
    const lastMs = Math.floor(nowMs / hourMs) * hourMs;
    const fromMs = lastMs - 24 * hourMs;
    const [rows, away] = await Promise.all([
      store.readDailyHealth({ fromMs, dayMs: nowMs - 24 * hourMs, hourMs: nowMs - hourMs, nowMs }),
      store.readDevicesAway(nowMs, fromMs),
    ]);
    const known = new Map(rows.map((row) => [row.hourMs, row]));
    const hours = Array.from({ length: 25 }, (_, index) => {
      const startMs = fromMs + index * hourMs;
      const { sent = 0, failed = 0, longestWaitSeconds = 0 } = known.get(startMs) ?? {};
      const devicesAway = away
        .filter((seen) => seen.hourMs === null || seen.hourMs <= startMs)
        .reduce((sum, { devices }) => sum + devices, 0);
      return { startMs, sent, failed, longestWaitSeconds, devicesAway };
    });
    const accounts = rows
      .flatMap(accountOf)
      .filter(({ reasons }) => reasons.length > 0)
      .toSorted(byRank)
      .slice(0, mostNamed);
    return { hours, accounts, isComplete: rows.every(({ isComplete }) => isComplete) };
  };
  let kept: { untilMs: number; day: Promise<DailyHealth> } | undefined;
  return async () => {
    if (!kept || clock.nowMs() >= kept.untilMs) {
      const begun = { untilMs: clock.nowMs() + keptMs, day: read() };
      kept = begun;
      // A failed look is not kept for the next minute.
      begun.day.catch(() => {
        if (kept === begun) kept = undefined;
      });
    }
    return kept.day;
  };
}
