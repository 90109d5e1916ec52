// What a caller is told of a text, from what the statement decided about it.
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import type { Message } from '../../domain/message.ts';
import type { Usage } from '../../domain/quota.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { NewText, SendOutcome, SendVerdict } from '../../store/send_texts.ts';

/** The message that a text became. */
export function newMessage(text: NewText, outcome: SendOutcome, nowMs: number): Message {
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

/** Whether a replay asks for another body, recipient or route than the original has. */
export const differs = (text: NewText, original: Message) =>
  text.body !== original.body ||
  text.addressNorm !== original.addressNorm ||
  (text.route !== null && text.route !== original.route);

/** Verdicts that refuse a text because of its account. */
export type Refused = Exclude<
  SendVerdict,
  'accepted' | 'replayed' | 'invalid_key' | 'rate_limited' | 'period_ahead'
>;

/** Says why a text was refused. */
export function refusal(verdict: Refused, usage: Usage): Refusal {
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
