// Checks the rows that are put into a draft. A row that can never be sent is refused at once with the reason, so that
// the others can leave.
import { instantRange, isInstant } from '../../../runtime/instants.ts';
import { fieldName, fillIn } from '../../../runtime/texts/template.ts';
import { maxBroadcastRecipients } from '../../domain/broadcasts/broadcast.ts';
import { lengthInCodePoints, maxBodyLength } from '../../domain/messages/text.ts';
import { maxAddressLength } from '../../domain/numbers/address.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { NewRow } from '../../store/broadcasts/broadcast_recipients.ts';
import { toE164 } from '../outbound/outbound_text.ts';

/** A row as its sender gives it. */
export interface GivenRecipient {
  number: number;
  address: string;
  fields: Readonly<Record<string, string>>;
  sendAtMs: number | null;
}

/** Most fields of a row. */
const maxFields = 100;
/** UTF-16 units of the longest text: no more are filled in. */
const mostUnits = 2 * maxBodyLength;

/** The finished text of a row. Throws a Refusal. */
function bodyOf(template: string, { fields }: GivenRecipient): string {
  const values = new Map(Object.entries(fields).map(([name, value]) => [fieldName(name), value]));
  const { body, missing, isLong } = fillIn(template, values, mostUnits);
  if (missing.length > 0) throw invalidRequest(`the row has no field ${missing.join(', ')}`);
  if (body.trim() === '' && !isLong) throw invalidRequest('the text must not be empty');
  const length = lengthInCodePoints(body);
  if (isLong || length > maxBodyLength)
    throw invalidRequest(
      `the text must have at most ${maxBodyLength} characters, not ${isLong ? 'more than ' : ''}${length}`,
    );
  if (body.includes('\u0000')) throw invalidRequest('the text must not hold the character U+0000');
  return body;
}

const storable = (text: string) => text.replaceAll('\u0000', '').slice(0, maxAddressLength).toWellFormed();

/** The row as it is stored. Throws `invalid_request` where the call itself is wrong. */
export function readRow(row: GivenRecipient, template: string, country: string): NewRow {
  const { number, address, fields, sendAtMs } = row;
  if (number < 1 || number > maxBroadcastRecipients)
    throw invalidRequest(`number must be from 1 to ${maxBroadcastRecipients}, the most rows of a broadcast`);
  if (Object.keys(fields).length > maxFields)
    throw invalidRequest(`a row must have at most ${maxFields} fields`);
  const stored = { number, address: storable(address), addressNorm: null, body: '', sendAtMs: null };
  try {
    if (sendAtMs !== null && !isInstant(sendAtMs)) throw invalidRequest(`send_at must ${instantRange}`);
    const body = bodyOf(template, row);
    const addressNorm = toE164(address, country);
    return { ...stored, body, addressNorm, sendAtMs, state: 'waiting', code: null, reason: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...stored, state: 'refused', code: error.code, reason: error.message };
  }
}
