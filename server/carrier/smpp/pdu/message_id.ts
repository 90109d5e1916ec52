// The message centre's names of texts. Many give a name in hexadecimal when they take a text and in decimal in its
// receipt, or the other way round, with leading zeros or without: both are brought into one form.

/** How the name in a receipt differs from the one in the answer to the submit. */
export type ReceiptId = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex';

const decimal = /^[0-9]{1,64}$/;
const hexadecimal = /^[0-9a-f]{1,64}$/i;

/** The form in which names are kept: as it came; or the number, in the answer's base and without leading zeros. */
function keep(id: string, base: 'decimal' | 'hex'): string {
  if (base === 'decimal') return decimal.test(id) ? BigInt(id).toString() : id;
  return hexadecimal.test(id) ? BigInt(`0x${id}`).toString(16) : id;
}

/** The name that a submit was accepted under; null when there is none. */
export function refOfResponse(id: string, receiptId: ReceiptId): string | null {
  if (id === '') return null;
  if (receiptId === 'as_is') return id;
  return keep(id, receiptId === 'hex_to_decimal' ? 'decimal' : 'hex');
}

/** The name of the text that a receipt is about. */
export function refOfReceipt(id: string, receiptId: ReceiptId): string {
  if (receiptId === 'hex_to_decimal') return hexadecimal.test(id) ? BigInt(`0x${id}`).toString() : id;
  // What is not decimal can only be in the answer's form already.
  if (receiptId === 'decimal_to_hex') return decimal.test(id) ? BigInt(id).toString(16) : keep(id, 'hex');
  return id;
}
