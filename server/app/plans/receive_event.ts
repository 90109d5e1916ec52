// Events of the payment provider, as they are delivered. An event that fails is to be sent again.
import { type BillingProvider, InvalidEvent, ProviderFailure } from '../../billing/provider.ts';
import { invalidRequest, notFound, unavailable } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import type { ApplyHint } from './apply_hint.ts';

/** Largest event in bytes. */
const maxPayloadBytes = 256 * 1024;

/** Takes one event in. Resolved = applied, or nothing to apply. Throws a Refusal. */
export type ReceiveEvent = (payload: Uint8Array, signature: string) => Promise<void>;

interface ReceiveEventOptions extends Pick<AppContext, 'log'> {
  /** Left out when no provider is configured. */
  parts: { provider: BillingProvider; apply: ApplyHint } | undefined;
  onOutcome: (outcome: string) => void;
}

export function createReceiveEvent({ log, parts, onOutcome }: ReceiveEventOptions): ReceiveEvent {
  const { provider, apply } = parts ?? {};
  if (!provider?.readEvent || !apply) return () => Promise.reject(notFound('payment provider'));
  const readEvent = provider.readEvent.bind(provider);

  const receive = async (payload: Uint8Array, signature: string): Promise<string> => {
    if (payload.length > maxPayloadBytes) throw new InvalidEvent();
    const hint = readEvent(payload, signature);
    return hint ? apply(hint) : 'irrelevant';
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
