// The meaning of ModemManager's errors for a text. Their messages are never passed on.
import type { ErrorKind } from '../at/reading/error_table.ts';
import { describeError, failureCodeOf, meaningOfError, tryAgain } from '../at/reading/modem_error.ts';
import type { Result } from '../driver.ts';
import { BusError } from './bus.ts';

/** Names of MMMessageError, with the +CMS ERROR that each stands for. */
const messageErrors: Record<string, number> = {
  MeFailure: 300,
  SmsServiceReserved: 301,
  NotAllowed: 302,
  NotSupported: 303,
  InvalidPduParameter: 304,
  InvalidTextParameter: 305,
  SimNotInserted: 310,
  SimPin: 311,
  PhSimPin: 312,
  SimFailure: 313,
  SimBusy: 314,
  SimWrong: 315,
  SimPuk: 316,
  SimPin2: 317,
  SimPuk2: 318,
  MemoryFailure: 320,
  InvalidIndex: 321,
  MemoryFull: 322,
  SmscAddressUnknown: 330,
  NoNetwork: 331,
  NetworkTimeout: 332,
  Unknown: 500,
};

/** How a refused submit ends, and what it says of the device. */
export interface Refusal {
  result: Result;
  kind: ErrorKind | 'denied';
}

const ours = 'org.freedesktop.ModemManager1.Error.';

/** The step that was refused. Making a text sends nothing; of a long one, parts before the refused one may be gone. */
type Stage = 'create' | 'send_one' | 'send_many';

/** The result that it gives. */
export function refusalOf(error: unknown, stage: Stage): Refusal {
  if (!(error instanceof BusError)) return unsure('ModemManager did not answer', stage);
  const { errorName, words } = error;
  if (errorName === `${ours}Core.Unauthorized` || errorName.endsWith('.AccessDenied'))
    return notSent('ModemManager does not let this user send', 'denied');
  // There was no service to take the call.
  if (/\.(ServiceUnknown|NameHasNoOwner|UnknownMethod|UnknownObject|UnknownInterface)$/.test(errorName))
    return notSent('the modem is gone', 'temporary');
  // Of a long text the first parts may be gone when it says so.
  const isLater = stage === 'send_many' && errorName.startsWith(`${ours}Core.`);
  if (isLater) return unsure('ModemManager could not send all of it', stage);
  if (/^Core\.(WrongState|Retry|TooMany|InProgress|NotFound)$/.test(errorName.slice(ours.length)))
    return notSent('ModemManager cannot send just now', 'temporary');
  if (/^Core\.(InvalidArgs|Unsupported)$/.test(errorName.slice(ours.length)))
    return notSent('ModemManager cannot send such a text', 'permanent');
  const named = errorName.startsWith(`${ours}Message.`) ? errorName.slice(ours.length + 8) : undefined;
  const said = /^Unknown message error: (\d{1,3})$/.exec(words)?.[1];
  const code = said === undefined ? messageErrors[named ?? ''] : Number(said);
  if (named === undefined || code === undefined)
    return unsure('ModemManager says that it failed, without saying what', stage);
  const modemError = { family: 'cms', code } as const;
  const { kind } = meaningOfError(modemError);
  const detail = describeError(modemError);
  if (kind === 'unsure' || stage === 'send_many') return { ...unsure(detail, stage), kind };
  return { result: { kind: 'rejected', code: failureCodeOf(modemError), detail, ...tryAgain(kind) }, kind };
}

function notSent(detail: string, kind: Refusal['kind']): Refusal {
  const retryable = kind !== 'permanent';
  return { result: { kind: 'rejected', code: 'device_failed', detail, retryable }, kind };
}

function unsure(detail: string, stage: Stage): Refusal {
  if (stage === 'create') return notSent(detail, 'temporary');
  return { result: { kind: 'unknown', detail }, kind: 'unsure' };
}
