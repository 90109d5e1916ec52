// Deletes what is not kept longer, of all accounts in turn. Every core does so; of two that come to one account, one does nothing.
// 10 million texts take an hour.
import { every } from '../../../runtime/every.ts';
import { dayMs } from '../../domain/retention/retention.ts';
import type { KeepingAccount, RetentionDays } from '../../store/retention/retention_days.ts';
import { countBeforeDeleting } from '../accounts/stats.ts';
import type { AppContext } from '../context.ts';
import { repeatGently } from './gentle_steps.ts';

/** How often it looks at all accounts, in milliseconds. */
const periodMs = 600_000;
/** Accounts that are looked at in one go. */
const pageAccounts = 500;

interface KeeperOptions
  extends Pick<
    AppContext<
      | 'beginCount'
      | 'countBlocks'
      | 'deleteLogs'
      | 'deleteBroadcastRecipients'
      | 'deleteTexts'
      | 'findCountState'
      | 'listStats'
      | 'listKeeping'
      | 'listOlderBlocks'
      | 'removeBroadcastWords'
      | 'removeWords'
    >,
    'store' | 'clock' | 'log' | 'failpoint'
  > {
  /** The days of accounts that have none of their own. */
  usual: RetentionDays;
}

/** Starts it; the first round comes after one period, or with `wake`. */
export function startKeeper({ store, clock, log, failpoint, usual }: KeeperOptions) {
  const stopping = new AbortController();

  const repeat = async (step: () => Promise<{ rows: number; hasMore: boolean }>): Promise<number> => {
    const { total } = await repeatGently(clock, stopping.signal, async () => {
      const done = await step();
      failpoint('retention_after_step');
      return done;
    });
    return total;
  };
  const oneByOne = (step: () => Promise<boolean>) => repeat(async () => ({ rows: 0, hasMore: await step() }));

  const keepAccount = async (account: KeepingAccount): Promise<number> => {
    const { accountId, textsDays, wordsDays, logsDays } = account;
    const nowMs = clock.nowMs();
    const before = (days: number) => ({ accountId, nowMs, beforeMs: nowMs - days * dayMs });
    let total = 0;
    if (textsDays !== null) {
      if (account.textsAreDue) {
        await countBeforeDeleting(store, clock, accountId);
        total += await repeat(() => store.deleteTexts(before(textsDays)));
      }
      await oneByOne(() => store.deleteBroadcastRecipients(before(textsDays)));
    }
    if (wordsDays !== null) {
      if (account.wordsAreDue) total += await repeat(() => store.removeWords(before(wordsDays)));
      await oneByOne(() => store.removeBroadcastWords(before(wordsDays)));
    }
    if (logsDays !== null) total += await store.deleteLogs(accountId, before(logsDays).beforeMs);
    return total;
  };

  /** Deletes everything that is due now; returns how many rows it was. */
  const keep = async (): Promise<number> => {
    let total = 0;
    let after = 0n;
    for (;;) {
      const accounts = await store.listKeeping(after, pageAccounts, clock.nowMs(), usual);
      for (const account of accounts) {
        if (stopping.signal.aborted) return total;
        try {
          total += await keepAccount(account);
        } catch (error) {
          log.warn(
            { fault: (error as Error).name },
            'what is not kept longer was not deleted; the next round repeats it',
          );
        }
      }
      const last = accounts.at(-1);
      if (!last || accounts.length < pageAccounts) return total;
      after = last.accountId;
    }
  };

  const rounds = every({
    clock,
    periodMs,
    work: keep,
    onError: () => log.warn('accounts could not be looked at; the next round does'),
  });
  return {
    keep,
    /** Begins a round, without waiting for the next one. */
    wake: () => rounds.now(),
    async stop() {
      stopping.abort();
      await rounds.stop();
    },
  };
}
