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
  body: string;
}

const ranks: Partial<Record<MessageStatus, number>> = {
  [MessageStatus.QUEUED]: 1,
  [MessageStatus.SENDING]: 2,
  [MessageStatus.SENT]: 3,
  [MessageStatus.DELIVERED]: 4,
  [MessageStatus.FAILED]: 4,
};

/** What else is stored of it. */
export interface StoredCounts {
  /** Texts of the month as the account counts them, and as its texts are marked. */
  used: number;
  charged: number;
  /** The addresses of its contacts. */
  contacts: readonly string[];
}

/** The carrier learns no text's id: each text's words come once. */
export function nameByCarrier({ byCarrier, acknowledged }: Story, stored: readonly Stored[]): void {
  for (const text of byCarrier)
    text.messageId =
      stored.find((row) => isOut(row) && row.body === text.body)?.id ??
      acknowledged.find(({ clientRef }) => clientRef === text.body)?.id ??
      0n;
}

/** The sentences that are broken; none where all is well. */
export function breachesOf(
  story: Story,
  stored: readonly Stored[],
  { used, charged, contacts }: StoredCounts,
): string[] {
  nameByCarrier(story, stored);
  // What is erased stays counted.
  const isCounted = story.erasures.length > 0 ? used >= charged : used === charged;
  return [
    ...lost(story, stored),
    ...left(story),
    ...unended(story, stored),
    ...unlikeLedger(story, stored),
    ...feed(story, stored),
    ...early(story),
    ...kept(story, contacts),
    ...(story.webhook?.breaches(stored) ?? []),
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

/** Nothing leaves twice, after a stop, an erasure or a cancel, or without the person who has to approve it. */
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

/** Whether it is one that a story sends: the answer to a STOP is none of them. */
export const isOfStory = (body: string) => /^(text|waiting|broadcast) /.test(body);

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
    ...(isOwn && story.waiting.has(messageId) && !story.mayBeApproved.has(messageId)
      ? [`the text ${messageId} left and nobody approved it`]
      : []),
  ];
}

/** Nothing leaves before its time. */
const early = ({ ledger, sendAtMs }: Story) =>
  ledger
    .filter(({ body, atMs }) => atMs < (sendAtMs.get(body) ?? 0))
    .map(({ messageId }) => `the text ${messageId} left before its time`);

/** The contact of a person who was erased is gone, unless it was put again. */
const kept = (story: Story, contacts: readonly string[]) =>
  story.erasures
    .filter(({ address, askedAt }) => {
      const putAt = story.contacts.get(address);
      return contacts.includes(address) && putAt !== undefined && putAt < askedAt;
    })
    .map(({ address }) => `the contact ${address} was erased and is there`);

const isOut = ({ direction }: Stored) => direction === 'out';

/** Nothing stays under way for ever. Texts that nobody has approved wait for an hour. */
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
function unlikeLedger({ ledger, byCarrier, phones }: Story, stored: readonly Stored[]): string[] {
  const sent = new Set(ledger.map(({ messageId }) => messageId));
  const isUnsure = phones.some((phone) => phone.isUnsure);
  return stored.filter(isOut).flatMap(({ id, status, error }) => {
    const isByCarrier = byCarrier.some(({ messageId }) => messageId === id);
    const isUnknown =
      (isUnsure || isByCarrier) && (status === 'sent' || error?.startsWith('outcome_unknown') === true);
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
