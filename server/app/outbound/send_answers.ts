// The answer to a caller about a text, from what the statement decided about it.
import { type KeyPolicy, openPolicy } from '../../domain/keys/key_policy.ts';
import type { QuotaMonth } from '../../domain/plans/month.ts';
import { type Usage, usageOf } from '../../domain/plans/quota.ts';
import type { Tier } from '../../domain/plans/tier.ts';
import { busy, invalidRequest, notFound, Refusal, unavailable } from '../../errors.ts';
import { type Message, textFieldsOf } from '../../store/messages/message_fields.ts';
import { answerMinutes, mostAnswers } from '../../store/outbound/answers.ts';
import { mostDaysAhead } from '../../store/outbound/rules/time_rules.ts';
import type { NewText, SendOutcome, SendVerdict } from '../../store/outbound/send_texts.ts';
import type { Store } from '../../store/store.ts';
import { invalidKey, overLimit, type Rate, toRate } from '../access/count_requests.ts';
import { incomingWebhookRefusals } from '../incoming_webhooks/incoming_webhook_refusals.ts';
import { policyRefusals } from '../keys/policy_refusals.ts';
import type { NoteRefusal } from '../keys/refusal_book.ts';
import type { QueuedText } from './outbound_text.ts';

/** A text that was accepted, now or under the same client_ref before. */
export interface Accepted {
  message: Message;
  usage: Usage;
  replayed: boolean;
  /** The replay asked for another body, recipient or route than the original has. */
  differs: boolean;
}

/** The outcome of a text. */
export interface Sent {
  outcome: Accepted | Refusal;
  /** The allowance that is left to its key; absent for a text without one, and for a key that is not known. */
  rate?: Rate | undefined;
  /** The account that its key acts for, as far as known. */
  accountId?: bigint;
}

/** An outcome with the allowance of the key that was judged with the text. */
export const withRate = ({ allowance, accountId }: SendOutcome, outcome: Sent['outcome']): Sent =>
  allowance ? { rate: toRate(allowance), outcome, accountId: accountId ?? 0n } : { outcome };

/** The message that a text became. */
function newMessage(text: NewText, outcome: SendOutcome, nowMs: number): Message {
  return {
    accountId: outcome.accountId as bigint,
    id: outcome.id,
    seq: outcome.seq,
    direction: 'out',
    ...textFieldsOf(text),
    sender: outcome.sender ?? text.sender,
    keyword: null,
    status: 'queued',
    route: outcome.route,
    error: null,
    createdAtMs: nowMs,
    sendAtMs: outcome.sendAtMs,
    sentAtMs: null,
    deliveredAtMs: null,
    awaiting: outcome.awaiting ?? null,
    bodyRemovedAtMs: null,
  };
}

/** Whether a replay asks for another body, recipient or route than the original has. */
export const differs = (
  text: Pick<NewText, 'body' | 'addressNorm' | 'route' | 'sender'>,
  original: Pick<Message, 'body' | 'addressNorm' | 'route' | 'sender' | 'bodyRemovedAtMs'>,
) =>
  (text.body !== original.body && original.bodyRemovedAtMs === null) ||
  text.addressNorm !== original.addressNorm ||
  (text.route !== null && text.route !== original.route) ||
  (text.sender !== null && text.sender !== original.sender);

/** Verdicts that refuse a text because of itself, its account or its key, each with the answer to the caller. */
const refusals = {
  ...policyRefusals,
  ...incomingWebhookRefusals,
  no_account: () => notFound('account'),
  send_at_past: () => invalidRequest('send_at must not be in the past'),
  send_at_far: () => invalidRequest(`send_at must be at most ${mostDaysAhead} days ahead`),
  opted_out: () => new Refusal('opted_out', 'the recipient wants no texts of the account'),
  suspended: () =>
    new Refusal(
      'account_suspended',
      'the operator has suspended the account: it sends nothing until it is resumed',
    ),
  loop_suspected: () =>
    new Refusal(
      'loop_suspected',
      `the recipient was answered ${mostAnswers} times in a row, as by programs that answer each other; ` +
        `one more answer is possible every ${answerMinutes} minutes`,
    ),
  no_plan: () => new Refusal('no_plan', 'the account has no plan; choose one via POST /api/v1/plan'),
  no_subscription: () =>
    new Refusal('no_subscription', 'the account has no live subscription; renew it via POST /api/v1/plan'),
  cap_reached: ({ textsCap, resetsAtMs }: Usage) =>
    new Refusal(
      'cap_reached',
      `the monthly cap of ${textsCap} texts is reached until ${new Date(resetsAtMs).toISOString()}; upgrade via POST /api/v1/plan`,
    ),
  no_route: (_usage: Usage, sender: string | null) =>
    new Refusal(
      'no_route',
      sender !== null
        ? 'from names no device, SIM or number of the account that could send this text'
        : 'the account has no such route: pair a device, or have a carrier number assigned',
    ),
} satisfies Partial<Record<SendVerdict, (usage: Usage, sender: string | null, policy: KeyPolicy) => Refusal>>;

export type Refused = keyof typeof refusals;

const isRefused = (verdict: SendVerdict): verdict is Refused => verdict in refusals;

/** Says why a text was refused. */
export const refusal = (
  verdict: Refused,
  usage: Usage,
  { sender }: Pick<NewText, 'sender'>,
  policy: KeyPolicy | null | undefined,
): Refusal => refusals[verdict](usage, sender, policy ?? openPolicy);

/** Whether a text that was not accepted may have been accepted before. */
export function mayHaveOriginal(
  { clientRef, isRepeat }: Pick<QueuedText, 'clientRef' | 'isRepeat'>,
  verdict: SendVerdict,
): boolean {
  if (verdict === 'replayed') return true;
  if (clientRef === null || verdict === 'no_account' || verdict === 'ref_barred') return false;
  return isRefused(verdict) || (verdict === 'rate_limited' && isRepeat);
}

/** The key by whose policy a text was judged, or has to be, as SHA-256 in hex; null for none. */
export const policyKeyOf = (
  { policyKey, keyHash }: Pick<NewText, 'policyKey' | 'keyHash'>,
  { policed }: Pick<SendOutcome, 'policed'>,
): string | null => policyKey ?? (policed === null ? null : keyHash);

/** Whether a key is shown the words of a text that another one may have sent. Without a policy a key reads all. */
const mayRead = (policy: KeyPolicy | null | undefined, nowMs: number): boolean =>
  !policy || (policy.scopes.includes('read') && (policy.endsAtMs === null || policy.endsAtMs > nowMs));

const isOfPolicy = (verdict: SendVerdict) => verdict in policyRefusals;

export function createSendAnswers(
  store: Pick<Store, 'findAccount'>,
  tiers: readonly Tier[],
  noteRefusal: NoteRefusal,
) {
  const usageIn = (outcome: SendOutcome, month: QuotaMonth) =>
    usageOf({ ...outcome, period: month.firstDay }, tiers, month);

  const refused = (text: NewText, outcome: SendOutcome, month: QuotaMonth): Sent => {
    const { verdict, allowance } = outcome;
    if (isRefused(verdict)) {
      const refused = refusal(verdict, usageIn(outcome, month), text, outcome.policy);
      const policyKey = policyKeyOf(text, outcome);
      if (isOfPolicy(verdict) && policyKey !== null)
        noteRefusal(policyKey, refused, verdict === 'recipient_barred' ? text.addressNorm : '');
      return withRate(outcome, refused);
    }
    switch (verdict) {
      case 'invalid_key':
        return { outcome: invalidKey() };
      case 'rate_limited':
        return withRate(outcome, overLimit(allowance ? toRate(allowance) : undefined));
      case 'replayed':
        return withRate(outcome, unavailable('the original message could not be read'));
      default:
        return withRate(outcome, busy());
    }
  };

  return {
    accepted: (text: NewText, outcome: SendOutcome, month: QuotaMonth, nowMs: number): Sent =>
      withRate(outcome, {
        message: newMessage(text, outcome, nowMs),
        usage: usageIn(outcome, month),
        replayed: false,
        differs: false,
      }),

    refused,

    /** The answer to a text that may have been accepted before; its refusal stands when no original is found. */
    async original(
      text: NewText,
      outcome: SendOutcome,
      month: QuotaMonth,
      nowMs: number,
      original: Promise<Message | undefined>,
    ): Promise<Sent> {
      const message = await original;
      if (!message) return refused(text, outcome, month);
      // A request over the limit was judged without its account.
      const account = outcome.verdict === 'rate_limited' && (await store.findAccount(message.accountId));
      const usage = account ? usageOf(account, tiers, month) : usageIn(outcome, month);
      const shown = mayRead(outcome.policy, nowMs) ? message : { ...message, body: '' };
      return withRate(outcome, { message: shown, usage, replayed: true, differs: differs(text, message) });
    },
  };
}
