// The state of a message, from the texts that it stands for.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { Type } from 'typebox';
import { type Message, MessageStatusSchema } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { readRef, type SmsgateState, smsgateState } from '../../runtime/interfaces/smsgate_words.ts';
import { wordsOf } from '../interface/enum_words.ts';

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

const statusOf = wordsOf(MessageStatusSchema).of;

export const stateOf = ({ status, error }: Message): SmsgateState =>
  smsgateState({ status: statusOf(status), error: error ?? null });

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

/** Notes when a text came to each state, where no other did later. */
function noteTimes(latest: Partial<Record<SmsgateState, number>>, text: Message, state: SmsgateState): void {
  const note = (of: SmsgateState, at: Timestamp | undefined) => {
    if (at) latest[of] = Math.max(latest[of] ?? 0, timestampMs(at));
  };
  note('Pending', text.createdAt);
  note('Processed', text.handedOverAt);
  note('Sent', text.sentAt);
  note('Delivered', text.deliveredAt);
  note(state === 'Cancelled' ? 'Cancelled' : 'Failed', text.failedAt);
}

/** A message by its texts, at least one. */
export function renderState(id: string, texts: readonly Message[], withContent = false): MessageState {
  const messages = texts.length === 1 ? texts : texts.toSorted((a, b) => positionOf(a) - positionOf(b));
  const latest: Partial<Record<SmsgateState, number>> = {};
  const recipients = messages.map((message): MessageState['recipients'][number] => {
    const { addressNorm: phoneNumber, error } = message;
    const state = stateOf(message);
    noteTimes(latest, message, state);
    return error === undefined ? { phoneNumber, state } : { phoneNumber, state, error };
  });
  const states: MessageState['states'] = {};
  for (const [state, atMs] of Object.entries(latest))
    states[state as SmsgateState] = new Date(atMs).toISOString();
  return {
    id,
    deviceId: messages.map(deviceOf).find((device) => device !== '') ?? '',
    state: mergedState(recipients.map(({ state }) => state)),
    isHashed: false,
    isEncrypted: false,
    recipients,
    states,
    ...(withContent && { textMessage: { text: messages.find(({ body }) => body !== '')?.body ?? '' } }),
  };
}
