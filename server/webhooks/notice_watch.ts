// Looks for what happens beside texts, and keeps the marks by which instants become cursors. Every core does so; each change
// makes one notice all the same.
import type { Clock } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { monthOf } from '../domain/plans/month.ts';
import type { Tier } from '../domain/plans/tier.ts';
import type { Store } from '../store/store.ts';

/** How often devices are looked at, in milliseconds. */
const devicePeriodMs = 5_000;
/** How often usage and marks are looked at, in milliseconds. */
const usagePeriodMs = 60_000;
/** Parts of the cap at which an account is noticed. */
const levels = [0.8, 1];
/** Between two marks of a feed, in milliseconds: an instant is found as exactly. */
const markPeriodMs = 5 * 60_000;

interface NoticeWatchOptions {
  store: Pick<Store, 'noticeDevices' | 'noticeUsage' | 'markFeeds'>;
  clock: Clock;
  log: Log;
  tiers: readonly Tier[];
  /** Called with each account that has news. */
  wake: (accountId: bigint) => void;
}

/** Starts looking. */
export function startNoticeWatch({ store, clock, log, tiers, wake }: NoticeWatchOptions) {
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
    },
    onError,
  });
  const marks = every({
    clock,
    periodMs: usagePeriodMs,
    work: async () => {
      const nowMs = clock.nowMs();
      await store.markFeeds(nowMs, nowMs - markPeriodMs);
    },
    onError,
  });
  return {
    /** Looks at devices now. */
    lookAtDevices: () => devices.now(),
    /** Looks at usage and marks feeds now. */
    async lookAtUsage() {
      await Promise.all([usage.now(), marks.now()]);
    },
    async stop() {
      await Promise.all([devices.stop(), usage.stop(), marks.stop()]);
    },
  };
}
