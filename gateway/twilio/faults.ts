// Refusals as Twilio says them: {code, message, more_info, status}, with Twilio's own number where one fits.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Refusal } from '../errors/errors.ts';

/** A refusal that has a number of Twilio's own. */
export class TwilioFault extends Refusal {
  readonly number: number;

  constructor(number: number, message: string, status = 400) {
    super(status === 404 ? ErrorCode.NOT_FOUND : ErrorCode.INVALID_REQUEST, message, { status });
    this.number = number;
  }
}

/** Parameters that are not served; to ignore them would do something else than was asked. */
export const notServed = (what: string) => new TwilioFault(20001, `${what} is not served`);

interface Fault {
  number: number;
  /** The HTTP status, where it is not the refusal's own. */
  status?: number;
}

/** Refusals of the core and of the gateway itself. */
const faults: Partial<Record<ErrorCode, Fault>> = {
  [ErrorCode.PLATFORM_KEY_SCOPE]: { number: 20003 },
  [ErrorCode.KEY_ENDED]: { number: 20003 },
  [ErrorCode.KEY_SCOPE]: { number: 20003 },
  [ErrorCode.RECIPIENT_NOT_ALLOWED]: { number: 21408 },
  [ErrorCode.SENDER_NOT_ALLOWED]: { number: 21606 },
  [ErrorCode.KEY_BUDGET_REACHED]: { number: 63038 },
  [ErrorCode.NOT_FOUND]: { number: 20404 },
  [ErrorCode.INVALID_REQUEST]: { number: 20001 },
  [ErrorCode.INVALID_ADDRESS]: { number: 21211 },
  [ErrorCode.NO_PLAN]: { number: 20005, status: 403 },
  [ErrorCode.NO_SUBSCRIPTION]: { number: 20005, status: 403 },
  [ErrorCode.ACCOUNT_SUSPENDED]: { number: 20005 },
  // Not 429, which programs repeat by themselves.
  [ErrorCode.CAP_REACHED]: { number: 63038, status: 403 },
  [ErrorCode.NO_ROUTE]: { number: 21606, status: 400 },
  [ErrorCode.NOT_CANCELLABLE]: { number: 30409 },
  [ErrorCode.OPTED_OUT]: { number: 21610, status: 400 },
  [ErrorCode.LOOP_SUSPECTED]: { number: 14107, status: 400 },
  [ErrorCode.RATE_LIMITED]: { number: 20429 },
};
const unknownFault: Fault = { number: 20503 };

/** The number for a request whose field the core refuses, by the field's name, with which the refusal begins. */
const fields: Readonly<Record<string, { number: number; name: string }>> = {
  body: { number: 21602, name: 'Body' },
  from: { number: 21212, name: 'From' },
  send_at: { number: 35114, name: 'SendAt' },
  status_callback: { number: 21609, name: 'StatusCallback' },
  client_ref: { number: 20001, name: 'I-Twilio-Idempotency-Token' },
};

/** The number of a refusal, and its words with the names that the program knows. */
function said(refusal: Refusal): Fault & { message: string } {
  const { code, message } = refusal;
  if (refusal instanceof TwilioFault) return { number: refusal.number, message };
  if (code === ErrorCode.INVALID_API_KEY)
    return { number: 20003, message: 'the auth token must be a key of the account in the path' };
  if (code === ErrorCode.INVALID_REQUEST) {
    const [field = ''] = message.split(' ');
    const known = fields[field];
    if (known) return { number: known.number, message: known.name + message.slice(field.length) };
    if (refusal.status === 405) return { number: 20004, message };
  }
  return { ...(faults[code] ?? unknownFault), message };
}

/** The answer to a program for a refusal. */
export function renderFault(refusal: Refusal): { status: number; body: string } {
  const { number, message, status = refusal.status } = said(refusal);
  const more = `https://www.twilio.com/docs/errors/${number}`;
  return { status, body: JSON.stringify({ code: number, message, more_info: more, status }) };
}
