// What the app's reason for a failure means: whether the text certainly did not leave, whether the same may succeed
// later, and what keeps the whole phone from sending. The app's own messages are never passed on: they may hold numbers.
//
// Sources: MessagesService.kt of capcom6/android-sms-gateway ("Send result: NAME (...)", "Delivery result...",
// "Can't send message: ...", "sendSMS: ...", "TTL expired"), docs/faq/errors.md of its documentation, and the RESULT_
// constants of Android's SmsManager.
import type { FailureCode, Problem } from '../driver.ts';

/** The meaning of a failure. */
interface SendError {
  /**
   * `not_sent`: it certainly did not leave. `unsure`: the network may have it all the same. `not_delivered`: it left,
   * and a receipt says that it did not arrive.
   */
  outcome: 'not_sent' | 'unsure' | 'not_delivered';
  code: FailureCode;
  /** One sentence without body or number. */
  detail: string;
  /** Only with not_sent. */
  retryable: boolean;
  /** The phone's problem until the next try. */
  problem?: Problem;
}

type Row = Omit<SendError, 'detail' | 'outcome'> & { says: string };

const phone = { code: 'device_failed', retryable: false } as const;
const phoneAgain = { code: 'device_failed', retryable: true } as const;
const network = { code: 'rejected_by_network', retryable: false } as const;

/**
 * By the constant's name without RESULT_, ERROR_ and RIL_ in front. An error that is not listed does not say that
 * nothing left.
 */
const notSent = new Map<string, Row>([
  ['RADIO_OFF', { ...phoneAgain, problem: 'no_network', says: 'its radio is off (flight mode)' }],
  ['NO_SERVICE', { ...phoneAgain, problem: 'no_network', says: 'it has no network' }],
  ['RADIO_NOT_AVAILABLE', { ...phoneAgain, problem: 'no_network', says: 'its radio is not ready' }],
  [
    'NETWORK_NOT_READY',
    { ...phoneAgain, problem: 'no_network', says: 'it is not registered with a network' },
  ],
  ['ACCESS_BARRED', { ...phoneAgain, problem: 'no_network', says: 'the cell bars access' }],
  ['SIM_ABSENT', { ...phoneAgain, problem: 'no_sim', says: 'there is no SIM' }],
  ['LIMIT_EXCEEDED', { ...phoneAgain, problem: 'other', says: "Android's own limit of texts is reached" }],
  ['REQUEST_RATE_LIMITED', { ...phoneAgain, problem: 'other', says: 'its radio takes no more for now' }],
  ['NO_MEMORY', { ...phoneAgain, says: 'it is out of memory' }],
  ['NO_RESOURCES', { ...phoneAgain, says: 'it is out of resources' }],
  ['BLOCKED_DUE_TO_CALL', { ...phoneAgain, says: 'a call is under way' }],
  ['SIMULTANEOUS_SMS_AND_CALL_NOT_ALLOWED', { ...phoneAgain, says: 'a call is under way' }],
  ['SMS_BLOCKED_DURING_EMERGENCY', { ...phoneAgain, says: 'an emergency call is under way' }],
  ['NO_DEFAULT_SMS_APP', { ...phone, says: 'no SIM is chosen for texts in its settings' }],
  ['NETWORK_REJECT', { ...network, says: 'the network refused it' }],
  ['FDN_CHECK_FAILURE', { ...phone, says: 'the SIM allows fixed numbers only' }],
  ['SHORT_CODE_NOT_ALLOWED', { ...phone, says: 'Android does not allow this short code' }],
  ['SHORT_CODE_NEVER_ALLOWED', { ...phone, says: 'Android does not allow this short code' }],
  ['UNEXPECTED_EVENT_STOP_SENDING', { ...phone, says: 'it was denied on the phone' }],
  ['NULL_PDU', { ...phone, says: 'it made no message of it' }],
  ['INVALID_ARGUMENTS', { ...phone, says: 'it takes the number or the text for unusable' }],
  ['INVALID_SMS_FORMAT', { ...phone, says: 'it takes the text for unusable' }],
  ['ENCODING_ERROR', { ...phone, says: 'it cannot encode the text' }],
  ['INVALID_SMSC_ADDRESS', { ...phone, says: "the SMSC's number on the SIM is unusable" }],
  ['OPERATION_NOT_ALLOWED', { ...phone, says: 'it does not allow it' }],
  ['REQUEST_NOT_SUPPORTED', { ...phone, says: 'its radio does not support it' }],
]);

/** Reads the app's error of a failed text. `parts` is how many it has on the air, as far as is known. */
export function readSendError(error: string, parts: number, wasSent: boolean): SendError {
  const said = judge(error);
  // Of several parts the first may have left before one failed; the app keeps only one reason for all of them.
  const mayBePartly = said.fromRadio && parts > 1;
  const { fromRadio: _, ...result } = said;
  if (result.outcome === 'not_sent' && (wasSent || mayBePartly))
    return { ...result, outcome: 'unsure', retryable: false };
  return result;
}

function judge(error: string): SendError & { fromRadio: boolean } {
  const constant = /^Send result: (?:RESULT_)?(?:ERROR_|RIL_)?([A-Z_]+)/.exec(error)?.[1];
  if (constant !== undefined) return ofRadio(constant);
  const before = { outcome: 'not_sent', fromRadio: false } as const;
  if (error.startsWith('TTL expired')) {
    const detail = 'the app delayed the text too long: its own limits, delays or working hours';
    return { ...before, ...phoneAgain, problem: 'other', detail };
  }
  if (error.startsWith("Can't send message:")) return { ...before, ...ofPreparation(error) };
  if (error.startsWith('sendSMS:'))
    return { ...before, ...phone, detail: 'the phone refused the number or the text' };
  if (error.startsWith('Delivery result')) {
    const detail = 'a delivery receipt says that it was not delivered';
    return { outcome: 'not_delivered', ...network, detail, fromRadio: false };
  }
  return unsure('the phone reports a failure without a reason that is known');
}

/** Thrown before the phone's radio was asked. */
function ofPreparation(error: string): Pick<SendError, 'code' | 'retryable' | 'detail' | 'problem'> {
  if (/No SIMs found/i.test(error))
    return { ...phoneAgain, problem: 'no_sim', detail: 'the app sees no SIM in the phone' };
  if (/SIM \d+ not found/i.test(error))
    return { ...phoneAgain, detail: 'the app does not see the SIM of that slot' };
  if (/READ_PHONE_STATE/.test(error))
    return { ...phone, detail: 'the app may not choose a SIM: allow it the phone permission' };
  return { ...phoneAgain, detail: 'the app could not prepare the text' };
}

function ofRadio(constant: string): SendError & { fromRadio: boolean } {
  const row = notSent.get(constant);
  if (row === undefined) {
    const often = constant === 'GENERIC_FAILURE' ? '; often the SIM has no credit' : '';
    return unsure(`the phone reports ${constant}${often}, which does not say whether it left`);
  }
  const { says, ...meaning } = row;
  return { outcome: 'not_sent', ...meaning, detail: `the phone could not send: ${says}`, fromRadio: true };
}

function unsure(detail: string): SendError & { fromRadio: boolean } {
  return { outcome: 'unsure', ...phone, detail: detail.slice(0, 200), fromRadio: true };
}
