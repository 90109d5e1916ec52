// Accepting texts: checks their form, lets the batch statement decide, and answers with the message and the quota.

import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../clock.ts';
import { defaultLifetimes, type Lifetimes, type Message } from '../domain/message.ts';
import { quotaMonth } from '../domain/month.ts';
import { type Usage, usageOf } from '../domain/quota.ts';
import { measureText, type ReferenceBits } from '../domain/text.ts';
import type { Tier } from '../domain/tier.ts';
import { notFound, Refusal, unavailable } from '../errors.ts';
import { DatabaseUnavailable } from '../store/driver.ts';
import type { NewText, SendOutcome, SendVerdict } from '../store/send_texts.ts';
import type { Store } from '../store/store.ts';
import type { Advance } from './advances.ts';
import { invalidKey, overLimit, type Rate, toRate } from './count_requests.ts';
import { createLane, isolateFailures, roundsByKey, whileDatabaseIsAway } from './lane.ts';
import { normalizeAll, type OutboundForm, type WeighedForm } from './outbound_form.ts';

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

/** What became of a text. */
export interface Sent {
  outcome: Accepted | Refusal;
  /** What its key may still do; absent for a text without one, and for a key that is not known. */
  rate?: Rate;
}

/** Accepts or refuses one text. Throws a Refusal too; UNAVAILABLE alone leaves the outcome unknown. */
export type Send = (form: OutboundForm) => Promise<Sent>;

/** Opens the lane that accepts texts. */
export function createSender(options: SenderOptions): Send {
  const { store, clock, tiers, referenceBits, publish } = options;
  const lifetimes = options.lifetimes ?? defaultLifetimes;
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);

  const write = async (texts: readonly NewText[]): Promise<Sent[]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    const outcomes = await store.sendTexts(texts, {
      nowMs,
      month: month.firstDay,
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

    const originals = await readOriginals(outcomes);
    return outcomes.map((outcome, index) => {
      const text = texts[index] as NewText;
      const { verdict, allowance } = outcome;
      if (verdict === 'invalid_key') return { outcome: invalidKey() };
      const rate = allowance && { rate: toRate(allowance) };
      if (verdict === 'rate_limited') return { ...rate, outcome: overLimit(rate?.rate) };
      const usage = usageOf({ ...outcome, period: month.firstDay }, tiers, month);
      if (verdict === 'accepted') {
        const message = newMessage(text, outcome, nowMs);
        return { ...rate, outcome: { message, usage, replayed: false, differs: false } };
      }
      if (verdict !== 'replayed') return { ...rate, outcome: refusal(verdict, usage) };
      const message = originals.get(`${outcome.accountId}/${outcome.id}`);
      if (!message) return { ...rate, outcome: unavailable('the original message could not be read') };
      return { ...rate, outcome: { message, usage, replayed: true, differs: differs(text, message) } };
    });
  };

  /** The messages that replays are answered with, by account and id. */
  const readOriginals = async (outcomes: readonly SendOutcome[]): Promise<Map<string, Message>> => {
    const replays = outcomes.flatMap(({ verdict, accountId, id }) =>
      verdict === 'replayed' && accountId !== null ? [{ accountId, id }] : [],
    );
    const messages = replays.length > 0 ? await store.listMessages(replays) : [];
    return new Map(messages.map((message) => [`${message.accountId}/${message.id}`, message]));
  };

  const run = async (forms: readonly WeighedForm[]): Promise<(Sent | Error)[]> => {
    const texts = await whileDatabaseIsAway(clock, repeatForMs, () => normalizeAll(forms, store));
    const results = await writeAll(texts.flatMap((text) => (text instanceof Refusal ? [] : text)));
    return texts.map((text) => (text instanceof Refusal ? text : (results.get(text) as Sent | Error)));
  };

  // A text with a client_ref is the same when written twice; without one, nobody can tell whether an unanswered
  // batch was committed, and only the caller may decide to send again.
  const writeAll = async (texts: readonly NewText[]): Promise<Map<NewText, Sent | Error>> => {
    const results = new Map<NewText, Sent | Error>();
    const collect = async (batch: readonly NewText[]) => {
      const answers = await isolateFailures(batch, write);
      for (const [index, text] of batch.entries()) results.set(text, answers[index] as Sent | Error);
    };
    // Whose client_ref it is may be known to the statement alone: two equal ones are never in one round.
    for (const round of roundsByKey(texts, (text) => text.clientRef)) {
      try {
        await collect(round);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        for (const text of round) results.set(text, error);
        const repeatable = round.filter((text) => text.clientRef !== null);
        if (repeatable.length === 0) continue;
        await whileDatabaseIsAway(clock, repeatForMs, () => collect(repeatable)).catch(() => undefined);
      }
    }
    return results;
  };

  const lane = createLane<WeighedForm, Sent>({
    maxBatch: 500,
    maxWaiting: 10_000,
    run,
    ...(options.onBatch && { onBatch: options.onBatch }),
  });
  return (form) => lane({ ...form, ...measureText(form.body, referenceBits) });
}

function newMessage(text: NewText, outcome: SendOutcome, nowMs: number): Message {
  return {
    accountId: outcome.accountId as bigint,
    id: outcome.id,
    seq: outcome.seq,
    direction: 'out',
    address: text.address,
    addressNorm: text.addressNorm,
    body: text.body,
    status: 'queued',
    route: outcome.route,
    error: null,
    createdAtMs: nowMs,
    sentAtMs: null,
    deliveredAtMs: null,
    segments: text.segments,
    encoding: text.encoding,
    clientRef: text.clientRef,
  };
}

const differs = (text: NewText, original: Message) =>
  text.body !== original.body ||
  text.addressNorm !== original.addressNorm ||
  (text.route !== null && text.route !== original.route);

/** Verdicts that refuse a text because of its account. */
type Refused = Exclude<SendVerdict, 'accepted' | 'replayed' | 'invalid_key' | 'rate_limited'>;

function refusal(verdict: Refused, usage: Usage): Refusal {
  switch (verdict) {
    case 'no_account':
      return notFound('account');
    case 'no_plan':
      return new Refusal(ErrorCode.NO_PLAN, 'the account has no plan; choose one via POST /api/v1/plan');
    case 'no_subscription':
      return new Refusal(
        ErrorCode.NO_SUBSCRIPTION,
        'the account has no live subscription; renew it via POST /api/v1/plan',
      );
    case 'cap_reached':
      return new Refusal(
        ErrorCode.CAP_REACHED,
        `the monthly cap of ${usage.textsCap} texts is reached until ${new Date(usage.resetsAtMs).toISOString()}; upgrade via POST /api/v1/plan`,
      );
    case 'no_route':
      return new Refusal(
        ErrorCode.NO_ROUTE,
        'the account has no such route: pair a device, or have a number of a carrier assigned',
      );
  }
}
