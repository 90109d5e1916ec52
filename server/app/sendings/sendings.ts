// Sendings, as an account makes, changes and reads them. drive_sendings.ts sends their rows.
import { pause } from '../../../runtime/pause.ts';
import { lengthInCodePoints, maxClientRefLength } from '../../domain/messages/text.ts';
import {
  draftDays,
  maxOpenSendings,
  maxRowsPut,
  maxSendingName,
  maxTemplateLength,
} from '../../domain/sendings/sending.ts';
import { invalidRequest, notFound, unavailable, wrongLength } from '../../errors.ts';
import type { RowFilter } from '../../store/sendings/sending_rows.ts';
import type { NewSending, Sending } from '../../store/sendings/sendings.ts';
import { isCollision } from '../batches/split_batch.ts';
import type { AppContext } from '../context.ts';
import { mapInTurns } from '../in_turns.ts';
import { checkSender } from '../outbound/outbound_text.ts';
import { checkBatch, entriesOf, readPage } from '../pages.ts';
import { createCountOutcome } from './outcomes.ts';
import { type GivenRow, readRow } from './rows.ts';

/** Most rows of a page: each may have a text of 1,600 characters. */
const rowPage = { most: 200, usual: 100 };
/** How often the outcomes of a sending's texts are counted: rarely for a sending that ended long ago. */
const countedForMs = 500;
/** How long a read waits for the count, in milliseconds. */
const waitedForMs = 500;
/** Most sendings of a list that are counted again. */
const mostCounted = 3;
const countedLongForMs = 3_600_000;
const changesForMs = 5 * 24 * 3_600_000;
/** How long a pause waits for rows that are leaving at that moment, in milliseconds, and the time between two looks. */
const patienceMs = 5_000;
const lookMs = 50;
const mostTries = 5;

interface SendingsOptions
  extends Pick<
    AppContext<
      | 'cancelSending'
      | 'countRowBlocks'
      | 'createOfFailed'
      | 'createSending'
      | 'findChangedRowBlocks'
      | 'findSending'
      | 'findSendingByRef'
      | 'keepSendingOutcome'
      | 'listCountries'
      | 'listRows'
      | 'listSendings'
      | 'pauseSending'
      | 'putRows'
      | 'resumeSending'
      | 'startSending'
    >,
    'store' | 'clock'
  > {
  /** Called when there may be rows to send or texts to cancel. */
  wake: () => void;
}

export type Sendings = ReturnType<typeof createSendings>;

function checkText(field: string, text: string, most: number): void {
  const length = lengthInCodePoints(text);
  if (text.trim() === '' || length > most) throw wrongLength(field, 1, most);
  if (text.includes('\u0000')) throw invalidRequest(`${field} must not hold the character U+0000`);
}

function checkName({ name, clientRef }: Pick<NewSending, 'name' | 'clientRef'>): void {
  checkText('name', name, maxSendingName);
  if (clientRef !== null) checkText('client_ref', clientRef, maxClientRefLength);
}

const tooMany = () =>
  invalidRequest(
    `an account may have at most ${maxOpenSendings} sendings that are neither done nor cancelled: cancel one, or wait`,
  );

/** What keeps a sending from being started. */
function whyNotStarted({ state, rowCount, createdAtMs }: Sending, rows: number | null, nowMs: number) {
  if (state !== 'draft') return invalidRequest(`the sending cannot be started: it is ${state}`);
  if (rowCount === 0) return invalidRequest('the sending cannot be started: it has no rows');
  if (rows !== null && rows !== rowCount)
    return invalidRequest(`rows must be ${rowCount}, as many as the sending has`);
  if (createdAtMs < nowMs - (draftDays - 1) * 24 * 3_600_000)
    return invalidRequest(`the sending cannot be started: it is older than ${draftDays} days`);
  return invalidRequest('send_at must not be in the past, nor more than 35 days ahead');
}

/** Makes the next id of an account; another call may make it at the same moment. */
async function repeated<Made>(make: () => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      if (!isCollision(error) || tries === mostTries) throw error;
    }
  }
}

type Moves = Pick<
  SendingsOptions['store'],
  'pauseSending' | 'resumeSending' | 'cancelSending' | 'findSending'
>;

/** Makes the moves of a sending that was started. */
function createMoves({ store, clock, wake }: Pick<SendingsOptions, 'clock' | 'wake'> & { store: Moves }) {
  const find = async (accountId: bigint, id: bigint): Promise<Sending> => {
    const sending = await store.findSending(accountId, id);
    if (!sending) throw notFound('sending');
    return sending;
  };
  const moved = async (accountId: bigint, id: bigint, what: string, sending: Sending | undefined) => {
    if (sending) return sending;
    throw invalidRequest(`the sending cannot be ${what}: it is ${(await find(accountId, id)).state}`);
  };
  /** Waits until no core sends rows of it; none begins to. */
  const settled = async (accountId: bigint, sending: Sending): Promise<Sending> => {
    const deadlineMs = clock.nowMs() + patienceMs;
    for (let now = sending; ; now = await find(accountId, sending.id)) {
      if (!now.isClaimed) return now;
      if (clock.nowMs() >= deadlineMs)
        throw unavailable(
          'rows of the sending are leaving at this moment; ask again to be sure that they have',
        );
      await pause(clock, lookMs);
    }
  };
  return {
    find,
    /** Once it has resolved, no further row becomes a text. */
    async pause(accountId: bigint, id: bigint): Promise<Sending> {
      return settled(
        accountId,
        await moved(accountId, id, 'paused', await store.pauseSending(accountId, id)),
      );
    },
    async resume(accountId: bigint, id: bigint): Promise<Sending> {
      const sending = await moved(accountId, id, 'resumed', await store.resumeSending(accountId, id));
      wake();
      return sending;
    },
    /** Once it is answered, no further row becomes a text; the texts that wait to leave end soon after. */
    async cancel(accountId: bigint, id: bigint): Promise<Sending> {
      const sending = await store.cancelSending(accountId, id);
      if (!sending) throw notFound('sending');
      const still = await settled(accountId, sending);
      wake();
      return still;
    },
  };
}

type Find = ReturnType<typeof createMoves>['find'];

/** Makes the actions on drafts. */
function createDrafts({ store, clock, wake }: SendingsOptions, find: Find) {
  const byRef = async (accountId: bigint, clientRef: string | null) =>
    clientRef === null ? undefined : store.findSendingByRef(accountId, clientRef);

  return {
    /** Makes a draft; a repeat of a client_ref is answered with the draft that has it. */
    async create(accountId: bigint, asked: NewSending): Promise<{ sending: Sending; isNew: boolean }> {
      checkName(asked);
      checkText('template', asked.template, maxTemplateLength);
      const sender = asked.sender === null ? null : checkSender(asked.sender, asked.route);
      return repeated(async () => {
        const before = await byRef(accountId, asked.clientRef);
        if (before) return { sending: before, isNew: false };
        const id = await store.createSending(accountId, { ...asked, sender }, clock.nowMs());
        if (id === undefined) throw tooMany();
        return { sending: await find(accountId, id), isNew: true };
      });
    },

    /** Makes a draft of the rows of a sending whose texts failed and certainly reached nobody. */
    async createOfFailed(accountId: bigint, of: bigint, asked: Pick<NewSending, 'name' | 'clientRef'>) {
      checkName(asked);
      return repeated(async () => {
        const before = await byRef(accountId, asked.clientRef);
        if (before) return { sending: before, isNew: false };
        await find(accountId, of);
        const { id, failed } = await store.createOfFailed(accountId, of, asked, clock.nowMs());
        if (failed === 0)
          throw invalidRequest(
            'the sending cannot be repeated: none of its texts failed that could be sent again',
          );
        if (id === null) throw tooMany();
        return { sending: await find(accountId, id), isNew: true };
      });
    },

    /** Adds the new ones of some rows to a draft; says which of them can never be sent. */
    async putRows(accountId: bigint, id: bigint, given: readonly GivenRow[]) {
      checkBatch('rows', given.length, maxRowsPut);
      const { template } = await find(accountId, id);
      const country = (await store.listCountries([accountId])).get(accountId);
      if (country === undefined) throw notFound('account');
      const rows = new Map<number, ReturnType<typeof readRow>>();
      await mapInTurns(given, (row) => {
        if (rows.has(row.number)) throw invalidRequest(`row ${row.number} must not be given twice`);
        rows.set(row.number, readRow(row, template, country));
      });
      const put = await store.putRows(accountId, id, [...rows.values()]);
      if (!put) throw notFound('sending');
      if (put.state !== 'draft') throw invalidRequest(`the sending cannot be changed: it is ${put.state}`);
      const faulty = [...rows.values()].flatMap(({ number, code, reason }) =>
        code === null ? [] : { number, code, error: reason ?? '' },
      );
      return { added: put.added, faulty };
    },

    /** Starts a draft, now or at an instant; `rows` is how many it must have. Starting it twice is the same as once. */
    async start(
      accountId: bigint,
      id: bigint,
      { sendAtMs, rows }: { sendAtMs: number | null; rows: number | null },
    ) {
      const sending = await store.startSending(accountId, id, sendAtMs, rows);
      if (!sending) {
        const now = await find(accountId, id);
        if (now.state === 'running' && (rows === null || rows === now.rowCount) && now.sendAtMs === sendAtMs)
          return now;
        throw whyNotStarted(now, rows, clock.nowMs());
      }
      wake();
      return sending;
    },
  };
}

/** Makes the actions that only read. */
function createReads({ store, clock }: Pick<SendingsOptions, 'store' | 'clock'>, find: Find) {
  /** Whether a sending's stored numbers may be too old to show. */
  const isStale = ({ startedAtMs, state, endedAtMs, countedAtMs, acceptedCount }: Sending): boolean => {
    if (startedAtMs === null || acceptedCount === 0) return false;
    if (countedAtMs === null) return true;
    const changes =
      state === 'running' || state === 'paused' || (endedAtMs ?? 0) > countedAtMs - changesForMs;
    return countedAtMs < clock.nowMs() - (changes ? countedForMs : countedLongForMs);
  };

  const countOutcome = createCountOutcome({ store, clock });

  /** The sending with what became of its texts until a moment ago. A count that takes longer is for the next look. */
  const renew = async (accountId: bigint, sending: Sending): Promise<Sending> => {
    if (!isStale(sending)) return sending;
    const patience = new AbortController();
    const counted = countOutcome(accountId, sending.id);
    counted.catch(() => undefined);
    const waited = pause(clock, waitedForMs, patience.signal).then(() => undefined);
    const found = await Promise.race([counted, waited]).finally(() => patience.abort());
    return { ...sending, ...found };
  };

  return {
    async read(accountId: bigint, id: bigint): Promise<Sending> {
      return renew(accountId, await find(accountId, id));
    },

    /** A page, newest first. The first few that may have changed are counted anew. */
    async list(accountId: bigint, { limit, before }: { limit: number; before: bigint | undefined }) {
      const { rows, last } = await readPage(limit, (most) =>
        store.listSendings(accountId, before ?? 2n ** 63n - 1n, most),
      );
      const stale = new Set(rows.filter(isStale).slice(0, mostCounted));
      const sendings = await Promise.all(rows.map((row) => (stale.has(row) ? renew(accountId, row) : row)));
      return { sendings, nextBefore: last?.id };
    },

    /** Rows in order of their number. A page may be short or empty without being the last. */
    async listRows(
      accountId: bigint,
      id: bigint,
      { limit, after, filter }: { limit: number; after: number; filter: RowFilter | null },
    ) {
      await find(accountId, id);
      return store.listRows(accountId, id, after, filter, entriesOf(limit, rowPage));
    },
  };
}

/** Each action throws a Refusal. */
export function createSendings(options: SendingsOptions) {
  const moves = createMoves(options);
  return { ...moves, ...createDrafts(options, moves.find), ...createReads(options, moves.find) };
}
