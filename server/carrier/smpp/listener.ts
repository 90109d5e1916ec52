// Reports to the core what an SMSC delivers: receipts with a final status, and texts with whatever identifies
// a repeat of them. Nothing is acknowledged before the core has it.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { seldom } from '../../../runtime/seldom.ts';
import type { CarrierSink } from '../carrier.ts';
import { contentOf, type ShortMessage, tag, tagName } from './pdu/pdu.ts';
import { kindOf, type ReceiptId, readReceipt, refOfReceipt } from './pdu/receipt.ts';
import { status } from './pdu/statuses.ts';
import { fromSmppAddress } from './pdu/submit_message.ts';
import { type DefaultAlphabet, decodeContent } from './pdu/text_coding.ts';
import type { Delivered, Delivery } from './session/deliveries.ts';

interface ListenerOptions {
  sink: CarrierSink;
  clock: Clock;
  log: Log;
  /** The carrier's name, for the log. */
  name: string;
  receiptId: ReceiptId;
  alphabet: DefaultAlphabet;
}

/** How often at most the log names defects, in milliseconds. */
const logPeriodMs = 10_000;
/** The source of its dead letters. */
const source = 'smpp';

export interface Listener {
  /** Takes what came on a connection. Rejects when the core could not keep it. */
  take(delivery: Delivery, connection: string): Promise<Delivered>;
  /** Keeps what could not be read. */
  keep(body: Uint8Array): void;
}

export function createListener(options: ListenerOptions): Listener {
  const { sink, clock, log, name } = options;
  const isTimeForALine = seldom(logPeriodMs, () => clock.nowMs());
  return {
    async take(delivery, connection) {
      const { message, defects } = delivery;
      if (defects.length > 0 && isTimeForALine())
        log.warn(
          { carrier: name, fields: defects },
          'the SMSC sent fields that break SMPP; they are read as far as they go',
        );
      const kind = kindOf(message);
      if (kind === 'text') return takeText(delivery, connection, options);
      const receipt = kind === 'receipt' ? readReceipt(message) : undefined;
      // A repeat would say the same.
      if (receipt === undefined)
        await sink.deadLetter({
          source,
          why: kind === 'receipt' ? 'incomplete' : 'unreadable',
          raw: rawOf(message),
        });
      else if (receipt.outcome !== 'pending') {
        const { id, outcome, detail } = receipt;
        await sink.receipt({
          ref: refOfReceipt(id, options.receiptId),
          outcome,
          detail,
          atMs: clock.nowMs(),
        });
      }
      return { status: status.ok };
    },
    keep(body) {
      const raw = Buffer.from(body).toString('latin1');
      sink.deadLetter({ source, why: 'unreadable', raw }).catch(() => undefined);
    },
  };
}

/** A message as the operator is shown it. */
function rawOf(message: ShortMessage): string {
  const { source: from, destination: to, esmClass, dataCoding, tlvs } = message;
  const parameters = Object.fromEntries(
    [...tlvs].map(([tag, value]) => [tagName(tag), Buffer.from(value).toString('hex')]),
  );
  const words = Buffer.from(contentOf(message)).toString('latin1');
  return JSON.stringify({ from, to, esm_class: esmClass, data_coding: dataCoding, words, parameters });
}

async function takeText(
  { message, sequence, waitedSinceMs }: Delivery,
  connection: string,
  { sink, clock, alphabet }: ListenerOptions,
): Promise<Delivered> {
  const { sourceTon, source: from, destinationTon, destination } = message;
  const decoded = decodeContent(message, alphabet);
  const taken = await sink.inbound({
    sender: fromSmppAddress(sourceTon, from),
    recipient: fromSmppAddress(destinationTon, destination),
    ...decoded,
    receivedAtMs: clock.nowMs(),
    waitedSinceMs,
    id: null,
    fingerprint: fingerprintOf(message),
    connection,
    sequence,
  });
  if (!taken.owned) await sink.deadLetter({ source, why: 'unowned', raw: rawOf(message) });
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
