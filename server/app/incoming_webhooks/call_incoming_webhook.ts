// Turns a call into texts, by the same send as every other, so that all its rules hold: the policy of the key, the
// quota, opt-outs, the guard against loops, quiet hours. An event becomes at most one text for each recipient, ever, by
// a client_ref that is made from it.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingWebhookSettings } from '../../domain/incoming_webhooks/incoming_webhook.ts';
import { invalidRequest, notFound, Refusal, type RefusalCode } from '../../errors.ts';
import type { SignedIncomingWebhook } from '../../store/incoming_webhooks/incoming_webhooks.ts';
import { invalidKey } from '../access/count_requests.ts';
import type { AppContext } from '../context.ts';
import { normalize } from '../outbound/outbound_text.ts';
import type { Send, Sender } from '../outbound/send.ts';
import { checkKnownName } from '../subscriptions/subscriptions.ts';
import { type FilledCall, fillCall, type IncomingWebhookCallAsItCame, readCall } from './read_call.ts';

/** Who calls: a key that was admitted, somebody who signs, or a service of ours. */
export type IncomingWebhookCaller = { admittedKey: string } | { signature: string } | undefined;

/** What became of a call for one recipient: a text, or why there is none. */
type IncomingWebhookOutcome = { id: bigint; replayed: boolean } | Refusal;

export type CallIncomingWebhook = (
  accountId: bigint,
  name: string,
  call: IncomingWebhookCallAsItCame,
  caller: IncomingWebhookCaller,
) => Promise<IncomingWebhookOutcome[]>;

interface CallIncomingWebhookOptions
  extends Pick<
    AppContext<'findIncomingWebhook' | 'listCountries' | 'noteIncomingWebhookRefusal'>,
    'store' | 'clock'
  > {
  send: Send;
}

/** Whether a header X-Hub-Signature-256 is the signature of the body under the secret. */
function isSigned(header: string, secret: string, body: Uint8Array): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(body).digest());
}

/**
 * The key that a signed call sends with. Every wrong incoming webhook or signature gets the same answer, which does not say which
 * incoming webhooks exist.
 */
function signerOf(
  incomingWebhook: SignedIncomingWebhook | undefined,
  signature: string,
  body: Uint8Array,
): Sender {
  if (
    !incomingWebhook?.secret ||
    incomingWebhook.keyHash === null ||
    !isSigned(signature, incomingWebhook.secret, body)
  )
    throw invalidKey();
  return { accountId: incomingWebhook.accountId, keyHash: incomingWebhook.keyHash };
}

/** The client_ref of an event for one recipient; null where nothing names the event. */
const refOf = (name: string, eventId: string, recipient: string): string | null =>
  eventId === '' ? null : `hook-${hash('sha256', JSON.stringify([name, eventId, recipient]), 'base64url')}`;

/** Throws for a call that no text can be made from. */
function checkFilled(
  { body, missing, missingOfEvent, recipients }: FilledCall,
  { recipientsField }: IncomingWebhookSettings,
) {
  if (missingOfEvent.length > 0)
    throw invalidRequest(`the call has no ${missingOfEvent.join(', ')}, which names the event`);
  if (recipients.length === 0)
    throw invalidRequest(`${recipientsField ?? missing.join(', ')} of the call names no recipient`);
  if (body.trim() === '') throw invalidRequest('the text of this call would be empty');
}

/** Returns the outcomes if there is at least one text and no outcome is unknown: callers repeat a call as a whole. */
function judge(outcomes: IncomingWebhookOutcome[]): IncomingWebhookOutcome[] {
  const refusals = outcomes.filter((outcome) => outcome instanceof Refusal);
  const isUnknown = ({ code }: Refusal) => code === 'unavailable' || code === 'rate_limited';
  const thrown = refusals.find(isUnknown) ?? (refusals.length === outcomes.length ? refusals[0] : undefined);
  if (thrown) throw thrown;
  return outcomes;
}

/** Refusals that say nothing about an incoming webhook. */
const unnoted: readonly RefusalCode[] = ['unavailable', 'rate_limited', 'invalid_api_key', 'not_found'];

export function createCallIncomingWebhook({
  store,
  clock,
  send,
}: CallIncomingWebhookOptions): CallIncomingWebhook {
  const sendTo = async (
    sender: Sender,
    incomingWebhook: SignedIncomingWebhook,
    { body, eventId }: FilledCall,
    named: string,
  ): Promise<IncomingWebhookOutcome> => {
    try {
      // A person is one recipient, however the call writes their number.
      const address = await normalize(named, incomingWebhook.accountId, store);
      const clientRef = refOf(incomingWebhook.name, eventId, address);
      const { isUrgent, name } = incomingWebhook;
      const text = {
        ...{ address, body, clientRef, route: null, sender: incomingWebhook.sender },
        sendAtMs: null,
      };
      const { outcome } = await send(sender, { ...text, isUrgent, incomingWebhook: name });
      if (outcome instanceof Refusal) return outcome;
      return { id: outcome.message.id, replayed: outcome.replayed };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

  const run = async (
    incomingWebhook: SignedIncomingWebhook,
    call: IncomingWebhookCallAsItCame,
    sender: Sender,
    isSigned: boolean,
  ): Promise<IncomingWebhookOutcome[]> => {
    const signedBody = isSigned ? hash('sha256', call.body, 'hex') : undefined;
    const filled = fillCall(incomingWebhook, readCall(call), signedBody);
    checkFilled(filled, incomingWebhook);
    return judge(
      await Promise.all(filled.recipients.map((each) => sendTo(sender, incomingWebhook, filled, each))),
    );
  };

  return async (accountId, name, call, caller) => {
    const isSigning = caller !== undefined && 'signature' in caller;
    if (!isSigning) checkKnownName(name, 'incoming webhook');
    const incomingWebhook = await store.findIncomingWebhook(accountId, name);
    const signer = isSigning ? signerOf(incomingWebhook, caller.signature, call.body) : undefined;
    if (!incomingWebhook) throw notFound('incoming webhook');
    const own = caller !== undefined && 'admittedKey' in caller ? { accountId, ...caller } : accountId;
    try {
      return await run(incomingWebhook, call, signer ?? own, isSigning);
    } catch (error) {
      if (error instanceof Refusal && !unnoted.includes(error.code))
        await store
          .noteIncomingWebhookRefusal(accountId, name, error.code, clock.nowMs())
          .catch(() => undefined);
      throw error;
    }
  };
}
