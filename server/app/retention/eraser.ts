// Erases what was asked for: the request is stored, and whatever core comes by does the next step of it, also after a crash.
import { every } from '../../../runtime/every.ts';
import type { OpenErasure } from '../../store/retention/erasures.ts';
import { countBeforeDeleting } from '../accounts/stats.ts';
import type { AppContext } from '../context.ts';
import { askingBack } from '../messages/newest_advances.ts';
import { repeatGently } from './gentle_steps.ts';

/** How often requests are looked for; one that is made here is begun at once. In milliseconds. */
const periodMs = 60_000;
/** How often a round tries to end a request. */
const mostEnds = 2;
/** Requests of a round, at most, and accounts whose requests are done at a time. */
const mostOpen = 500;
const accountsAtOnce = 4;

type EraserOptions = Pick<
  AppContext<
    | 'beginCount'
    | 'cancelText'
    | 'countBlocks'
    | 'deleteContact'
    | 'erasureSteps'
    | 'eraseStep'
    | 'findCountState'
    | 'findErasedContacts'
    | 'finishErasure'
    | 'listErasedWaiting'
    | 'listStats'
    | 'listOlderBlocks'
    | 'listOpenErasures'
  >,
  'store' | 'clock' | 'log' | 'publish' | 'failpoint'
>;

/** Erases what one request asks for. */
function createErase({ store, clock, publish, failpoint }: EraserOptions, signal: AbortSignal) {
  /** Ends the texts that wait for the recipient, and asks devices for those that they hold. */
  const cancelWaiting = async (erasure: OpenErasure): Promise<void> => {
    const { accountId } = erasure;
    for (const id of await store.listErasedWaiting(erasure)) {
      const done = await store.cancelText(accountId, { id });
      if (!done) continue;
      publish(
        done.seq === null ? askingBack(accountId, [id]) : [{ accountId, seq: done.seq, queued: false }],
      );
    }
  };

  const deleteContacts = async (erasure: OpenErasure): Promise<void> => {
    for (const id of await store.findErasedContacts(erasure))
      await store.deleteContact(erasure.accountId, id, erasure.id);
  };

  /**
   * Does all steps once; returns how many rows it was, or `passed_over` where another core is at it. What names an account's rows
   * goes after them: a step that could not clear its table ends the pass.
   */
  const passOver = async (erasure: OpenErasure): Promise<number | 'passed_over'> => {
    let rows = 0;
    for (let nth = 0; nth < store.erasureSteps(erasure.kind); nth++) {
      const { total, last } = await repeatGently(clock, signal, async () => {
        const done = await store.eraseStep(erasure, nth);
        failpoint('erasure_after_step');
        return done;
      });
      if (!last?.isTurn) return 'passed_over';
      rows += total;
      if (erasure.kind === 'account' && !last.isClear) break;
    }
    return rows;
  };

  /** Another core that has the request's row goes on with it; should it end, the next round does. */
  const erase = async (erasure: OpenErasure): Promise<void> => {
    if (erasure.kind === 'recipient') {
      await cancelWaiting(erasure);
      await deleteContacts(erasure);
      await countBeforeDeleting(store, clock, erasure.accountId);
    }
    // What was written meanwhile is found by a second pass, and so is what another core did between this one's last pass and the end.
    for (let ends = 0; ends < mostEnds; ) {
      const rows = await passOver(erasure);
      if (rows === 'passed_over') return;
      if (rows > 0) continue;
      if (await store.finishErasure(erasure, clock.nowMs())) return;
      ends++;
    }
  };
  return { erase, cancelWaiting };
}

/** Starts it. */
export function startEraser(options: EraserOptions) {
  const { store, clock, log } = options;
  const stopping = new AbortController();
  const { erase, cancelWaiting } = createErase(options, stopping.signal);

  const eraseOne = async (erasure: OpenErasure): Promise<void> => {
    try {
      await erase(erasure);
    } catch (error) {
      log.warn(
        { fault: (error as Error).name, kind: erasure.kind },
        'what was asked to be erased was not; the next round goes on',
      );
    }
  };

  /** Some accounts at a time, one request of each, so that nobody waits for all that another one asked for. */
  const eraseAll = async (): Promise<void> => {
    const open = await store.listOpenErasures(mostOpen);
    const busy = new Set<bigint>();
    const goOn = async () => {
      while (!stopping.signal.aborted) {
        const next = open.findIndex(({ accountId }) => !busy.has(accountId));
        const [erasure] = next < 0 ? [] : open.splice(next, 1);
        // What is left is of accounts whose turn it is: it is done after that.
        if (!erasure) return;
        busy.add(erasure.accountId);
        await eraseOne(erasure);
        busy.delete(erasure.accountId);
      }
    };
    await Promise.all(Array.from({ length: accountsAtOnce }, goOn));
  };

  const rounds = every({
    clock,
    periodMs,
    work: eraseAll,
    onError: () => log.warn('requests to erase could not be read; the next round does'),
  });
  return {
    /** Begins with a request that was just made: phones are asked for its texts before the requests that came first are done. */
    async begin(erasure: OpenErasure): Promise<void> {
      try {
        if (erasure.kind === 'recipient') await cancelWaiting(erasure);
      } catch (error) {
        log.warn({ fault: (error as Error).name }, 'texts could not be asked back; the next round does');
      }
      await rounds.now();
    },
    /** Begins, without waiting for the next round; resolves once everything that can be is erased. */
    wake: () => rounds.now(),
    async stop() {
      stopping.abort();
      await rounds.stop();
    },
  };
}
