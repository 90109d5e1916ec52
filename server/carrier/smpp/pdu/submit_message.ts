// A submission as the submit_sm that it becomes.
import type { Submission } from '../../carrier.ts';
import type { ShortMessage } from './pdu.ts';
import { type AddressTypes, toSmppAddress } from './smpp_address.ts';
import { type DefaultAlphabet, encodeContent, type LongTexts } from './text_coding.ts';

/** How the message centre learns until when a text is worth delivering. */
type Validity = 'relative' | 'absolute' | 'off';

export interface SubmitSettings {
  serviceType: string;
  source: AddressTypes;
  destination: AddressTypes;
  alphabet: DefaultAlphabet;
  longTexts: LongTexts;
  validity: Validity;
}

/** Throws RangeError for what cannot be expressed. */
export function toSubmitMessage(
  submission: Submission,
  settings: SubmitSettings,
  nowMs: number,
): ShortMessage {
  const source = toSmppAddress(submission.sender, settings.source);
  const destination = toSmppAddress(submission.recipient, settings.destination);
  return {
    serviceType: settings.serviceType,
    sourceTon: source.ton,
    sourceNpi: source.npi,
    source: source.address,
    destinationTon: destination.ton,
    destinationNpi: destination.npi,
    destination: destination.address,
    protocolId: 0,
    priority: 0,
    scheduledAt: '',
    validity: validityOf(submission.expiresAtMs, settings.validity, nowMs),
    // A receipt at the end, whatever it is (5.2.17).
    registeredDelivery: 1,
    replaceIfPresent: 0,
    defaultMessage: 0,
    ...encodeContent(submission, settings.alphabet, settings.longTexts),
  };
}

const secondMs = 1_000;
const maxDays = 31;

/** validity_period (7.1.1): the time left, which needs no common clock, or the instant in UTC. */
function validityOf(expiresAtMs: number, validity: Validity, nowMs: number): string {
  if (validity === 'off') return '';
  if (validity === 'absolute') {
    const digits = new Date(expiresAtMs).toISOString().replace(/\D/g, '');
    return `${digits.slice(2, 15)}00+`;
  }
  const seconds = Math.max(1, Math.floor((expiresAtMs - nowMs) / secondMs));
  const days = Math.min(maxDays, Math.floor(seconds / 86_400));
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `0000${two(days)}${clock.map(two).join('')}000R`;
}
