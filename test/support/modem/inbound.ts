// Texts that somebody sends to the simulated phone, as the PDUs of their parts.
import { addressOf } from '../../../device-agent/pdu/address.ts';
import { encodeDeliver } from '../../../device-agent/pdu/deliver.ts';
import { wrap } from '../../../device-agent/pdu/frame.ts';
import { splitText } from '../../../server/domain/messages/text.ts';

/** A text for the phone. */
export interface Inbound {
  /** A number, a short code or a name of 11 characters at most. */
  from: string;
  text: string;
  /** Cuts the text otherwise than usual; `text` is then not looked at. */
  parts?: string[];
  encoding?: 'gsm7' | 'ucs2';
  /** In which order the parts arrive, by their numbers from 1 on; those that are left out never arrive. */
  order?: number[];
  reference?: number;
  referenceBits?: 8 | 16;
  messageClass?: 0 | 1 | 2 | 3;
  protocolId?: number;
  /** When the SMSC had it; the modem's time by default. */
  atMs?: number;
}

/** TP-DCS of a text with a class. */
const classedScheme = (encoding: 'gsm7' | 'ucs2', messageClass: number) =>
  (encoding === 'gsm7' ? 0x10 : 0x18) | messageClass;

/** The PDUs of a text in the order in which they arrive, in hex. */
export function pdusOf(inbound: Inbound, nowMs: number, smsc: string): string[] {
  const { from, referenceBits = 8, reference = 1, messageClass, protocolId } = inbound;
  const split = splitText(inbound.parts?.join('') ?? inbound.text, referenceBits);
  const parts = inbound.parts ?? split.parts;
  const encoding = inbound.encoding ?? split.encoding;
  const order = inbound.order ?? parts.map((_, index) => index + 1);
  return order.map((number) => {
    const text = parts[number - 1];
    if (text === undefined) throw new Error(`a text of ${parts.length} parts has no part ${number}`);
    const tpdu = encodeDeliver({
      sender: addressOf(from),
      part: { text, number, total: parts.length, reference, referenceBits },
      encoding,
      sentAt: { atMs: inbound.atMs ?? nowMs, zoneMinutes: 0 },
      ...(protocolId !== undefined && { protocolId }),
      ...(messageClass !== undefined && { codingScheme: classedScheme(encoding, messageClass) }),
    });
    return wrap(tpdu, addressOf(smsc)).hex;
  });
}
