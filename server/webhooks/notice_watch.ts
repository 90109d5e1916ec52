// Looks for what happens beside texts, and keeps the marks by which instants become cursors. Every core does so; each change
// makes one notice all the same.
import type { Clock } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { monthOf } from '../domain/month.ts';
import type { Tier } from '../domain/tier.ts';
import type { Store } from '../store/store.ts';

/** How often devices are looked at, in milliseconds. */
const devicePeriodMs = 5_000;
/** How often usage, marks and what is too old are looked at, in milliseconds. */
const usagePeriodMs = 60_000;
/** Parts of the cap at which an account is noticed. */
const levels = [0.8, 1];
/** Between two marks of a feed, in milliseconds: an instant is found as exactly. */
const markPeriodMs = 5 * 60_000;
/** How long notices and marks are kept, in milliseconds. */
const keptMs = 35 * 24 * 3_600_000;

interface NoticeWatchOptions {
  store: Pick<Store, 'noticeDevices' | 'noticeUsage' | 'pruneNotices' | 'markFeeds' | 'pruneMarks'>;
  clock: Clock;
  log: Log;
  tiers: readonly Tier[];
  /** Called with each account that has news. */
  wake: (accountId: bigint) => void;
}

/** What looks, and is stopped. */
interface NoticeWatch {
  /** Looks at devices now. */
  lookAtDevices(): Promise<void>;
  /** Looks at usage now, marks feeds and drops what is too old. */
  lookAtUsage(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts looking. */
export function startNoticeWatch({ store, clock, log, tiers, wake }: NoticeWatchOptions): NoticeWatch {
  const caps = tiers.map(({ plan, textsCap }) => ({ plan, cap: textsCap }));
  const wakeAll = (accountIds: readonly bigint[]) => {
    for (const id of accountIds) wake(id);
  };
  const onError = () => log.debug('notices could not be looked for; the next look does');
  const devices = every({
    clock,
    periodMs: devicePeriodMs,
    work: async () => wakeAll(await store.noticeDevices(clock.nowMs())),
    onError,
  });
  const usage = every({
    clock,
    periodMs: usagePeriodMs,
    work: async () => {
      const nowMs = clock.nowMs();
      wakeAll(await store.noticeUsage({ tiers: caps, levels, month: monthOf(nowMs), nowMs }));
      await store.markFeeds(nowMs, nowMs - markPeriodMs);
      await store.pruneNotices(nowMs - keptMs);
      await store.pruneMarks(nowMs - keptMs);
    },
    onError,
  });
  return {
    lookAtDevices: () => devices.now(),
    lookAtUsage: () => usage.now(),
    async stop() {
      await Promise.all([devices.stop(), usage.stop()]);
    },
  };
}
