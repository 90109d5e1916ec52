// The opt-outs of an account, as the account itself reads and changes them.
import type { LineFault } from '../../../runtime/files/line_fault.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { keywordOf, maxWordLength, maxWords, plainWords } from '../../domain/opt_outs/keyword.ts';
import { maxAnswerLength, type OptOutSettings, type OptOutSource } from '../../domain/opt_outs/opt_out.ts';
import { invalidRequest, notFound, Refusal, wrongLength } from '../../errors.ts';
import type { OptOut, OptOutPlace } from '../../store/opt_outs/opt_outs.ts';
import { maxOptOuts } from '../../store/opt_outs/opt_outs.ts';
import type { AppContext } from '../context.ts';
import { mapInTurns } from '../in_turns.ts';
import { lineFaultOf } from '../line_faults.ts';
import { normalize, threadNameOf, toE164 } from '../outbound/outbound_text.ts';
import { cutPage, readCursor, writeCursor, wrongCursor } from '../pages.ts';
import { readCsv } from './read_csv.ts';

/** Most entries of a page. */
const maxPage = 500;
/** Most bytes of a file. */
const maxBytes = 1024 * 1024;

const noSettings: OptOutSettings = { stopWords: [], stopAnswer: null, startAnswer: null, helpAnswer: null };

interface Imported {
  added: number;
  /** There before, or twice in the file. */
  known: number;
  faulty: LineFault[];
}

/** Before the newest. */
const fromNewest: OptOutPlace = { sinceMs: Date.UTC(9999, 0), addressNorm: '' };

function readPlace(cursor: string | undefined): OptOutPlace {
  if (cursor === undefined) return fromNewest;
  const [sinceMs, addressNorm] = readCursor(cursor);
  if (!Number.isSafeInteger(sinceMs) || Math.abs(sinceMs as number) > fromNewest.sinceMs) throw wrongCursor();
  if (typeof addressNorm !== 'string') throw wrongCursor();
  return { sinceMs: sinceMs as number, addressNorm };
}

function checkAnswer(name: string, answer: string | null): void {
  if (answer === null) return;
  const length = lengthInCodePoints(answer);
  if (length < 1 || length > maxAnswerLength || answer.trim() === '')
    throw wrongLength(name, 1, maxAnswerLength);
  if (answer.includes('\u0000')) throw invalidRequest(`${name} must not hold the character U+0000`);
}

/** A word as it is compared. Throws `invalid_request`. */
function readWord(word: string): string {
  const plain = plainWords(word);
  if (plain === '' || lengthInCodePoints(word) > maxWordLength || plain.includes('\u0000'))
    throw invalidRequest(`stop_words must be words of 1 to ${maxWordLength} characters, not punctuation`);
  const meaning = keywordOf(plain);
  if (meaning === 'start' || meaning === 'help')
    throw invalidRequest(`stop_words must not hold a word for ${meaning}`);
  return plain;
}

/** The settings as they are kept. Throws `invalid_request`. */
function readSettings(asked: OptOutSettings): OptOutSettings {
  if (asked.stopWords.length > maxWords)
    throw invalidRequest(`stop_words must have at most ${maxWords} entries`);
  checkAnswer('stop_answer', asked.stopAnswer);
  checkAnswer('start_answer', asked.startAnswer);
  checkAnswer('help_answer', asked.helpAnswer);
  return { ...asked, stopWords: [...new Set(asked.stopWords.map(readWord))] };
}

/** The addresses of a file in E.164, and the lines that cannot be read. Throws `invalid_request` for too many lines. */
async function readFile(csv: string, country: string) {
  const read = await mapInTurns(readCsv(csv), (line) => {
    if ('error' in line) return line;
    try {
      return toE164(line.address, country);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { line: line.line, ...lineFaultOf(error) };
    }
  });
  return {
    addresses: read.filter((entry) => typeof entry === 'string'),
    faulty: read.filter((entry) => typeof entry !== 'string'),
  };
}

interface OptOutsOptions
  extends Pick<
    AppContext<
      | 'addOptOuts'
      | 'findOptOut'
      | 'findOptOutSettings'
      | 'listCountries'
      | 'listOptOuts'
      | 'removeOptOut'
      | 'setOptOutSettings'
    >,
    'store' | 'clock'
  > {
  /** Called when texts that wait may have to end. */
  onAdded: () => void;
}

interface OptOutPage {
  limit: number;
  cursor?: string | undefined;
  /** Only this recipient. */
  address?: string | undefined;
}

export type OptOuts = ReturnType<typeof createOptOuts>;

/** Each action throws a Refusal. */
export function createOptOuts({ store, clock, onAdded }: OptOutsOptions) {
  const add = async (accountId: bigint, addresses: readonly string[], source: OptOutSource) => {
    const added = await store.addOptOuts(accountId, addresses, source, clock.nowMs());
    if (added === 'full')
      throw invalidRequest(`an account may have at most ${maxOptOuts} opt-outs: none of these was added`);
    if (added > 0) onAdded();
    return added;
  };

  return {
    /** A page, newest first. */
    async list(
      accountId: bigint,
      { limit, cursor, address }: OptOutPage,
    ): Promise<{ optOuts: OptOut[]; nextCursor?: string | undefined }> {
      if (address !== undefined) {
        const found = await store.findOptOut(accountId, await threadNameOf(address, accountId, store));
        return { optOuts: found ? [found] : [] };
      }
      const most = Math.min(Math.max(Math.trunc(limit), 1), maxPage);
      const found = await store.listOptOuts(accountId, readPlace(cursor), most + 1);
      const { rows: optOuts, last } = cutPage(found, most);
      return { optOuts, nextCursor: last && writeCursor([last.sinceMs, last.addressNorm]) };
    },

    /** Adds one; an existing one stays as it is. */
    async add(accountId: bigint, address: string, source: OptOutSource): Promise<OptOut> {
      const addressNorm = await normalize(address, accountId, store);
      await add(accountId, [addressNorm], source);
      const optOut = await store.findOptOut(accountId, addressNorm);
      if (!optOut) throw notFound('account');
      return optOut;
    },

    async remove(accountId: bigint, address: string): Promise<OptOut> {
      const removed = await store.removeOptOut(accountId, await threadNameOf(address, accountId, store));
      if (!removed) throw notFound('opt-out');
      return removed;
    },

    async import(accountId: bigint, csv: string): Promise<Imported> {
      if (Buffer.byteLength(csv) > maxBytes) throw invalidRequest(`csv must have at most ${maxBytes} bytes`);
      const country = (await store.listCountries([accountId])).get(accountId);
      if (country === undefined) throw notFound('account');
      const { addresses, faulty } = await readFile(csv, country);
      const distinct = [...new Set(addresses)];
      const added = distinct.length > 0 ? await add(accountId, distinct, 'import') : 0;
      return { added, known: addresses.length - added, faulty };
    },

    settings: async (accountId: bigint): Promise<OptOutSettings> =>
      (await store.findOptOutSettings(accountId)) ?? noSettings,

    /** Replaces the settings; returns them as they are kept. */
    async setSettings(accountId: bigint, asked: OptOutSettings): Promise<OptOutSettings> {
      const settings = readSettings(asked);
      if (!(await store.setOptOutSettings(accountId, settings))) throw notFound('account');
      return settings;
    },
  };
}
