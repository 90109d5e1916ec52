// Broadcasts, as an account makes, changes and reads them. drive_broadcasts.ts sends their rows.
import { pause } from '../../../runtime/pause.ts';
import {
  draftDays,
  maxBroadcastName,
  maxOpenBroadcasts,
  maxRecipientsPut,
  maxTemplateLength,
} from '../../domain/broadcasts/broadcast.ts';
import { lengthInCodePoints, maxClientRefLength } from '../../domain/messages/text.ts';
import { invalidRequest, notFound, unavailable, wrongLength } from '../../errors.ts';
import type { RecipientFilter } from '../../store/broadcasts/broadcast_recipients.ts';
import type { Broadcast, NewBroadcast } from '../../store/broadcasts/broadcasts.ts';
import { isCollision } from '../batches/split_batch.ts';
import type { AppContext } from '../context.ts';
import { mapInTurns } from '../in_turns.ts';
import { checkSender } from '../outbound/outbound_text.ts';
import { checkBatch, entriesOf, readPage } from '../pages.ts';
import { createCountOutcome } from './outcomes.ts';
import { type GivenRecipient, readRow } from './recipients.ts';

/** Most rows of a page: each may have a text of 1,600 characters. */
const recipientPage = { most: 200, usual: 100 };
/** How often the outcomes of a broadcast's texts are counted: rarely for a broadcast that ended long ago. */
const countedForMs = 500;
/** How long a read waits for the count, in milliseconds. */
const waitedForMs = 500;
/** Most broadcasts of a list that are counted again. */
const mostCounted = 3;
const countedLongForMs = 3_600_000;
const changesForMs = 5 * 24 * 3_600_000;
/** How long a pause waits for rows that are leaving at that moment, in milliseconds, and the time between two looks. */
const patienceMs = 5_000;
const lookMs = 50;
const mostTries = 5;

interface BroadcastsOptions
  extends Pick<
    AppContext<
      | 'cancelBroadcast'
      | 'countRecipientBlocks'
      | 'createOfFailed'
      | 'createBroadcast'
      | 'findChangedRecipientBlocks'
      | 'findBroadcast'
      | 'findBroadcastByRef'
      | 'keepBroadcastOutcome'
      | 'listCountries'
      | 'listRecipients'
      | 'listBroadcasts'
      | 'pauseBroadcast'
      | 'putRecipients'
      | 'resumeBroadcast'
      | 'startBroadcast'
    >,
    'store' | 'clock'
  > {
  /** Called when there may be rows to send or texts to cancel. */
  wake: () => void;
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

function checkText(field: string, text: string, most: number): void {
  const length = lengthInCodePoints(text);
  if (text.trim() === '' || length > most) throw wrongLength(field, 1, most);
  if (text.includes('\u0000')) throw invalidRequest(`${field} must not hold the character U+0000`);
}

function checkName({ name, clientRef }: Pick<NewBroadcast, 'name' | 'clientRef'>): void {
  checkText('name', name, maxBroadcastName);
  if (clientRef !== null) checkText('client_ref', clientRef, maxClientRefLength);
}

const tooMany = () =>
  invalidRequest(
    `an account may have at most ${maxOpenBroadcasts} broadcasts that are neither done nor cancelled: cancel one, or wait`,
  );

/** What keeps a broadcast from being started. */
function whyNotStarted(
  { state, recipientCount, createdAtMs }: Broadcast,
  rows: number | null,
  nowMs: number,
) {
  if (state !== 'draft') return invalidRequest(`the broadcast cannot be started: it is ${state}`);
  if (recipientCount === 0) return invalidRequest('the broadcast cannot be started: it has no rows');
  if (rows !== null && rows !== recipientCount)
    return invalidRequest(`rows must be ${recipientCount}, as many as the broadcast has`);
  if (createdAtMs < nowMs - (draftDays - 1) * 24 * 3_600_000)
    return invalidRequest(`the broadcast cannot be started: it is older than ${draftDays} days`);
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
  BroadcastsOptions['store'],
  'pauseBroadcast' | 'resumeBroadcast' | 'cancelBroadcast' | 'findBroadcast'
>;

/** Makes the moves of a broadcast that was started. */
function createMoves({ store, clock, wake }: Pick<BroadcastsOptions, 'clock' | 'wake'> & { store: Moves }) {
  const find = async (accountId: bigint, id: bigint): Promise<Broadcast> => {
    const broadcast = await store.findBroadcast(accountId, id);
    if (!broadcast) throw notFound('broadcast');
    return broadcast;
  };
  const moved = async (accountId: bigint, id: bigint, what: string, broadcast: Broadcast | undefined) => {
    if (broadcast) return broadcast;
    throw invalidRequest(`the broadcast cannot be ${what}: it is ${(await find(accountId, id)).state}`);
  };
  /** Waits until no core sends rows of it; none begins to. */
  const settled = async (accountId: bigint, broadcast: Broadcast): Promise<Broadcast> => {
    const deadlineMs = clock.nowMs() + patienceMs;
    for (let now = broadcast; ; now = await find(accountId, broadcast.id)) {
      if (!now.isClaimed) return now;
      if (clock.nowMs() >= deadlineMs)
        throw unavailable(
          'rows of the broadcast are leaving at this moment; ask again to be sure that they have',
        );
      await pause(clock, lookMs);
    }
  };
  return {
    find,
    /** Once it has resolved, no further row becomes a text. */
    async pause(accountId: bigint, id: bigint): Promise<Broadcast> {
      return settled(
        accountId,
        await moved(accountId, id, 'paused', await store.pauseBroadcast(accountId, id)),
      );
    },
    async resume(accountId: bigint, id: bigint): Promise<Broadcast> {
      const broadcast = await moved(accountId, id, 'resumed', await store.resumeBroadcast(accountId, id));
      wake();
      return broadcast;
    },
    /** Once it is answered, no further row becomes a text; the texts that wait to leave end soon after. */
    async cancel(accountId: bigint, id: bigint): Promise<Broadcast> {
      const broadcast = await store.cancelBroadcast(accountId, id);
      if (!broadcast) throw notFound('broadcast');
      const still = await settled(accountId, broadcast);
      wake();
      return still;
    },
  };
}

type Find = ReturnType<typeof createMoves>['find'];

/** Makes the actions on drafts. */
function createDrafts({ store, clock, wake }: BroadcastsOptions, find: Find) {
  const byRef = async (accountId: bigint, clientRef: string | null) =>
    clientRef === null ? undefined : store.findBroadcastByRef(accountId, clientRef);

  return {
    /** Makes a draft; a repeat of a client_ref is answered with the draft that has it. */
    async create(accountId: bigint, asked: NewBroadcast): Promise<{ broadcast: Broadcast; isNew: boolean }> {
      checkName(asked);
      checkText('template', asked.template, maxTemplateLength);
      const sender = asked.sender === null ? null : checkSender(asked.sender, asked.route);
      return repeated(async () => {
        const before = await byRef(accountId, asked.clientRef);
        if (before) return { broadcast: before, isNew: false };
        const id = await store.createBroadcast(accountId, { ...asked, sender }, clock.nowMs());
        if (id === undefined) throw tooMany();
        return { broadcast: await find(accountId, id), isNew: true };
      });
    },

    /** Makes a draft of the rows of a broadcast whose texts failed and certainly reached nobody. */
    async createOfFailed(accountId: bigint, of: bigint, asked: Pick<NewBroadcast, 'name' | 'clientRef'>) {
      checkName(asked);
      return repeated(async () => {
        const before = await byRef(accountId, asked.clientRef);
        if (before) return { broadcast: before, isNew: false };
        await find(accountId, of);
        const { id, failed } = await store.createOfFailed(accountId, of, asked, clock.nowMs());
        if (failed === 0)
          throw invalidRequest(
            'the broadcast cannot be repeated: none of its texts failed that could be sent again',
          );
        if (id === null) throw tooMany();
        return { broadcast: await find(accountId, id), isNew: true };
      });
    },

    /** Adds the new ones of some rows to a draft; says which of them can never be sent. */
    async putRecipients(accountId: bigint, id: bigint, given: readonly GivenRecipient[]) {
      checkBatch('rows', given.length, maxRecipientsPut);
      const { template } = await find(accountId, id);
      const country = (await store.listCountries([accountId])).get(accountId);
      if (country === undefined) throw notFound('account');
      const rows = new Map<number, ReturnType<typeof readRow>>();
      await mapInTurns(given, (row) => {
        if (rows.has(row.number)) throw invalidRequest(`row ${row.number} must not be given twice`);
        rows.set(row.number, readRow(row, template, country));
      });
      const put = await store.putRecipients(accountId, id, [...rows.values()]);
      if (!put) throw notFound('broadcast');
      if (put.state !== 'draft') throw invalidRequest(`the broadcast cannot be changed: it is ${put.state}`);
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
      const broadcast = await store.startBroadcast(accountId, id, sendAtMs, rows);
      if (!broadcast) {
        const now = await find(accountId, id);
        if (
          now.state === 'running' &&
          (rows === null || rows === now.recipientCount) &&
          now.sendAtMs === sendAtMs
        )
          return now;
        throw whyNotStarted(now, rows, clock.nowMs());
      }
      wake();
      return broadcast;
    },
  };
}

/** Makes the actions that only read. */
function createReads({ store, clock }: Pick<BroadcastsOptions, 'store' | 'clock'>, find: Find) {
  /** Whether a broadcast's stored numbers may be too old to show. */
  const isStale = ({ startedAtMs, state, endedAtMs, countedAtMs, acceptedCount }: Broadcast): boolean => {
    if (startedAtMs === null || acceptedCount === 0) return false;
    if (countedAtMs === null) return true;
    const changes =
      state === 'running' || state === 'paused' || (endedAtMs ?? 0) > countedAtMs - changesForMs;
    return countedAtMs < clock.nowMs() - (changes ? countedForMs : countedLongForMs);
  };

  const countOutcome = createCountOutcome({ store, clock });

  /** The broadcast with what became of its texts until a moment ago. A count that takes longer is for the next look. */
  const renew = async (accountId: bigint, broadcast: Broadcast): Promise<Broadcast> => {
    if (!isStale(broadcast)) return broadcast;
    const patience = new AbortController();
    const counted = countOutcome(accountId, broadcast.id);
    counted.catch(() => undefined);
    const waited = pause(clock, waitedForMs, patience.signal).then(() => undefined);
    const found = await Promise.race([counted, waited]).finally(() => patience.abort());
    return { ...broadcast, ...found };
  };

  return {
    async read(accountId: bigint, id: bigint): Promise<Broadcast> {
      return renew(accountId, await find(accountId, id));
    },

    /** A page, newest first. The first few that may have changed are counted anew. */
    async list(accountId: bigint, { limit, before }: { limit: number; before: bigint | undefined }) {
      const { rows, last } = await readPage(limit, (most) =>
        store.listBroadcasts(accountId, before ?? 2n ** 63n - 1n, most),
      );
      const stale = new Set(rows.filter(isStale).slice(0, mostCounted));
      const broadcasts = await Promise.all(rows.map((row) => (stale.has(row) ? renew(accountId, row) : row)));
      return { broadcasts, nextBefore: last?.id };
    },

    /** Rows in order of their number. A page may be short or empty without being the last. */
    async listRecipients(
      accountId: bigint,
      id: bigint,
      { limit, after, filter }: { limit: number; after: number; filter: RecipientFilter | null },
    ) {
      await find(accountId, id);
      return store.listRecipients(accountId, id, after, filter, entriesOf(limit, recipientPage));
    },
  };
}

/** Each action throws a Refusal. */
export function createBroadcasts(options: BroadcastsOptions) {
  const moves = createMoves(options);
  return { ...moves, ...createDrafts(options, moves.find), ...createReads(options, moves.find) };
}
