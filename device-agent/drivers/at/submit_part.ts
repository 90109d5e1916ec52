// Hands one part to the modem and reads what became of it. Until the mark of its end is written, whatever goes wrong
// means that it did not leave; from then on only a clear answer of the modem counts, and everything else is unknown.
import { addressOf } from '../../pdu/address.ts';
import { type Frame, wrap } from '../../pdu/frame.ts';
import { PduError } from '../../pdu/pdu_error.ts';
import { encodeSubmit } from '../../pdu/submit.ts';
import type { DriverJob, Result } from '../driver.ts';
import type { HandedOver, Loss } from './line/channel.ts';
import { fieldsOf, numberIn } from './reading/answers.ts';
import type { ErrorKind } from './reading/error_table.ts';
import {
  describeError,
  failureCodeOf,
  type ModemError,
  meaningOfError,
  tryAgain,
} from './reading/modem_error.ts';
import type { Session } from './session.ts';
import type { Facts } from './set_up.ts';

/** How long the modem may take to ask for the text. */
const promptTimeoutMs = 10_000;
/** How long the network may take; with the prompt's time less than submitTimeoutMs. */
const answerTimeoutMs = 70_000;
/** As long as the core waits for a receipt: three days. */
const validityMinutes = 72 * 60;

/** How a submit ended, and what that says about the device. */
interface Submitted {
  result: Result;
  /** The modem's reason, when it refused. */
  reason?: ErrorKind;
}

/** It certainly did not leave, and may be tried again. */
export const notNow = (detail: string): Submitted => ({
  result: { kind: 'rejected', code: 'device_failed', detail, retryable: true },
});

/** The job's part in a frame, or the reason why it does not fit. */
export function frameOf(job: DriverJob, facts: Facts, smsc: string | undefined): Frame | Submitted {
  const part = job.part ?? { text: job.body, number: 1, total: 1, reference: 0, referenceBits: 8 };
  const recipient = addressOf(job.address);
  const statusReport = facts.reports !== 'none';
  try {
    const tpdu = encodeSubmit({ recipient, part, encoding: job.encoding, statusReport, validityMinutes });
    return wrap(tpdu, smsc === undefined ? null : addressOf(smsc));
  } catch (error) {
    const why = error instanceof PduError ? error.message : 'the codec failed';
    const detail = `no PDU can say this: ${why}`.slice(0, 200);
    return { result: { kind: 'rejected', code: 'device_failed', detail, retryable: false } };
  }
}

/** Submits once. */
export async function submitFrame(session: Session, facts: Facts, frame: Frame): Promise<Submitted> {
  const options = { answers: '+CMGS:', timeoutMs: promptTimeoutMs };
  const handedOver = await session.handOver(
    `AT+CMGS=${frame.tpduLength}`,
    frame.hex,
    answerTimeoutMs,
    options,
  );
  const reference = referenceIn(handedOver);
  // The network has it, whatever else goes wrong.
  if (reference !== undefined)
    return { result: { kind: 'accepted', refs: [facts.reports === 'none' ? null : reference] } };
  if (handedOver.kind === 'refused') return refused(handedOver.error, handedOver.written);
  if (!handedOver.written)
    return notNow(`${losses[handedOver.kind === 'lost' ? handedOver.why : 'mute']} before it took the text`);
  const detail =
    handedOver.kind === 'lost'
      ? `${losses[handedOver.why]} after it was given the text`
      : 'the modem answered without a reference';
  return { result: { kind: 'unknown', detail } };
}

const losses: Record<Loss, string> = {
  mute: 'the modem did not answer',
  gone: 'the modem was unplugged',
  rebooted: 'the modem started anew',
  stopped: 'the agent stopped',
};

function referenceIn({ written, lines }: HandedOver): string | undefined {
  const line = written ? lines.find((one) => one.startsWith('+CMGS:')) : undefined;
  const reference = line === undefined ? undefined : numberIn(fieldsOf(line)[0]);
  return reference === undefined || reference > 255 ? undefined : String(reference);
}

function refused(error: ModemError, written: boolean): Submitted {
  const { kind } = meaningOfError(error);
  const detail = describeError(error);
  if (written && kind === 'unsure') return { result: { kind: 'unknown', detail }, reason: kind };
  return {
    result: { kind: 'rejected', code: failureCodeOf(error), detail, ...tryAgain(kind) },
    reason: kind,
  };
}
