// Answers that come after the outcome of a part was written down as unknown: the part left, and receipts will name it.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { createAccountWrites } from '../../app/batches/account_writes.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';
import type { LateAnswer } from '../../store/carriers/late_answers.ts';
import type { Store } from '../../store/store.ts';
import { type DispatchedText, storedNameOf } from './dispatched_text.ts';

export interface LateAnswersOptions {
  store: Pick<Store, 'acceptLate'>;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  publish: (advances: readonly Advance[]) => void;
  /** These parts have a name in the database now. */
  onNamed: (names: readonly PartName[]) => void;
}

/** Most that wait for the database. */
const maxItems = 50_000;

/** Follows the parts of a text whose outcome is unknown. Call it once that is durable. */
export type FollowLate = (text: DispatchedText) => void;

export function createFollowLate(options: LateAnswersOptions): FollowLate {
  const { store, clock, log, lifetimes, publish, onNamed } = options;
  const accept = createAccountWrites<LateAnswer, undefined>({
    clock,
    maxItems,
    keyOf: ({ accountId, id, part }) => `${accountId}/${id}/${part}`,
    async write(answers, atLock) {
      const seqs = await store.acceptLate(answers, clock.nowMs() + lifetimes.sentMs, atLock);
      publish(
        newestAdvances(
          answers.flatMap(({ accountId }, index) => {
            const seq = seqs[index] ?? null;
            return seq === 'locked' ? [] : { accountId, seq };
          }),
        ),
      );
      onNamed(
        answers.flatMap(({ carrier, ref }, index) =>
          ref === null || seqs[index] === 'locked' ? [] : { carrier, ref },
        ),
      );
      return seqs.map((seq) => (seq === 'locked' ? 'locked' : undefined));
    },
  });

  return ({ claim: { accountId, id, identity }, carrier: { name: carrier }, ends }) => {
    for (const [index, end] of ends.entries()) {
      if (end.kind !== 'unknown' || !end.late) continue;
      const answered = end.late.then((ref) =>
        accept({
          accountId,
          id,
          identity,
          part: index + 1,
          carrier,
          ref: storedNameOf(ref),
          atMs: clock.nowMs(),
        }),
      );
      answered.catch(() => log.warn({ carrier }, 'an answer that came late could not be written down'));
    }
  };
}
