// The messages of an account, newest first or oldest first. A message is no row of its own: it is put together from the texts
// that are found in the log, of which a request looks at so many and no more.
import { Type } from 'typebox';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { mostRecipients, readRef, refOf } from '../../runtime/interfaces/smsgate_words.ts';
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
/** Texts of the first page, at least: most lists need no second one. */
const leastTexts = 100;
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

/** Whether a list ends with the messages that it shows: it looks for no state or device, and the newest come first. */
const endsEarly = ({ sort, state, deviceId }: Asked) =>
  sort === '-created_at' && state === '' && deviceId === '';

/**
 * The newest texts of a range that belong to messages, newest first and without their words, and whether these are all. It stops when
 * it has found the messages that are asked for, of which the last may lack texts.
 */
async function readTexts(reader: Reader, asked: Asked, { ask }: Services) {
  const { from, to, offset } = asked;
  const filter = { direction: 'out', ...(from && { from }), ...(to && { to }) };
  const enough = endsEarly(asked) ? offset + asked.limit : Number.POSITIVE_INFINITY;
  const found: Message[] = [];
  const ids = new Set<string>();
  let before: bigint | undefined;
  for (let [page, looked] = [0, 0]; page < mostPages && looked < mostTexts && ids.size <= enough; page++) {
    const length = page === 0 ? Math.max(leastTexts, 2 * enough) : pageTexts;
    const limit = Math.min(length, pageTexts, mostTexts - looked);
    const { messages, nextBefore } = await ask(method.listMessages, {
      ...{ ...reader, filter, limit },
      ...(before !== undefined && { before }),
    });
    for (const message of messages) {
      const ref = readRef(message.clientRef);
      if (!ref) continue;
      ids.add(ref.id);
      found.push(Object.assign(message, { body: '' }));
    }
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

/** The texts under references, some at a time. */
async function readRefs(reader: Reader, refs: readonly string[], { ask }: Services) {
  const found: TextOfMessage[] = [];
  for (let from = 0; from < refs.length; from += pageTexts) {
    const clientRefs = refs.slice(from, from + pageTexts);
    found.push(...(await ask(method.listMessagesByRef, { ...reader, clientRefs })).messages);
  }
  return found;
}

const highest = (refs: readonly (string | undefined)[]) =>
  Math.max(0, ...refs.map((ref) => readRef(ref)?.position ?? 0));

/**
 * Messages with all that is known of their texts, in the order of `shown`, which may lack texts of them. How many recipients a message
 * has is written nowhere: it is asked for twice as many as were found, until the second half of them is empty.
 */
async function readMessages(
  reader: Reader,
  shown: readonly (readonly [id: string, texts: readonly Message[]])[],
  services: Services,
): Promise<[id: string, texts: TextOfMessage[]][]> {
  const groups = new Map<string, TextOfMessage[]>();
  let open = shown.map(([id, texts]) => ({
    id,
    asked: 0,
    known: highest(texts.map((text) => text.clientRef)),
  }));
  while (open.length > 0) {
    const next = open.map(({ id, asked, known }) => ({
      id,
      asked,
      upTo: Math.min(mostRecipients, 2 * known),
    }));
    const refs = next.flatMap(({ id, asked, upTo }) =>
      Array.from({ length: upTo - asked }, (_, index) => refOf(id, asked + index + 1)),
    );
    const found = byMessage(await readRefs(reader, refs, services), ({ message }) => message?.clientRef);
    for (const [id, texts] of found) groups.set(id, [...(groups.get(id) ?? []), ...texts]);
    open = next.flatMap(({ id, upTo }) => {
      const known = highest((found.get(id) ?? []).map(({ message }) => message?.clientRef));
      return 2 * known > upTo && upTo < mostRecipients ? [{ id, asked: upTo, known }] : [];
    });
  }
  return shown.flatMap(([id]) => {
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
  const read = await readMessages(reader, shown, services);
  const withContent = asked.includeContent === 'true';
  return {
    messages: read.map(([id, ofIt]) => renderState(id, ofIt, withContent)),
    total: isAll ? found.length : undefined,
  };
}
