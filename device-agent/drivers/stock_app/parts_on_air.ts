// How many parts the phone will make of a text. Android may split a little differently: the number only says whether a
// text is certainly one part, or may have left in part.
import { toSeptets } from '../../pdu/gsm7.ts';
import type { DriverJob } from '../driver.ts';

/** Parts of a text, at least 1 (3GPP TS 23.040: 160 septets or 70 units alone, 153 or 67 with a header). */
export function partsOnAir({ body, encoding }: Pick<DriverJob, 'body' | 'encoding'>): number {
  const septets = encoding === 'gsm7' ? countSeptets(body) : undefined;
  if (septets !== undefined) return septets <= 160 ? 1 : Math.ceil(septets / 153);
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67);
}

function countSeptets(body: string): number | undefined {
  try {
    return toSeptets(body).length;
  } catch {
    return undefined;
  }
}
