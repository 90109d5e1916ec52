// A submission as the submit_sm that it becomes.
import type { Submission } from '../../carrier.ts';
import type { ShortMessage } from './pdu.ts';
import { type DefaultAlphabet, encodeContent, type LongTexts } from './text_coding.ts';

/** An address of a short message. */
interface SmppAddress {
  ton: number;
  npi: number;
  address: string;
}

/** The operator's types instead of the automatic ones. */
interface AddressTypes {
  ton?: number;
  npi?: number;
}

/** Longest short code, in digits. */
const maxShortCode = 8;

/** The address of an E.164 number, a short code or a name. */
export function toSmppAddress(text: string, types: AddressTypes = {}): SmppAddress {
  const [ton, npi] = typesOf(text);
  return { ton: types.ton ?? ton, npi: types.npi ?? npi, address: text.replace(/^\+/, '') };
}

function typesOf(text: string): [ton: number, npi: number] {
  // International, in the telephone numbering plan.
  if (/^\+[0-9]+$/.test(text)) return [1, 1];
  // Alphanumeric.
  if (!/^[0-9]+$/.test(text)) return [5, 0];
  // Network-specific, or unknown in the telephone numbering plan.
  return text.length <= maxShortCode ? [3, 0] : [0, 1];
}

/** An address as it came: an international number gets its plus, everything else stays as it is, but for spaces around it. */
export function fromSmppAddress(ton: number, octets: string): string {
  const address = octets.trim();
  return ton === 1 && /^[1-9][0-9]{6,14}$/.test(address) ? `+${address}` : address;
}

/** How the SMSC learns until when a text is worth delivering. */
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
