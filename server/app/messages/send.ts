// Accepting texts: one lane, whose batches are each one statement that decides. A text with a client_ref is the same
// when written twice; without one, nobody can tell whether an unanswered batch was committed, and only the caller may
// decide to send again.
import type { Clock } from '../../../runtime/clock.ts';
import { defaultLifetimes, type Lifetimes, type Message } from '../../domain/message.ts';
import { type QuotaMonth, quotaMonth } from '../../domain/month.ts';
import { type Usage, usageOf } from '../../domain/quota.ts';
import { measureText, type ReferenceBits } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';
import { Refusal, unavailable, untouched } from '../../errors.ts';
import { DatabaseUnavailable } from '../../store/driver.ts';
import type { SendOutcome } from '../../store/send_texts.ts';
import type { Store } from '../../store/store.ts';
import { invalidKey, overLimit, type Rate, toRate } from '../access/count_requests.ts';
import { Aside } from '../batches/aside.ts';
import { type Answer, type Batcher, createBatcher } from '../batches/batcher.ts';
import { isolateFailures, roundsByKey, writeRounds } from '../batches/rounds.ts';
import { whileDatabaseIsAway } from '../batches/while_database_is_away.ts';
import { healMonths, newestMonthAt } from '../plans/heal_months.ts';
import type { Advance } from './advances.ts';
import { normalizeAll, type OutboundForm, type WeighedForm, type WeighedText } from './outbound_form.ts';
import { differs, newMessage, refusal } from './send_answers.ts';
import { lookForOriginals, mayHaveOriginal } from './send_originals.ts';
import { ownerAndRefOf, ownerOf, refOf, sharesRef } from './send_rounds.ts';

/** A text that was accepted, now or under the same client_ref before. */
export interface Accepted {
  message: Message;
  usage: Usage;
  replayed: boolean;
  /** The replay asked for another body, recipient or route than the original has. */
  differs: boolean;
}

export interface SenderOptions {
  store: Store;
  clock: Clock;
  tiers: readonly Tier[];
  /** Width of the reference that ties the parts of a long text together. */
  referenceBits: ReferenceBits;
  publish: (advances: readonly Advance[]) => void;
  lifetimes?: Lifetimes;
  onBatch?: (size: number) => void;
}

/** How long a send with a client_ref is repeated while the database is away, in milliseconds. */
const repeatForMs = 4_000;
/** How long a text waits for an account that another statement has locked, in milliseconds. */
const patienceMs = 3_000;

/** What became of a text. */
export interface Sent {
  outcome: Accepted | Refusal;
  /** What its key may still do; absent for a text without one, and for a key that is not known. */
  rate?: Rate;
}

/** Accepts or refuses one text. Throws a Refusal too; UNAVAILABLE alone may leave the outcome unknown. */
export type Send = (form: OutboundForm) => Promise<Sent>;

const withRate = ({ allowance }: SendOutcome, outcome: Sent['outcome']): Sent =>
  allowance ? { rate: toRate(allowance), outcome } : { outcome };

/** An answer that holds up no batch; one whose batch failed for the rest may have nobody who hears of it. */
function heard(answer: Promise<Sent>): Promise<Sent> {
  answer.catch(() => {});
  return answer;
}

/** The accounts whose month must be brought back. */
const ahead = (outcomes: readonly SendOutcome[]): bigint[] => [
  ...new Set(
    outcomes.flatMap(({ verdict, accountId }) =>
      verdict === 'period_ahead' && accountId !== null ? accountId : [],
    ),
  ),
];

/** Opens the lane that accepts texts. */
export function createSender(options: SenderOptions): Send {
  const { store, clock, tiers, referenceBits, publish } = options;
  const lifetimes = options.lifetimes ?? defaultLifetimes;
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);

  const decide = async (texts: readonly WeighedText[]): Promise<Answer<Sent>[]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    const outcomes = await store.sendTexts(texts, {
      nowMs,
      month: month.firstDay,
      newestMonth: newestMonthAt(nowMs),
      deadlineMs: nowMs + lifetimes.queuedMs,
      plans,
      caps,
    });
    const advances = new Map<bigint, Advance>();
    for (const { verdict, accountId, seq } of outcomes) {
      if (verdict === 'accepted' && accountId !== null)
        advances.set(accountId, { accountId, seq, queued: true });
    }
    publish([...advances.values()]);

    const originals = lookForOriginals(store, texts, outcomes);
    let healing: Promise<void> | undefined;
    return outcomes.map((outcome, index) => {
      const text = texts[index] as WeighedText;
      if (outcome.verdict === 'accepted') {
        const message = newMessage(text, outcome, nowMs);
        return withRate(outcome, {
          message,
          usage: usageIn(outcome, month),
          replayed: false,
          differs: false,
        });
      }
      if (outcome.verdict === 'period_ahead' && !text.isHealed) {
        healing ??= healMonths(store, clock, ahead(outcomes));
        return heard(sendHealed(text, outcome, healing));
      }
      if (originals === undefined || !mayHaveOriginal(text, outcome)) return refuse(outcome, month);
      return heard(answerOriginal(text, outcome, month, originals(outcome)));
    });
  };

  /** Sends a text once more after its account's month was brought back; its key was judged already. */
  const sendHealed = async (
    text: WeighedText,
    outcome: SendOutcome,
    healing: Promise<void>,
  ): Promise<Sent> => {
    await healing;
    const sent = await lane({ ...text, accountId: outcome.accountId, keyHash: null, isHealed: true });
    return withRate(outcome, sent.outcome);
  };

  const usageIn = (outcome: Omit<SendOutcome, 'accountId'>, month: QuotaMonth) =>
    usageOf({ ...outcome, period: month.firstDay }, tiers, month);

  const refuse = (outcome: SendOutcome, month: QuotaMonth): Sent => {
    const { verdict, allowance } = outcome;
    switch (verdict) {
      case 'invalid_key':
        return { outcome: invalidKey() };
      case 'rate_limited':
        return withRate(outcome, overLimit(allowance ? toRate(allowance) : undefined));
      case 'period_ahead':
        return withRate(outcome, untouched('the account is busy; try again shortly'));
      case 'accepted':
      case 'replayed':
        return withRate(outcome, unavailable('the original message could not be read'));
      default:
        return withRate(outcome, refusal(verdict, usageIn(outcome, month)));
    }
  };

  /** A refusal stands when the look finds nothing. */
  const answerOriginal = async (
    text: WeighedText,
    outcome: SendOutcome,
    month: QuotaMonth,
    original: Promise<Message | undefined>,
  ): Promise<Sent> => {
    const message = await original;
    if (!message) return refuse(outcome, month);
    // What is over the limit was judged without its account.
    const account = outcome.verdict === 'rate_limited' && (await store.findAccount(message.accountId));
    const usage = account ? usageOf(account, tiers, month) : usageIn(outcome, month);
    return withRate(outcome, { message, usage, replayed: true, differs: differs(text, message) });
  };

  /** Two keys of one account may bring one client_ref; whose they are is looked up only when they collided. */
  const write = async (texts: readonly WeighedText[]): Promise<Answer<Sent>[]> => {
    try {
      return await decide(texts);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) for (const text of texts) text.isRepeat = true;
      if (!sharesRef(error, texts)) throw error;
      const hashes = [...new Set(texts.flatMap(({ keyHash }) => keyHash ?? []))];
      const owners = await store.findKeyOwners(hashes);
      const accounts = new Map(hashes.map((hash, index) => [hash, owners[index] ?? null]));
      const rounds = roundsByKey(texts, ownerAndRefOf(accounts));
      if (rounds.length === 1) throw error;
      const results = new Map<WeighedText, Answer<Sent>>();
      for (const round of rounds) {
        const answers = await isolateFailures(round, decide);
        for (const [index, text] of round.entries()) results.set(text, answers[index] as Answer<Sent>);
      }
      return texts.map((text) => results.get(text) as Answer<Sent>);
    }
  };

  const isRepeatable = ({ clientRef }: WeighedText) => clientRef !== null;
  const aside = new Aside<WeighedText, Sent>({
    clock,
    ownerOf,
    findLocked: async (texts) => {
      const locked = await store.areSendersLocked(texts);
      return new Set(texts.filter((_, index) => locked[index]).map(ownerOf));
    },
    keyOf: ownerAndRefOf(),
    write,
    isRepeatable,
    mayWait: ({ leavesLocked }) => leavesLocked !== true,
    patienceMs,
  });

  const writeAll = async (texts: readonly WeighedText[]): Promise<Answer<Sent>[]> => {
    const byRef = roundsByKey(texts, refOf);
    const rounds = byRef.length === 1 ? byRef : roundsByKey(texts, ownerAndRefOf());
    return writeRounds(texts, rounds, write, { clock, repeatForMs, isRepeatable, aside });
  };

  const run = async (forms: readonly WeighedForm[]): Promise<Answer<Sent>[]> => {
    const texts = await whileDatabaseIsAway(clock, repeatForMs, () => normalizeAll(forms, store));
    const sound = texts.filter((text): text is WeighedText => !(text instanceof Refusal));
    const written = sound.length > 0 ? await writeAll(sound) : [];
    if (sound.length === texts.length) return written;
    const answers = written.values();
    return texts.map((text) => (text instanceof Refusal ? text : (answers.next().value as Answer<Sent>)));
  };

  const lane: Batcher<WeighedForm, Sent> = createBatcher({
    maxBatch: 500,
    maxItems: 10_000,
    run,
    ...(options.onBatch && { onBatch: options.onBatch }),
  });
  return (form) => lane({ ...form, ...measureText(form.body, referenceBits) });
}
