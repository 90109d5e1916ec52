// Pairing as an owner does it.
import { until } from '../../runtime/testing/until.ts';
import { AnswerError } from '../support/stock_phone/gateway_calls.ts';
import { NoAnswer } from '../support/stock_phone/phone_network.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';

/**
 * Types a code, and tries again where a busy machine took too long: the same code when the app got no answer, and another one when the
 * hub got none, for the core may have spent the first.
 */
export async function pair(phone: StockPhone, createCode: () => Promise<string>): Promise<void> {
  let code = await createCode();
  await until('the phone is paired', async () => {
    try {
      await phone.pair(code);
      return true;
    } catch (error) {
      if (error instanceof AnswerError && error.status === 503) code = await createCode();
      else if (!(error instanceof NoAnswer)) throw error;
      return false;
    }
  });
}
