// Accepting texts: checks their form, lets the batch statement decide, and answers with the message and the quota.

import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../clock.ts';
import { defaultLifetimes, type Lifetimes, type Message } from '../domain/message.ts';
import { quotaMonth } from '../domain/month.ts';
import { type Usage, usageOf } from '../domain/quota.ts';
import type { Tier } from '../domain/tier.ts';
import { notFound, Refusal, unavailable } from '../errors.ts';
import { DatabaseUnavailable } from '../store/driver.ts';
import type { NewText, SendOutcome } from '../store/send_texts.ts';
import type { Store } from '../store/store.ts';
import type { Advance } from './advances.ts';
import { createLane, isolateFailures, roundsByKey, whileDatabaseIsAway } from './lane.ts';
import { checkForm, normalizeAll, type OutboundRequest } from './outbound_form.ts';

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
  hasCarrier: boolean;
  publish: (advances: readonly Advance[]) => void;
  lifetimes?: Lifetimes;
  onBatch?: (size: number) => void;
}

/** How long a send with a client_ref is repeated while the database is away, in milliseconds. */
const repeatForMs = 4_000;

type Form = ReturnType<typeof checkForm>;

/** Accepts one text. Throws a Refusal; UNAVAILABLE alone leaves the outcome unknown. */
export type Send = (request: OutboundRequest) => Promise<Accepted>;

/** Opens the lane that accepts texts. */
export function createSender(options: SenderOptions): Send {
  const { store, clock, tiers, hasCarrier, publish } = options;
  const lifetimes = options.lifetimes ?? defaultLifetimes;
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);

  const write = async (texts: readonly NewText[]): Promise<(Accepted | Error)[]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    const outcomes = await store.sendTexts(texts, {
      nowMs,
      month: month.firstDay,
      deadlineMs: nowMs + lifetimes.queuedMs,
      plans,
      caps,
      hasCarrier,
    });
    const advances = new Map<bigint, Advance>();
    for (const [index, outcome] of outcomes.entries()) {
      const accountId = texts[index]?.accountId as bigint;
      if (outcome.verdict === 'accepted')
        advances.set(accountId, { accountId, seq: outcome.seq, queued: true });
    }
    publish([...advances.values()]);

    const replays = texts
      .map((text, index) => ({ accountId: text.accountId, id: outcomes[index]?.id ?? 0n, index }))
      .filter(({ index }) => outcomes[index]?.verdict === 'replayed');
    const originals = new Map(
      (replays.length > 0 ? await store.listMessages(replays) : []).map((message) => [
        `${message.accountId}/${message.id}`,
        message,
      ]),
    );
    return outcomes.map((outcome, index) => {
      const text = texts[index] as NewText;
      const usage = usageOf({ ...outcome, period: month.firstDay }, tiers, month);
      if (outcome.verdict === 'accepted') {
        return { message: newMessage(text, outcome, nowMs), usage, replayed: false, differs: false };
      }
      if (outcome.verdict === 'replayed') {
        const message = originals.get(`${text.accountId}/${outcome.id}`);
        if (!message) return unavailable('the original message could not be read');
        return { message, usage, replayed: true, differs: differs(text, message) };
      }
      return refusal(outcome.verdict, usage);
    });
  };

  const run = async (forms: readonly Form[]): Promise<(Accepted | Error)[]> => {
    const addresses = await whileDatabaseIsAway(clock, repeatForMs, () => normalizeAll(forms, store));
    const texts: NewText[] = [];
    for (const [index, form] of forms.entries()) {
      const addressNorm = addresses[index];
      if (typeof addressNorm === 'string') texts.push({ ...form, addressNorm });
    }
    const results = await writeAll(texts);
    const accepted = texts.values();
    return addresses.map((address) =>
      address instanceof Refusal
        ? address
        : (results.get(accepted.next().value as NewText) as Accepted | Error),
    );
  };

  // A text with a client_ref is the same when written twice; without one, nobody can tell whether an unanswered
  // batch was committed, and only the caller may decide to send again.
  const writeAll = async (texts: readonly NewText[]): Promise<Map<NewText, Accepted | Error>> => {
    const results = new Map<NewText, Accepted | Error>();
    const collect = async (batch: readonly NewText[]) => {
      const answers = await isolateFailures(batch, write);
      for (const [index, text] of batch.entries()) results.set(text, answers[index] as Accepted | Error);
    };
    for (const round of roundsByKey(
      texts,
      (text) => text.clientRef && `${text.accountId}/${text.clientRef}`,
    )) {
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

  const lane = createLane<Form, Accepted>({
    maxBatch: 500,
    maxWaiting: 10_000,
    run,
    ...(options.onBatch && { onBatch: options.onBatch }),
  });

  return async (request) => lane(checkForm(request));
}

function newMessage(text: NewText, outcome: SendOutcome, nowMs: number): Message {
  return {
    accountId: text.accountId,
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
  };
}

const differs = (text: NewText, original: Message) =>
  text.body !== original.body ||
  text.addressNorm !== original.addressNorm ||
  (text.route !== null && text.route !== original.route);

function refusal(verdict: Exclude<SendOutcome['verdict'], 'accepted' | 'replayed'>, usage: Usage): Refusal {
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
        'the account has no such route: pair a device, or configure a carrier',
      );
  }
}
