// What must hold after a story, whatever its order was: DESIGN's invariants, as one account sees them.
import { type Message, MessageStatus } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { Story } from './story.ts';

/** What is stored of an account in the end. */
export interface Stored {
  id: bigint;
  seq: bigint;
  direction: string;
  status: string;
  error: string | null;
  client_ref: string | null;
}

const ranks: Partial<Record<MessageStatus, number>> = {
  [MessageStatus.QUEUED]: 1,
  [MessageStatus.SENDING]: 2,
  [MessageStatus.SENT]: 3,
  [MessageStatus.DELIVERED]: 4,
  [MessageStatus.FAILED]: 4,
};

/** The sentences that are broken; none where all is well. */
export function breachesOf(story: Story, stored: readonly Stored[], used: number, charged: number): string[] {
  return [
    ...lost(story, stored),
    ...left(story),
    ...unended(stored),
    ...unlikeLedger(story, stored),
    ...feed(story, stored),
    ...(used === charged ? [] : [`${used} texts are counted, and ${charged} rows are charged`]),
  ];
}

/** An acknowledged text is stored, and its client_ref is one text for ever. */
function lost({ acknowledged }: Story, stored: readonly Stored[]): string[] {
  const byRef = new Map<string, bigint>();
  return acknowledged.flatMap(({ id, clientRef }) => {
    const first = byRef.get(clientRef) ?? id;
    byRef.set(clientRef, first);
    const row = stored.find((each) => each.id === id);
    return [
      ...(first === id ? [] : [`${clientRef} is the texts ${first} and ${id}`]),
      ...(row?.client_ref === clientRef ? [] : [`the acknowledged text ${id} is not stored`]),
    ];
  });
}

/** Nothing leaves twice, after a stop, after a cancel, or without the person who has to confirm it. */
function left(story: Story): string[] {
  const { ledger, acknowledged: stops } = story.phone;
  const stopped = new Map(story.stopped);
  for (const [name, event] of stops) {
    const address = name.split(' ')[2] ?? '';
    stopped.set(address, Math.min(stopped.get(address) ?? Number.POSITIVE_INFINITY, event));
  }
  const times = new Map<bigint, number>();
  return ledger.flatMap(({ messageId: id, address, body, handedAt }) => {
    times.set(id, (times.get(id) ?? 0) + 1);
    const isAnswer = !/^(text|waiting) /.test(body);
    const stoppedAt = isAnswer ? undefined : stopped.get(address);
    return [
      ...(times.get(id) === 1 ? [] : [`the text ${id} left ${times.get(id)} times`]),
      ...(stoppedAt !== undefined && handedAt > stoppedAt
        ? [`the text ${id} was handed over at ${handedAt}, after the stop at ${stoppedAt}`]
        : []),
      ...(story.cancelled.has(id) ? [`the text ${id} left though it was cancelled`] : []),
      ...(story.waiting.has(id) && !story.mayBeConfirmed.has(id)
        ? [`the text ${id} left and nobody confirmed it`]
        : []),
    ];
  });
}

const isOut = ({ direction }: Stored) => direction === 'out';

/** Nothing stays under way for ever. Texts that nobody has confirmed wait for an hour. */
const unended = (stored: readonly Stored[]) =>
  stored
    .filter((row) => isOut(row) && !['delivered', 'failed', 'scheduled'].includes(row.status))
    .map(({ id, status }) => `the text ${id} stays ${status}`);

/** What left is delivered, and what did not leave has failed for a reason. */
function unlikeLedger({ phone }: Story, stored: readonly Stored[]): string[] {
  const sent = new Set(phone.ledger.map(({ messageId }) => messageId));
  return stored.filter(isOut).flatMap(({ id, status, error }) => {
    if (sent.has(id) && status !== 'delivered') return [`the text ${id} left and is ${status} (${error})`];
    if (!sent.has(id) && status === 'delivered') return [`the text ${id} is delivered and never left`];
    if (status === 'failed' && error === null) return [`the text ${id} failed without a reason`];
    return [];
  });
}

/** A reader is given each text in its last state, in the order of seq, and no state that goes back. */
function feed({ seen }: Story, stored: readonly Stored[]): string[] {
  const last = new Map<bigint, Message>();
  const breaches: string[] = [];
  let seq = 0n;
  for (const message of seen) {
    if (message.seq <= seq) breaches.push(`the feed goes from ${seq} to ${message.seq}`);
    seq = message.seq;
    const before = ranks[last.get(message.id)?.status ?? MessageStatus.QUEUED] ?? 0;
    if ((ranks[message.status] ?? 9) < before) breaches.push(`the text ${message.id} goes back`);
    last.set(message.id, message);
  }
  for (const { id, seq: newest } of stored)
    if (last.get(id)?.seq !== newest) breaches.push(`the feed lacks the text ${id} at ${newest}`);
  return breaches;
}
