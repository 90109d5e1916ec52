// Sends the rows of broadcasts that are running, and ends the texts of those that were cancelled. Every core does so, a
// few hundred rows of an account at a time, so that neither the account's other texts nor other accounts wait for a
// long broadcast. No row leaves twice, because its text has a client_ref; none is lost, because the row waits until its
// outcome is written down.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import { recipientRef } from '../../domain/broadcasts/broadcast.ts';
import { Refusal, type RefusalCode } from '../../errors.ts';
import type { ClaimedRecipient, DoneRecipient } from '../../store/broadcasts/drive_broadcasts.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';
import { askingBack, newestAdvances } from '../messages/newest_advances.ts';
import type { Send } from '../outbound/send.ts';

const periodMs = 1_000;
/** Accounts of one run, and rows of each. */
const accountsATurn = 4;
const recipientsATurn = 200;
/** How long a claim is used; another core may take it some time after that. */
const usedForMs = 10_000;

/** Refusals that are about the account, not about a row: further rows would only repeat them. */
const ofAccount: readonly RefusalCode[] = [
  'account_suspended',
  'cap_reached',
  'no_plan',
  'no_subscription',
  'no_route',
  'not_found',
];

interface DriverOptions
  extends Pick<
    AppContext<'cancelRecipients' | 'claimBroadcasts' | 'concludeRecipients' | 'listCancelling'>,
    'store' | 'clock' | 'log' | 'failpoint' | 'publish'
  > {
  send: Send;
}

export type BroadcastDriver = ReturnType<typeof driveBroadcasts>;

type ClaimedBroadcast = NonNullable<ClaimedRecipient['broadcast']>;
type Row = NonNullable<ClaimedRecipient['row']>;

/** Rows of one account to send now. */
interface Claim {
  accountId: bigint;
  /** Null where nothing of the account may be sent now. */
  broadcast: ClaimedBroadcast | null;
  rows: Row[];
}

function claimsOf(found: readonly ClaimedRecipient[]): Claim[] {
  const claims = new Map<bigint, Claim>();
  for (const { accountId, broadcast, row } of found) {
    const claim = claims.get(accountId) ?? { accountId, broadcast, rows: [] };
    claims.set(accountId, claim);
    if (row) claim.rows.push(row);
  }
  return [...claims.values()];
}

/** What became of a row, or why its broadcast has to pause; undefined for a row that is tried again. */
type Verdict = DoneRecipient | { rests: RefusalCode } | undefined;

function createSendRecipient(send: Send, report: (error: unknown) => void) {
  const refused = (number: number, { code, message }: Refusal): Verdict => {
    if (code === 'unavailable' || code === 'rate_limited') return undefined;
    if (ofAccount.includes(code)) return { rests: code };
    return { number, state: 'refused', code, reason: message, messageId: null };
  };
  return async (accountId: bigint, broadcast: ClaimedBroadcast, row: Row): Promise<Verdict> => {
    const { number, address, body, sendAtMs } = row;
    const { route, sender, isUrgent, asOfErasure } = broadcast;
    const clientRef = recipientRef(broadcast.id, number);
    const text = { address, body, clientRef, route, sender, sendAtMs, isUrgent, asOfErasure };
    try {
      const { outcome } = await send(accountId, text, { leavesLocked: true });
      if (outcome instanceof Refusal) return refused(number, outcome);
      if (outcome.differs) {
        const reason = `another text has the client_ref ${text.clientRef}`;
        return { number, state: 'refused', code: 'invalid_request', reason, messageId: null };
      }
      return { number, state: 'sent', code: null, reason: null, messageId: outcome.message.id };
    } catch (error) {
      if (error instanceof Refusal) return refused(number, error);
      report(error);
      return undefined;
    }
  };
}

/** Makes the function that sends a few rows of each account, except some accounts. */
function createSendSome({ store, clock, failpoint, send }: DriverOptions, report: (error: unknown) => void) {
  const sendRecipient = createSendRecipient(send, report);
  /** Returns how many rows were decided. */
  const work = async ({ accountId, broadcast, rows }: Claim, until: number): Promise<number> => {
    if (!broadcast) return 0;
    const due = clock.nowMs() < until ? rows : [];
    const verdicts = await Promise.all(due.map((row) => sendRecipient(accountId, broadcast, row)));
    failpoint('broadcast_after_accept');
    const done = verdicts.flatMap((verdict) => (verdict && 'state' in verdict ? verdict : []));
    const [rests] = verdicts.flatMap((verdict) => (verdict && 'rests' in verdict ? verdict.rests : []));
    await store.concludeRecipients(accountId, broadcast, done, rests ?? null);
    return done.length;
  };
  return async (without: readonly bigint[]) => {
    const until = clock.nowMs() + usedForMs;
    const claims = claimsOf(await store.claimBroadcasts(without, accountsATurn, recipientsATurn));
    const results = await Promise.allSettled(claims.map((claim) => work(claim, until)));
    const moved = new Map(claims.map(({ accountId }) => [accountId, 0]));
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') report(result.reason);
      else moved.set((claims[index] as Claim).accountId, result.value);
    }
    const isFull = claims.length === accountsATurn || [...moved.values()].some((rows) => rows > 0);
    return { isFull, moved };
  };
}

/** Makes the function that ends a few texts of each account, except some accounts. */
function createCancelSome({ store, publish }: DriverOptions) {
  return async (without: readonly bigint[]) => {
    const found = await store.listCancelling(without, accountsATurn);
    const moved = new Map(found.map(({ accountId }) => [accountId, 0]));
    let isFull = found.length === accountsATurn;
    for (const { accountId, id } of found) {
      const ended = await store.cancelRecipients(accountId, id);
      if (!ended) continue;
      publish([
        ...newestAdvances([{ accountId, seq: ended.seq }]),
        ...askingBack(accountId, ended.wantedBack),
      ]);
      moved.set(accountId, 1);
      isFull ||= !ended.isOver;
    }
    return { isFull, moved };
  };
}

/** Starts looking at once, and every second. */
export function driveBroadcasts(options: DriverOptions & { clock: Clock }) {
  let isWanted = false;
  const report = (error: unknown) =>
    options.log.warn(
      { error: (error as Error).message },
      'broadcasts could not be driven; the next round repeats what is left',
    );
  const sendSome = createSendSome(options, report);
  const cancelSome = createCancelSome(options);
  const rounds = every({
    clock: options.clock,
    periodMs,
    async work() {
      do {
        isWanted = false;
        const results = await Promise.allSettled([takeTurns(sendSome), takeTurns(cancelSome)]);
        for (const result of results) if (result.status === 'rejected') report(result.reason);
      } while (isWanted);
    },
  });
  /** Looks at once; call it after a commit that has consequences. */
  const wake = () => {
    isWanted = true;
    void rounds.now();
  };
  wake();
  return { wake, stop: () => rounds.stop() };
}
