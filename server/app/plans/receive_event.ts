// Events of the payment provider. An event is a hint where to look: the provider is asked, and the event is done once the
// answer is committed. An event that fails is to be sent again.

import { type EventHint, InvalidEvent, ProviderFailure } from '../../billing/provider.ts';
import { invalidRequest, notFound, unavailable } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import type { BillingParts } from './plan_rules.ts';

/** Largest event in bytes. */
const maxPayloadBytes = 1024 * 1024;

/** Takes one event in. Resolved = applied, or nothing to apply. Throws a Refusal. */
export type ReceiveEvent = (payload: Uint8Array, signature: string) => Promise<void>;

interface ReceiveEventOptions
  extends Pick<
    AppContext<'findAccount' | 'findBilledAccount' | 'markEvent' | 'takeEvent'>,
    'store' | 'clock' | 'log' | 'failpoint'
  > {
  /** Left out when no provider is configured. */
  parts: BillingParts | undefined;
  onOutcome: (outcome: string) => void;
}

export function createReceiveEvent(options: ReceiveEventOptions): ReceiveEvent {
  const { store, clock, log, parts, failpoint, onOutcome } = options;
  const { provider, refresh } = parts ?? {};
  if (!provider?.readEvent || !refresh) return () => Promise.reject(notFound('payment provider'));
  const readEvent = provider.readEvent.bind(provider);

  const findAccountOf = async (hint: EventHint): Promise<bigint | undefined> => {
    if (hint.accountId !== null && (await store.findAccount(hint.accountId))) return hint.accountId;
    return store.findBilledAccount(hint);
  };

  const receive = async (payload: Uint8Array, signature: string): Promise<string> => {
    if (payload.length > maxPayloadBytes) throw new InvalidEvent();
    const hint = readEvent(payload, signature);
    if (!hint) return 'irrelevant';
    const { isApplied } = await store.takeEvent(hint.eventId, clock.nowMs());
    failpoint('event_after_insert');
    if (isApplied) return 'repeated';
    const accountId = await findAccountOf(hint);
    if (accountId !== undefined) await refresh(accountId, hint.subscriptionId ? [hint.subscriptionId] : []);
    failpoint('event_after_apply');
    await store.markEvent(hint.eventId, clock.nowMs());
    failpoint('event_after_mark');
    return accountId === undefined ? 'unknown_account' : 'applied';
  };

  return async (payload, signature) => {
    try {
      onOutcome(await receive(payload, signature));
    } catch (error) {
      if (error instanceof InvalidEvent) {
        onOutcome('invalid');
        throw invalidRequest(error.message);
      }
      onOutcome('failed');
      if (!(error instanceof ProviderFailure)) throw error;
      log.warn({ kind: error.kind, reason: error.message }, 'an event could not be applied');
      throw unavailable('the event could not be applied; send it again');
    }
  };
}
