// The messages of an account, newest first or oldest first. They are put together from the texts that are found in the log, of
// which a request looks at so many and no more.
import { Type } from 'typebox';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { readRef } from '../../runtime/interfaces/smsgate_words.ts';
import type { Reader } from '../edge/app.ts';
import { invalidRequest } from '../errors/errors.ts';
import type { Services } from '../interface/route.ts';
import { oneOf } from '../schemas/kinds.ts';
import {
  clampedInteger,
  filterText,
  type Parameter,
  readWord,
  type ValuesOf,
} from '../schemas/parameters.ts';
import { filterParameters } from '../schemas/text_filter.ts';
import { deviceOf, type MessageState, mergedState, renderState, stateOf } from './message_state.ts';
import { readSeries } from './series.ts';

const { method } = MessageService;

/** Texts that a list looks at, at most, and in how many pages of the log, which are shorter where texts are long. */
const mostTexts = 2_000;
const pageTexts = 500;
/** Texts of the first page, at least: most lists need no second one. */
const leastTexts = 50;
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

const hasContent = ({ includeContent }: Asked) => includeContent === 'true';
/** Whether the words of texts are kept as they are found: those of a list that does not end early would be too many. */
const keepsWords = (asked: Asked) => hasContent(asked) && endsEarly(asked);

/** A message as far as its texts were looked at. */
interface Found {
  id: string;
  texts: Message[];
  /** Its first text was, which is the oldest: send.ts. */
  hasFirst: boolean;
}

/**
 * The messages to which the newest texts of a range belong, newest first, and whether these are all. It stops when it has found those
 * that are asked for, of which some may lack texts.
 */
async function findMessages(reader: Reader, asked: Asked, { ask }: Services) {
  const { from, to, offset } = asked;
  const filter = { direction: 'out', ...(from && { from }), ...(to && { to }) };
  const enough = endsEarly(asked) ? offset + asked.limit : Number.POSITIVE_INFINITY;
  const found = new Map<string, Found>();
  const add = (text: Message) => {
    const ref = readRef(text.clientRef);
    if (!ref) return;
    const known = found.get(ref.id);
    // All texts of a message have the same words.
    if (known || !keepsWords(asked)) text.body = '';
    const message = known ?? { id: ref.id, texts: [], hasFirst: false };
    message.texts.push(text);
    message.hasFirst ||= ref.position === 1;
    if (!known) found.set(ref.id, message);
  };
  let before: bigint | undefined;
  let length = Math.min(Math.max(leastTexts, enough), pageTexts);
  for (let [page, looked] = [0, 0]; page < mostPages && looked < mostTexts && found.size < enough; page++) {
    const { messages, nextBefore } = await ask(method.listMessages, {
      ...{ ...reader, filter, limit: Math.min(length, mostTexts - looked) },
      ...(before !== undefined && { before }),
    });
    for (const text of messages) add(text);
    if (nextBefore === undefined) return { found: [...found.values()], isAll: true };
    looked += messages.length;
    before = nextBefore;
    length = Math.min(2 * length, pageTexts);
  }
  return { found: [...found.values()], isAll: false };
}

/**
 * The texts of messages that were not looked at, and all of them where their words were not kept. What is newer than a first text was
 * looked at, unless the range ends before it.
 */
async function readOthers(
  reader: Reader,
  asked: Asked,
  shown: readonly Found[],
  services: Services,
): Promise<Map<string, Message[]>> {
  const lacksWords = hasContent(asked) && !keepsWords(asked);
  const open = shown.filter(({ hasFirst }) => lacksWords || !hasFirst || asked.to !== undefined);
  const known = lacksWords ? [] : open.flatMap(({ texts }) => texts);
  const ids = open.map(({ id }) => id);
  return readSeries(reader, ids, services, known);
}

const withOthers = (texts: readonly Message[], others: readonly Message[] | undefined) =>
  others ? [...new Map([...texts, ...others].map((text) => [text.id, text])).values()] : texts;

/** The messages that are asked for, and how many there are in all; undefined where not all texts were looked at. */
export async function listMessages(
  reader: Reader,
  asked: Asked,
  services: Services,
): Promise<{ messages: MessageState[]; total: number | undefined }> {
  const { found, isAll } = await findMessages(reader, asked, services);
  const isOldestFirst = asked.sort === 'created_at';
  if (!isAll && isOldestFirst)
    throw invalidRequest(
      'sort=created_at needs a narrower range: there are too many texts between from and to',
    );
  const wanted = found.filter(
    ({ texts }) =>
      (asked.state === '' || mergedState(texts.map(stateOf)) === asked.state) &&
      (asked.deviceId === '' || texts.some((text) => deviceOf(text) === asked.deviceId)),
  );
  if (isOldestFirst) wanted.reverse();
  const shown = wanted.slice(asked.offset, asked.offset + asked.limit);
  const others = await readOthers(reader, asked, shown, services);
  return {
    messages: shown.map(({ id, texts }) =>
      renderState(id, withOthers(texts, others.get(id)), hasContent(asked)),
    ),
    total: isAll ? wanted.length : undefined,
  };
}
