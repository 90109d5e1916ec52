// The state of a message, from the texts that it stands for.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { Type } from 'typebox';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { readRef, type SmsgateState, smsgateState } from '../../runtime/interfaces/smsgate_words.ts';
import { statuses } from '../schemas/resources/messages/message.ts';

/** A message as it is answered. */
export interface MessageState {
  id: string;
  deviceId: string;
  state: SmsgateState;
  isHashed: false;
  isEncrypted: false;
  recipients: { phoneNumber: string; state: SmsgateState; error?: string }[];
  /** When a recipient came to each state; the latest of them. */
  states: Partial<Record<SmsgateState, string>>;
  textMessage?: { text: string };
}

export const MessageStateAnswer = Type.Unsafe<MessageState>({});
export const MessageStatesAnswer = Type.Unsafe<MessageState[]>({});

export const stateOf = ({ status, error }: Message): SmsgateState =>
  smsgateState({ status: statuses.of(status), error: error ?? null });

/** The state of a message by those of its recipients, as their server has it. */
export function mergedState(states: readonly SmsgateState[]): SmsgateState {
  for (const first of ['Pending', 'Cancelled', 'Processed'] as const)
    if (states.includes(first)) return first;
  for (const all of ['Failed', 'Delivered'] as const) if (states.every((state) => state === all)) return all;
  return 'Sent';
}

const positionOf = ({ clientRef }: Message) => readRef(clientRef)?.position ?? 0;

/** The device that has a text, or that it was asked to leave by; empty for none. */
export const deviceOf = ({ deviceId, from }: Message): string =>
  deviceId?.toString() ?? /^device:(\d+)/.exec(from ?? '')?.[1] ?? '';

function timesOf(text: Message) {
  const { createdAt, handedOverAt, sentAt, deliveredAt, failedAt } = text;
  const end: SmsgateState = stateOf(text) === 'Cancelled' ? 'Cancelled' : 'Failed';
  const times: readonly [SmsgateState, Timestamp | undefined][] = [
    ['Pending', createdAt],
    ['Processed', handedOverAt],
    ['Sent', sentAt],
    ['Delivered', deliveredAt],
    [end, failedAt],
  ];
  return times.flatMap(([state, at]) => (at ? [{ state, atMs: timestampMs(at) }] : []));
}

/** A message by its texts, at least one. */
export function renderState(id: string, texts: readonly Message[], withContent = false): MessageState {
  const messages = texts.length === 1 ? texts : texts.toSorted((a, b) => positionOf(a) - positionOf(b));
  const latest = new Map<SmsgateState, number>();
  for (const { state, atMs } of messages.flatMap(timesOf))
    latest.set(state, Math.max(atMs, latest.get(state) ?? 0));
  return {
    id,
    deviceId: messages.map(deviceOf).find((device) => device !== '') ?? '',
    state: mergedState(messages.map(stateOf)),
    isHashed: false,
    isEncrypted: false,
    recipients: messages.map((message) => ({
      phoneNumber: message.addressNorm,
      state: stateOf(message),
      ...(message.error !== undefined && { error: message.error }),
    })),
    states: Object.fromEntries([...latest].map(([state, atMs]) => [state, new Date(atMs).toISOString()])),
    ...(withContent && { textMessage: { text: messages.find(({ body }) => body !== '')?.body ?? '' } }),
  };
}
