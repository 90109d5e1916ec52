// Accepting texts: batches, each of which is one statement that decides. A text with a client_ref is the same when
// written twice; without one, nobody knows whether an unanswered batch was committed, and only the caller may decide
// to send again.

import { trace } from '../../../runtime/trace.ts';
import { defaultLifetimes, type Lifetimes } from '../../domain/messages/message.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import type { SendOutcome } from '../../store/outbound/send_texts.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import { type Answer, type Batcher, createBatcher } from '../batches/batcher.ts';
import { LockQueue } from '../batches/lock_queue.ts';
import { writeRounds } from '../batches/rounds.ts';
import { isolateFailures, roundsByKey, type Written } from '../batches/split_batch.ts';
import { whileDatabaseIsAway } from '../batches/while_database_is_away.ts';
import type { AppContext } from '../context.ts';
import type { NoteRefusal } from '../keys/refusal_book.ts';
import type { Advance } from '../messages/advances.ts';
import { newestAdvances } from '../messages/newest_advances.ts';
import { healMonths, newestMonthAt } from '../plans/heal_months.ts';
import { isRead, pastRefusals, type QueuedText, readAddresses } from './outbound_text.ts';
import { PolicedKeys } from './policed_keys.ts';
import { createSendAnswers, mayHaveOriginal, policyKeyOf, type Sent, withRate } from './send_answers.ts';
import { lookForOriginals } from './send_originals.ts';
import { ownerAndRefOf, ownerOf, refOf, sharesRef } from './send_rounds.ts';

export interface AcceptOptions
  extends Pick<
    AppContext<
      | 'findAccount'
      | 'findKeyOwners'
      | 'findOriginals'
      | 'healPeriods'
      | 'listCountries'
      | 'listDeletedTexts'
      | 'listMessages'
      | 'sendTexts'
    >,
    'store' | 'clock' | 'tiers' | 'publish'
  > {
  lifetimes?: Lifetimes;
  noteRefusal?: NoteRefusal;
  onBatch?: (size: number) => void;
}

/** How long a send with a client_ref is repeated while the database is away, in milliseconds. */
const repeatForMs = 4_000;
/** How long a text waits for an account that another statement has locked, in milliseconds. */
const patienceMs = 3_000;

/**
 * An answer that delays no batch. Its rejection is handled here, because nobody waits for it when the batch has failed
 * for the others.
 */
function handled(answer: Promise<Sent>): Promise<Sent> {
  answer.catch(() => {});
  return answer;
}

/** The newest seq of each account that a text was accepted for. */
function advancesOf(outcomes: readonly SendOutcome[]): Advance[] {
  const accepted = outcomes.flatMap(({ verdict, accountId, seq }) =>
    verdict === 'accepted' && accountId !== null ? { accountId, seq } : [],
  );
  return newestAdvances(accepted, true);
}

/** Makes the statement of a batch, with one answer for each text. `again` takes a text that must be judged once more. */
function createDecide(
  { store, clock, tiers, publish, lifetimes = defaultLifetimes, noteRefusal = () => {} }: AcceptOptions,
  again: (text: QueuedText) => Promise<Sent>,
) {
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);
  const answers = createSendAnswers(store, tiers, noteRefusal);
  const policedKeys = new PolicedKeys();

  /** Judges a text once more; its key was judged already. */
  const judgeAgain = async (text: QueuedText, outcome: SendOutcome): Promise<Sent> => {
    const { accountId } = outcome;
    const sent = await again({ ...text, accountId, keyHash: null, policyKey: policyKeyOf(text, outcome) });
    return withRate(outcome, sent.outcome);
  };
  const sendHealed = async (text: QueuedText, outcome: SendOutcome, healing: Promise<void>) => {
    await healing;
    return judgeAgain({ ...text, isHealed: true }, outcome);
  };

  return async (texts: readonly QueuedText[], atLock: AtLock): Promise<Written<Sent>[]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    trace('core: asks', texts.length);
    const context = {
      nowMs,
      month: month.firstDay,
      newestMonth: newestMonthAt(nowMs),
      deadlineMs: nowMs + lifetimes.queuedMs,
      plans,
      caps,
      policed: policedKeys.mostOf(texts),
    };
    const outcomes = await store.sendTexts(texts, context, atLock);
    trace('core: has the rows', texts.length);
    publish(advancesOf(outcomes));

    const originals = lookForOriginals(store, texts, outcomes);
    /** Each account by itself, so that a locked one keeps no other waiting. */
    const healing = new Map<bigint, Promise<void>>();
    return outcomes.map((outcome, index) => {
      const text = texts[index] as QueuedText;
      if (outcome.verdict === 'locked') return 'locked';
      if (text.keyHash !== null) policedKeys.note(text.keyHash, outcome.policed);
      if (outcome.verdict === 'accepted') return answers.accepted(text, outcome, month, nowMs);
      const { accountId } = outcome;
      if (outcome.verdict === 'period_ahead' && accountId !== null && !text.isHealed) {
        const healed = healing.get(accountId) ?? healMonths(store, clock, [accountId]);
        healing.set(accountId, healed);
        return handled(sendHealed(text, outcome, healed));
      }
      // It is judged in the next batch, which sees the opt-outs that this one came too early for.
      if (outcome.verdict === 'opt_outs_moved' || outcome.verdict === 'policed')
        return handled(judgeAgain(text, outcome));
      if (outcome.verdict === 'untimed') return handled(judgeAgain({ ...text, isTimed: true }, outcome));
      if (originals === undefined || !mayHaveOriginal(text, outcome.verdict))
        return answers.refused(text, outcome, month);
      return handled(answers.original(text, outcome, month, nowMs, originals(outcome)));
    });
  };
}

/** Opens the queue of texts that are to be accepted. Its answers are those of `Send`. */
export function createAccept(options: AcceptOptions): Batcher<QueuedText, Sent> {
  const { store, clock, onBatch } = options;
  const decide = createDecide(options, (text) => accept(text));

  /** Two keys of one account may bring one client_ref; their accounts are looked up only after a collision. */
  const write = async (texts: readonly QueuedText[], atLock: AtLock): Promise<Written<Sent>[]> => {
    try {
      return await decide(texts, atLock);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) for (const text of texts) text.isRepeat = true;
      if (!sharesRef(error, texts)) throw error;
      const hashes = [...new Set(texts.flatMap(({ keyHash }) => keyHash ?? []))];
      const owners = await store.findKeyOwners(hashes);
      const accounts = new Map(hashes.map((hash, index) => [hash, owners[index] ?? null]));
      const rounds = roundsByKey(texts, ownerAndRefOf(accounts));
      if (rounds.length === 1) throw error;
      const results = new Map<QueuedText, Written<Sent>>();
      for (const round of rounds) {
        const answers = await isolateFailures(round, (some) => decide(some, atLock));
        for (const [index, text] of round.entries()) results.set(text, answers[index] as Written<Sent>);
      }
      return texts.map((text) => results.get(text) as Written<Sent>);
    }
  };

  const isRepeatable = ({ clientRef }: QueuedText) => clientRef !== null;
  const queue = new LockQueue<QueuedText, Sent>({
    clock,
    ownerOf,
    keyOf: ownerAndRefOf(),
    write,
    isRepeatable,
    mayWait: ({ leavesLocked }) => !leavesLocked,
    patienceMs,
  });

  const writeAll = async (texts: readonly QueuedText[]): Promise<Answer<Sent>[]> => {
    const byRef = roundsByKey(texts, refOf);
    const rounds = byRef.length === 1 ? byRef : roundsByKey(texts, ownerAndRefOf());
    return writeRounds(texts, rounds, write, { clock, repeatForMs, isRepeatable, queue });
  };

  const run = async (texts: readonly QueuedText[]): Promise<Answer<Sent>[]> => {
    if (texts.every(isRead)) return writeAll(texts);
    const read = await whileDatabaseIsAway(clock, repeatForMs, () => readAddresses(texts, store));
    return pastRefusals(read, writeAll);
  };

  const accept: Batcher<QueuedText, Sent> = createBatcher({
    maxBatch: 500,
    maxItems: 10_000,
    run,
    onBatch,
  });
  return accept;
}
