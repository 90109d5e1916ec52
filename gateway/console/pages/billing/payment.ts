// The payment that this window has left for: the provider's page leads back to it.
import { keep, readKept } from '../../api/kept.ts';

const key = 'textrelay-payment';

/** Of which account it is, and for which plan. */
interface Payment {
  account: number;
  plan: string;
  outcome?: 'paid' | 'canceled';
}

export const keepPayment = (payment: Payment | null): void => keep(sessionStorage, key, payment);

export const readPayment = (): Payment | null => readKept<Payment>(sessionStorage, key);
