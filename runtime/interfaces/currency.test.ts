import { expect, test } from 'vitest';
import { writtenAmount, writtenPrice } from './currency.ts';

test('amounts are written in the unit that people pay in, whatever a currency’s smallest one is', () => {
  expect(writtenAmount(1_250, 'usd')).toBe('12.50 USD');
  expect(writtenAmount(7_000, 'jpy')).toBe('7,000 JPY');
  expect(writtenAmount(12_345, 'kwd')).toBe('12.345 KWD');
  // Stripe counts these in hundredths, though nobody pays with them.
  expect(writtenAmount(500_000, 'isk')).toBe('5,000.00 ISK');
  expect(writtenPrice(7_000, 'JPY')).toBe('¥7,000');
  expect(writtenPrice(900, 'usd')).toBe('$9.00');
  expect(writtenPrice(900, 'eur', 'de').replace(/\s/, ' ')).toBe('9,00 €');
});
