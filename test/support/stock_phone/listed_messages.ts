// A list of texts as the app reads it (GatewayApi.getMessages). What is of a wrong type fails the whole list.
import type { Content } from './app_memory.ts';
import { readDate } from './dates.ts';
import { readBoolean, readInteger, readList, readObject, readString } from './gson.ts';
import type { AppVersion } from './versions.ts';

export interface ListedMessage {
  id: string;
  /** Null when there is none, which this text alone does not survive. */
  phoneNumbers: string[] | null;
  content: Content | null;
  withDeliveryReport: boolean | null;
  simNumber: number | null;
  validUntilMs: number | null;
  scheduleAtMs: number | null;
  isEncrypted: boolean | null;
  priority: number | null;
  /** An unknown word reads as none. */
  state: string | null;
  createdAtMs: number | null;
}

const readMoment = (value: unknown): number | null =>
  value === null || value === undefined ? null : readDate(value);

/** A data message goes before a text, and that before the old field. */
function readContent(fields: Record<string, unknown>): Content | null {
  const data = readObject(fields.dataMessage);
  const text = readObject(fields.textMessage);
  const old = readString(fields.message);
  if (data)
    return { kind: 'data', data: readString(data.data) ?? '', port: readInteger(data.port, 0, 65_535) ?? 0 };
  if (text) return { kind: 'text', text: readString(text.text) ?? '' };
  return old === null ? null : { kind: 'text', text: old };
}

const known = ['Pending', 'Cancelling', 'Cancelled', 'Processed', 'Sent', 'Delivered', 'Failed'];

function readMessage(value: unknown, { readsState }: AppVersion): ListedMessage {
  const fields = readObject(value) ?? {};
  const state = readsState ? readString(fields.state) : null;
  return {
    id: readString(fields.id) ?? '',
    phoneNumbers: readList(fields.phoneNumbers)?.map((each) => readString(each) ?? '') ?? null,
    content: readContent(fields),
    withDeliveryReport: readBoolean(fields.withDeliveryReport),
    simNumber: readInteger(fields.simNumber),
    validUntilMs: readMoment(fields.validUntil),
    scheduleAtMs: readMoment(fields.scheduleAt),
    isEncrypted: readBoolean(fields.isEncrypted),
    priority: readInteger(fields.priority, -128, 255),
    state: state !== null && known.includes(state) ? state : null,
    createdAtMs: readMoment(fields.createdAt),
  };
}

/** Throws when any of it is of a wrong type. */
export const readMessages = (text: string, version: AppVersion): ListedMessage[] =>
  (readList(JSON.parse(text)) ?? []).map((item) => readMessage(item, version));
