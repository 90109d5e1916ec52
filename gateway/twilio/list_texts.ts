// Twilio's list of messages, from the log of texts: newest first, in pages that lead to the next.
import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Type } from 'typebox';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { latestInstantMs } from '../../runtime/instants.ts';
import { messageSid, readMessageSid } from '../../runtime/interfaces/twilio_words.ts';
import type { Ask } from '../core_client/ask.ts';
import type { Reader } from '../edge/app.ts';
import { readInstant } from '../schemas/instants.ts';
import { filterText, type Parameter, type ValuesOf } from '../schemas/parameters.ts';
import { TwilioFault } from './faults.ts';
import { ownSide, pathOfAccount } from './resources.ts';

const usualSize = 50;
/** As many are read at a time. Twilio has up to 1000 in a page. */
const largestSize = 500;
const dayMs = 24 * 3_600_000;

const anyText = (most: number): Parameter<string> => filterText(Type.String(), most);

/** A day as 2026-11-20, or an instant; the day's begin and end are meant as well. */
function readTime(said: string, name: string): { fromMs: number; toMs: number } {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(said);
  const at = readInstant(isDay ? `${said}T00:00:00Z` : said, name);
  const fromMs = Number(at.seconds) * 1000 + Math.floor(at.nanos / 1_000_000);
  return { fromMs, toMs: Math.min(fromMs + (isDay ? dayMs : 1_000), latestInstantMs) };
}

const time: Parameter<{ fromMs: number; toMs: number } | undefined> = {
  schema: Type.String(),
  read(value, name) {
    const said = anyText(64).read(value, name);
    return said === '' ? undefined : readTime(said, name);
  },
};

const pageSize: Parameter<number> = {
  schema: Type.String(),
  read(value) {
    const said = Number(value || usualSize);
    if (!Number.isInteger(said) || said < 1) throw new TwilioFault(20001, 'PageSize must be 1 or more');
    return Math.min(said, largestSize);
  },
};

const pageNumber: Parameter<number> = {
  schema: Type.String(),
  read: (value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : 0),
};

/** The text that a page begins below; undefined for the newest. */
const pageToken: Parameter<{ accountId: bigint; id: bigint } | undefined> = {
  schema: Type.String(),
  read(value, name) {
    const said = anyText(64).read(value, name);
    if (said === '') return undefined;
    const read = said.startsWith('PA') ? readMessageSid(said.slice(2)) : undefined;
    if (!read) throw new TwilioFault(20001, `${name} must be of an earlier page`);
    return read;
  },
};

export const listQuery = {
  ...{ To: anyText(64), From: anyText(64), DateSent: time, 'DateSent>': time, 'DateSent<': time },
  ...{ PageSize: pageSize, Page: pageNumber, PageToken: pageToken },
};

type Query = ValuesOf<typeof listQuery>;

/** The request to the log, and the filter of its answer. */
interface Wanted {
  direction: '' | 'in' | 'out';
  address: string;
  isWanted: (message: Message) => boolean;
}

/** Our numbers of an account; phones have names of their own. */
async function numbersOf(accountId: bigint, ask: Ask): Promise<ReadonlySet<string>> {
  const { numbers } = await ask(CarrierService.method.listNumbers, { accountId, limit: 500 });
  return new Set(numbers.map(({ number }) => number));
}

/** Undefined where no text can be meant: it came from one of ours to one of ours, or from somebody else to another. */
async function wantedOf(
  { To: to, From: from }: Query,
  accountId: bigint,
  ask: Ask,
): Promise<Wanted | undefined> {
  const all: Wanted = { direction: '', address: '', isWanted: () => true };
  if (to === '' && from === '') return all;
  const numbers = await numbersOf(accountId, ask);
  const isOurs = (side: string) => side.startsWith('device:') || numbers.has(side);
  const is = (side: string) => (message: Message) => ownSide(message) === side;
  if (to !== '' && from !== '' && isOurs(to) === isOurs(from)) return undefined;
  const isInbound = to === '' ? !isOurs(from) : isOurs(to);
  const [ours, theirs] = isInbound ? [to, from] : [from, to];
  return {
    direction: isInbound ? 'in' : 'out',
    address: theirs,
    isWanted: ours === '' ? all.isWanted : is(ours),
  };
}

const instantOf = (ms: number | undefined): Timestamp | undefined =>
  ms === undefined ? undefined : timestampFromMs(ms);

/** Reads a page. One that is short, or empty, is not the last unless it has no `nextBefore`. */
export async function readTexts(
  query: Query,
  reader: Reader,
  ask: Ask,
): Promise<{ messages: Message[]; nextBefore: bigint | undefined }> {
  const { accountId } = reader;
  const wanted = await wantedOf(query, accountId, ask);
  const { DateSent: on, 'DateSent>': after, 'DateSent<': until, PageSize: limit, PageToken: token } = query;
  const [from, to] = [on?.fromMs ?? after?.fromMs, on?.toMs ?? until?.fromMs];
  if (token && token.accountId !== accountId)
    throw new TwilioFault(20001, 'PageToken must be of an earlier page');
  if (!wanted || (from !== undefined && to !== undefined && from >= to))
    return { messages: [], nextBefore: undefined };
  const { direction, address, isWanted } = wanted;
  const filter = { direction, address, from: instantOf(from), to: instantOf(to) };
  const asked = { ...reader, filter, limit, before: token?.id };
  const { messages, nextBefore } = await ask(MessageService.method.listMessages, asked);
  return { messages: messages.filter(isWanted), nextBefore };
}

/** The path of a page, as the program asked for it but for where it begins. */
export function pagePath(accountId: bigint, asked: string, page: number, before?: bigint): string {
  const params = new URLSearchParams(asked.split('?')[1] ?? '');
  params.set('Page', String(page));
  params.delete('PageToken');
  if (before !== undefined) params.set('PageToken', `PA${messageSid({ accountId, id: before })}`);
  return `${pathOfAccount(accountId)}/Messages.json?${params}`;
}
