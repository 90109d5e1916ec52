// What an SMSC delivers: receipts in their several shapes, texts, and the parts of long texts.
import { type ShortMessage, tag } from '../../../server/carrier/smpp/pdu/pdu.ts';
import { encodeGsm7 } from '../../../server/domain/messages/gsm7.ts';

/** A deliver_sm with everything left out that `fields` does not say. */
export function shortMessage(fields: Partial<ShortMessage> = {}): ShortMessage {
  return {
    serviceType: '',
    sourceTon: 1,
    sourceNpi: 1,
    source: '15005550006',
    destinationTon: 1,
    destinationNpi: 1,
    destination: '15005550100',
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduledAt: '',
    validity: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessage: 0,
    content: new Uint8Array(),
    tlvs: new Map(),
    ...fields,
  };
}

/** message_state by the word of the receipt's text (5.2.28). */
const states: Readonly<Record<string, number>> = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
};

/** How a receipt is written: by its text, by optional parameters, or by both. */
export type ReceiptBy = 'text' | 'tlv' | 'both';

/** A delivery receipt. `stat` is a word of the receipt's text, like DELIVRD. */
export function receiptOf(id: string, stat: string, by: ReceiptBy = 'text', error = '000'): ShortMessage {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2603101200 done date:2603101201 stat:${stat} err:${error} text:`;
  const tlvs = new Map<number, Uint8Array>([
    [tag.receiptedMessageId, Buffer.from(`${id}\0`, 'latin1')],
    [tag.messageState, Uint8Array.of(states[stat] ?? 0)],
  ]);
  return shortMessage({
    esmClass: 0x04,
    content: by === 'tlv' ? new Uint8Array() : Buffer.from(text, 'latin1'),
    tlvs: by === 'text' ? new Map() : tlvs,
  });
}

/** A text of somebody: GSM-7 where it fits, else UCS-2. At most 254 octets. */
export function textOf(sender: string, recipient: string, text: string): ShortMessage {
  const septets = encodeGsm7(text);
  return shortMessage({
    source: sender.replace('+', ''),
    destination: recipient.replace('+', ''),
    dataCoding: septets ? 0 : 8,
    content: septets ?? Buffer.from(text, 'utf16le').swap16(),
  });
}

/** A long text in parts of the given texts, tied together by a header or by optional parameters. */
export function partsOf(
  sender: string,
  recipient: string,
  texts: readonly string[],
  reference: number,
  by: 'udh8' | 'udh16' | 'sar' = 'udh8',
): ShortMessage[] {
  return texts.map((text, index) => {
    const part = textOf(sender, recipient, text);
    const [total, number] = [texts.length, index + 1];
    const high = (reference >> 8) & 0xff;
    const low = reference & 0xff;
    if (by === 'sar') {
      const tlvs = new Map<number, Uint8Array>([
        [tag.sarReference, Uint8Array.of(high, low)],
        [tag.sarTotal, Uint8Array.of(total)],
        [tag.sarNumber, Uint8Array.of(number)],
      ]);
      return { ...part, tlvs };
    }
    const header = by === 'udh8' ? [5, 0, 3, low, total, number] : [6, 8, 4, high, low, total, number];
    return { ...part, esmClass: 0x40, content: Buffer.concat([Uint8Array.from(header), part.content]) };
  });
}
