// The payment provider's failures in the public words.
import type { ProviderFailure } from '../../billing/provider.ts';
import { Refusal } from '../../errors.ts';

/** The caller's answer when a provider fails. */
export function refusalOf(failure: ProviderFailure): Refusal {
  switch (failure.kind) {
    case 'declined':
      return new Refusal('payment_error', 'the payment was declined; nothing was changed');
    case 'rejected':
      return new Refusal('payment_error', 'the payment provider refused the change');
    case 'misconfigured':
      return new Refusal('billing_disabled', 'the payment provider is not configured correctly');
    case 'failed':
      return new Refusal(
        'payment_error',
        'the payment provider did not answer; ask again to learn what became of the change',
      );
  }
}
