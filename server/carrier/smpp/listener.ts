// Reports to the core what a message centre delivers: receipts with a final status, and texts with whatever identifies
// a repeat of them. Nothing is acknowledged before the core has it.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { CarrierSink } from '../carrier.ts';
import { type ShortMessage, tag } from './pdu/pdu.ts';
import { isReceipt, type ReceiptId, readReceipt, refOfReceipt } from './pdu/receipt.ts';
import { status } from './pdu/statuses.ts';
import { fromSmppAddress } from './pdu/submit_message.ts';
import { type DefaultAlphabet, decodeContent } from './pdu/text_coding.ts';
import type { Delivered } from './session/deliveries.ts';

interface ListenerOptions {
  sink: CarrierSink;
  clock: Clock;
  log: Log;
  /** The carrier's name, for the log. */
  name: string;
  receiptId: ReceiptId;
  alphabet: DefaultAlphabet;
}

/** Takes what came on a connection. Rejects when the core could not keep it. */
export type Listener = (
  message: ShortMessage,
  connection: string,
  waitedSinceMs: number,
) => Promise<Delivered>;

export function createListener(options: ListenerOptions): Listener {
  return (message, connection, waitedSinceMs) =>
    isReceipt(message)
      ? takeReceipt(message, options)
      : takeText(message, connection, waitedSinceMs, options);
}

async function takeReceipt(message: ShortMessage, options: ListenerOptions): Promise<Delivered> {
  const receipt = readReceipt(message);
  if (receipt === undefined) {
    // A repeat would say the same.
    options.log.warn({ carrier: options.name }, 'a receipt names no text or no state; it is passed over');
    return { status: status.ok };
  }
  const { id, outcome, detail } = receipt;
  if (outcome !== 'pending') {
    const ref = refOfReceipt(id, options.receiptId);
    await options.sink.receipt({ ref, outcome, detail, atMs: options.clock.nowMs() });
  }
  return { status: status.ok };
}

async function takeText(
  message: ShortMessage,
  connection: string,
  waitedSinceMs: number,
  { sink, clock, alphabet }: ListenerOptions,
): Promise<Delivered> {
  const { sourceTon, source, destinationTon, destination } = message;
  const taken = await sink.inbound({
    sender: fromSmppAddress(sourceTon, source),
    recipient: fromSmppAddress(destinationTon, destination),
    ...decodeContent(message, alphabet),
    receivedAtMs: clock.nowMs(),
    waitedSinceMs,
    id: null,
    fingerprint: fingerprintOf(message),
    connection,
  });
  return { status: taken.owned ? status.ok : status.permanentError, onReceived: () => taken.confirm() };
}

/** Parameters that are a part of the text; others may change when it is delivered again. */
const tagsOfText = [tag.messagePayload, tag.sarReference, tag.sarTotal, tag.sarNumber];

/** The same for the same text, whenever it is delivered: 64 characters. */
function fingerprintOf(message: ShortMessage): string {
  const hash = createHash('sha256');
  const pieces = [
    Buffer.from(message.source, 'latin1'),
    Buffer.from(message.destination, 'latin1'),
    Uint8Array.of(message.esmClass, message.dataCoding),
    message.content,
    ...tagsOfText.map((tag) => message.tlvs.get(tag) ?? new Uint8Array()),
  ];
  // With their lengths, so that no two texts run into the same octets.
  for (const piece of pieces) hash.update(`${piece.length}:`).update(piece);
  return hash.digest('hex');
}
