// Pairs a phone as its owner does.
import { until } from '../../runtime/testing/until.ts';
import { AnswerError } from '../support/stock_phone/gateway_calls.ts';
import { NoAnswer } from '../support/stock_phone/phone_network.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';

/**
 * Types a code, and tries again if a busy machine took too long: the same code when the app got no answer, and a new one when the
 * hub got none, because the core may have used up the first.
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
