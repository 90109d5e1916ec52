// What must hold after a story, whatever its order was, as one account sees it.
import { type Message, MessageStatus } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { Story } from './story.ts';
import type { Submitted } from './story_phone.ts';

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
  // What is erased stays counted.
  const isCounted = story.erasures.length > 0 ? used >= charged : used === charged;
  return [
    ...lost(story, stored),
    ...left(story),
    ...unended(story, stored),
    ...unlikeLedger(story, stored),
    ...feed(story, stored),
    ...(isCounted ? [] : [`${used} texts are counted, and ${charged} rows are charged`]),
  ];
}

/** An acknowledged text is stored unless its recipient was erased, and its client_ref is one text for ever. */
function lost({ acknowledged, erasures }: Story, stored: readonly Stored[]): string[] {
  const byRef = new Map<string, bigint>();
  return acknowledged.flatMap(({ id, clientRef, address }) => {
    if (erasures.some((erasure) => erasure.address === address)) return [];
    const first = byRef.get(clientRef) ?? id;
    byRef.set(clientRef, first);
    const row = stored.find((each) => each.id === id);
    return [
      ...(first === id ? [] : [`${clientRef} is the texts ${first} and ${id}`]),
      ...(row?.client_ref === clientRef ? [] : [`the acknowledged text ${id} is not stored`]),
    ];
  });
}

/** Nothing leaves twice, after a stop, an erasure or a cancel, or without the person who has to confirm it. */
function left(story: Story): string[] {
  const times = new Map<string, number>();
  const once = ({ messageId, body }: Submitted) => {
    const name = `${messageId} ${body}`;
    times.set(name, (times.get(name) ?? 0) + 1);
    return times.get(name) === 1;
  };
  return story.ledger.flatMap((text) => [
    ...(once(text) ? [] : [`the text ${text.messageId} left more than once`]),
    ...afterStop(story, text),
    ...afterErasure(story, text),
    ...unwanted(story, text),
  ]);
}

const isOfStory = (body: string) => /^(text|waiting|broadcast) /.test(body);

function afterStop({ stopped }: Story, { messageId, address, body, handedAt }: Submitted): string[] {
  // The answer to a STOP may leave.
  const at = isOfStory(body) ? stopped.get(address) : undefined;
  if (at === undefined || handedAt <= at) return [];
  return [`the text ${messageId} was handed over at ${handedAt}, after the stop at ${at}`];
}

function afterErasure(
  { erasures, acknowledged }: Story,
  { messageId, address, body, handedAt }: Submitted,
): string[] {
  const accepted = acknowledged.find(({ id, clientRef }) => id === messageId && clientRef === body);
  const erasure = erasures.find(
    (each) => each.address === address && accepted && accepted.event < each.askedAt,
  );
  if (!erasure || handedAt <= erasure.acknowledgedAt) return [];
  return [`the text ${messageId} was handed over after the erasure at ${erasure.acknowledgedAt}`];
}

function unwanted(story: Story, { messageId, body, handedAt }: Submitted): string[] {
  const isOwn = story.acknowledged.some(({ id, clientRef }) => id === messageId && clientRef === body);
  const broadcast = [...story.broadcasts.values()].find(({ words }) => body.startsWith(`${words} `));
  const cancelledAt = broadcast?.cancelledAt;
  return [
    ...(isOwn && story.cancelled.has(messageId)
      ? [`the text ${messageId} left though it was cancelled`]
      : []),
    ...(cancelledAt !== undefined && handedAt > cancelledAt
      ? [`the text ${messageId} was handed over after its broadcast was cancelled at ${cancelledAt}`]
      : []),
    ...(isOwn && story.waiting.has(messageId) && !story.mayBeConfirmed.has(messageId)
      ? [`the text ${messageId} left and nobody confirmed it`]
      : []),
  ];
}

const isOut = ({ direction }: Stored) => direction === 'out';

/** Nothing stays under way for ever. Texts that nobody has confirmed wait for an hour. */
function unended({ phones }: Story, stored: readonly Stored[]): string[] {
  const ends = [
    'delivered',
    'failed',
    'scheduled',
    ...(phones.some(({ isUnsure }) => isUnsure) ? ['sent'] : []),
  ];
  return stored
    .filter((row) => isOut(row) && !ends.includes(row.status))
    .map(({ id, status }) => `the text ${id} stays ${status}`);
}

/** What left is delivered, and what did not leave has failed for a reason. */
function unlikeLedger({ ledger, phones }: Story, stored: readonly Stored[]): string[] {
  const sent = new Set(ledger.map(({ messageId }) => messageId));
  const isUnsure = phones.some((phone) => phone.isUnsure);
  return stored.filter(isOut).flatMap(({ id, status, error }) => {
    const isUnknown = isUnsure && (status === 'sent' || error?.startsWith('outcome_unknown') === true);
    if (sent.has(id) && status !== 'delivered' && !isUnknown)
      return [`the text ${id} left and is ${status} (${error})`];
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
    const before = last.get(message.id);
    const wasUnknown = before?.error?.startsWith('outcome_unknown') === true;
    const rank = ranks[before?.status ?? MessageStatus.QUEUED] ?? 0;
    if ((ranks[message.status] ?? 9) < rank && !wasUnknown && before?.status !== MessageStatus.SENDING)
      breaches.push(`the text ${message.id} goes from ${before?.status} to ${message.status}`);
    last.set(message.id, message);
  }
  for (const { id, seq: newest } of stored)
    if (last.get(id)?.seq !== newest) breaches.push(`the feed lacks the text ${id} at ${newest}`);
  return breaches;
}
