// The messages of an account, newest first or oldest first. A message is no row of its own: it is put together from the texts
// that are found in the log, of which a request looks at so many and no more.
import { Type } from 'typebox';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { readRef } from '../../runtime/interfaces/smsgate_words.ts';
import type { Reader } from '../edge/app.ts';
import { invalidRequest } from '../edge/errors/errors.ts';
import type { Services } from '../routes/route.ts';
import { oneOf } from '../schemas/kinds.ts';
import {
  clampedInteger,
  filterText,
  type Parameter,
  readWord,
  type ValuesOf,
} from '../schemas/parameters.ts';
import { filterParameters } from '../schemas/text_filter.ts';
import {
  deviceOf,
  type MessageState,
  mergedState,
  renderState,
  stateOf,
  type TextOfMessage,
} from './message_state.ts';

const { method } = MessageService;

/** Texts that a list looks at, at most, and in how many pages of the log, which are shorter where texts are long. */
const mostTexts = 2_000;
const pageTexts = 500;
const mostPages = 20;

const wordOf = <const Word extends string>(
  words: readonly Word[],
  fallback: Word | '',
  description: string,
): Parameter<Word | ''> => {
  const { read } = filterText(Type.String());
  return {
    schema: oneOf(words, description),
    read: (value, name) => readWord(words, read(value, name) || fallback || undefined, name) ?? '',
  };
};

export const listQuery = {
  from: filterParameters.from,
  to: filterParameters.to,
  state: wordOf(
    ['Pending', 'Cancelled', 'Processed', 'Sent', 'Delivered', 'Failed'],
    '',
    'Only messages in this state.',
  ),
  deviceId: filterText(Type.String({ description: 'Only messages that this device has.' })),
  limit: clampedInteger({ min: 1, max: 100, fallback: 50 }, 'Most messages in the answer.'),
  offset: clampedInteger({ min: 0, max: mostTexts, fallback: 0 }, 'Messages that are passed over.'),
  includeContent: wordOf(['true', 'false'], 'false', 'Whether the texts are answered as well.'),
  sort: wordOf(['created_at', '-created_at'], '-created_at', 'Oldest first, or newest first.'),
};

type Asked = ValuesOf<typeof listQuery>;

/** The newest texts of a range that belong to messages, newest first and without their words, and whether these are all. */
async function readTexts(reader: Reader, { from, to }: Asked, { ask }: Services) {
  const filter = { direction: 'out', ...(from && { from }), ...(to && { to }) };
  const found: Message[] = [];
  let before: bigint | undefined;
  for (let [page, looked] = [0, 0]; page < mostPages && looked < mostTexts; page++) {
    const limit = Math.min(pageTexts, mostTexts - looked);
    const asked = { ...reader, filter, limit, ...(before !== undefined && { before }) };
    const { messages, nextBefore } = await ask(method.listMessages, asked);
    for (const message of messages)
      if (readRef(message.clientRef)) found.push(Object.assign(message, { body: '' }));
    if (nextBefore === undefined) return { texts: found, isAll: true };
    looked += messages.length;
    before = nextBefore;
  }
  return { texts: found, isAll: false };
}

/** Texts by the ids of their messages, in their order. */
function byMessage<Text>(texts: readonly Text[], refOfText: (text: Text) => string | undefined) {
  const groups = new Map<string, Text[]>();
  for (const text of texts) {
    const id = readRef(refOfText(text))?.id ?? '';
    const group = groups.get(id);
    if (group) group.push(text);
    else groups.set(id, [text]);
  }
  return groups;
}

/** Messages with all that is known of their texts, in the order of `ids`. */
async function readMessages(
  reader: Reader,
  { ids, refs }: { ids: readonly string[]; refs: readonly string[] },
  { ask }: Services,
): Promise<[id: string, texts: TextOfMessage[]][]> {
  const found: TextOfMessage[] = [];
  for (let from = 0; from < refs.length; from += pageTexts) {
    const clientRefs = refs.slice(from, from + pageTexts);
    found.push(...(await ask(method.listMessagesByRef, { ...reader, clientRefs })).messages);
  }
  const groups = byMessage(found, ({ message }) => message?.clientRef);
  return ids.flatMap((id) => {
    const texts = groups.get(id);
    return texts ? [[id, texts] as [string, TextOfMessage[]]] : [];
  });
}

/** The messages that are asked for, and how many there are in all; undefined where not all texts were looked at. */
export async function listMessages(
  reader: Reader,
  asked: Asked,
  services: Services,
): Promise<{ messages: MessageState[]; total: number | undefined }> {
  const { texts, isAll } = await readTexts(reader, asked, services);
  const isOldestFirst = asked.sort === 'created_at';
  if (!isAll && isOldestFirst)
    throw invalidRequest(
      'sort=created_at needs a narrower range: there are too many texts between from and to',
    );
  const found = [...byMessage(texts, ({ clientRef }) => clientRef)]
    .filter(([, ofIt]) => asked.state === '' || mergedState(ofIt.map(stateOf)) === asked.state)
    .filter(([, ofIt]) => asked.deviceId === '' || ofIt.some((text) => deviceOf(text) === asked.deviceId));
  if (isOldestFirst) found.reverse();
  const shown = found.slice(asked.offset, asked.offset + asked.limit);
  const refs = shown.flatMap(([, ofIt]) => ofIt.flatMap(({ clientRef }) => clientRef ?? []));
  const read = await readMessages(reader, { ids: shown.map(([id]) => id), refs }, services);
  const withContent = asked.includeContent === 'true';
  return {
    messages: read.map(([id, ofIt]) => renderState(id, ofIt, withContent)),
    total: isAll ? found.length : undefined,
  };
}
