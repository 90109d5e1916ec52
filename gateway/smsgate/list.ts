// The messages of an account, newest first or oldest first. A message is no row of its own: it is put together from the texts
// that are found in the log, of which a request looks at so many and no more.
import { Type } from 'typebox';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { readRef } from '../../runtime/smsgate_words.ts';
import { invalidRequest } from '../edge/errors.ts';
import type { Services } from '../routes/route.ts';
import { oneOf } from '../schemas/kinds.ts';
import { clampedInteger, filterText, type Parameter, type ValuesOf } from '../schemas/parameters.ts';
import { filterParameters } from '../schemas/text_filter.ts';
import { type MessageState, renderState, type TextOfMessage } from './message_state.ts';

const { method } = MessageService;

/** Texts that a list looks at, at most, and those of a page of the log. */
const mostTexts = 2_000;
const pageTexts = 500;

const wordOf = <const Word extends string>(
  words: readonly Word[],
  fallback: Word | '',
  description: string,
): Parameter<Word | ''> => {
  const { read } = filterText(Type.String());
  return {
    schema: oneOf(words, description),
    read(value, name) {
      const said = read(value, name) || fallback;
      const found = words.find((word) => word === said);
      if (said !== '' && found === undefined)
        throw invalidRequest(`${name} must be one of ${words.join(', ')}`);
      return found ?? '';
    },
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

/** The newest texts of a range that belong to messages, newest first, and whether these are all. */
async function readTexts(accountId: bigint, { from, to }: Asked, { ask }: Services) {
  const filter = { direction: 'out', ...(from && { from }), ...(to && { to }) };
  const found: TextOfMessage[] = [];
  let before: bigint | undefined;
  for (let page = 0; page < mostTexts / pageTexts; page++) {
    const asked = { accountId, filter, limit: pageTexts, ...(before !== undefined && { before }) };
    const { messages, nextBefore } = await ask(method.listMessages, asked);
    found.push(...messages.filter(({ clientRef }) => readRef(clientRef)).map((message) => ({ message })));
    if (nextBefore === undefined) return { texts: found, isAll: true };
    before = nextBefore;
  }
  return { texts: found, isAll: false };
}

/** The same texts with all instants that are known of them, by their messages' ids. */
async function byMessage(accountId: bigint, texts: readonly TextOfMessage[], { ask }: Services) {
  const groups = new Map<string, TextOfMessage[]>();
  const refs = texts.flatMap(({ message }) => message?.clientRef ?? []);
  for (const ref of refs) groups.set(readRef(ref)?.id ?? '', []);
  for (let from = 0; from < refs.length; from += pageTexts) {
    const clientRefs = refs.slice(from, from + pageTexts);
    const { messages } = await ask(method.listMessagesByRef, { accountId, clientRefs });
    for (const each of messages) groups.get(readRef(each.message?.clientRef)?.id ?? '')?.push(each);
  }
  return [...groups].filter(([, found]) => found.length > 0);
}

/** The messages that are asked for, and how many there are in all; undefined where not all texts were looked at. */
export async function listMessages(
  accountId: bigint,
  asked: Asked,
  services: Services,
): Promise<{ messages: MessageState[]; total: number | undefined }> {
  const { texts, isAll } = await readTexts(accountId, asked, services);
  if (!isAll && asked.sort === 'created_at')
    throw invalidRequest(
      `sort=created_at takes a from, after which at most ${mostTexts} texts were exchanged`,
    );
  const withContent = asked.includeContent === 'true';
  const found = (await byMessage(accountId, texts, services))
    .map(([id, ofIt]) => renderState(id, ofIt, withContent))
    .filter(({ state }) => asked.state === '' || state === asked.state)
    .filter(({ deviceId }) => asked.deviceId === '' || deviceId === asked.deviceId);
  if (asked.sort === 'created_at') found.reverse();
  const end = asked.offset + asked.limit;
  return { messages: found.slice(asked.offset, end), total: isAll ? found.length : undefined };
}
