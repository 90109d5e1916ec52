// Sends the rows of a file one after the other. Where it stopped is kept in this browser; and a row that was sent is
// not sent again, whoever tries, because its name stays the same.
import { ask, hasCode, NoAnswer, Refused, wordsOf } from '../../api/ask.ts';
import { connection } from '../../api/connection.ts';
import { keep, readKept } from '../../api/kept.ts';
import { isSignedOut } from '../../api/query_client.ts';
import { pause } from '../../clock.ts';
import type { Row } from './read_rows.ts';

export interface Progress {
  /** Rows that are decided, from the first one on. */
  done: number;
  accepted: number;
  refused: { line: number; words: string }[];
  /** Why it rests, in words; null while it goes on. */
  rest: string | null;
}

const nothingYet: Progress = { done: 0, accepted: 0, refused: [], rest: null };

const nameOf = (account: number, file: string) => `textrelay-${file}-${account}`;

/** How far an earlier visit came. */
export const progressOf = (account: number, file: string): Progress =>
  readKept<Progress>(localStorage, nameOf(account, file)) ?? nothingYet;

/** Refusals that are of the account, not of a row: going on would only repeat them. */
const ofAccount = ['cap_reached', 'no_plan', 'no_subscription', 'no_route', 'forbidden', 'not_found'];

/** Waits until a row can be tried again; false when a person has to do something first. */
async function recover(error: unknown, signal: AbortSignal, show: (rest: string) => void): Promise<boolean> {
  if (error instanceof NoAnswer || hasCode(error, 'unavailable')) {
    show('The service cannot be reached. It goes on by itself.');
    await connection.found();
    await pause(1_000, signal);
    return true;
  }
  if (!(error instanceof Refused) || error.status !== 429) return false;
  const seconds = error.retryAfter ?? 5;
  show(`As fast as this account may send: it goes on in ${seconds} s.`);
  await pause(seconds * 1_000, signal);
  return true;
}

/** Sends until the end, a stop, or something that a person has to decide. `show` is called with every change. */
export async function runBulk(
  {
    account,
    file,
    rows,
    signal,
  }: { account: number; file: string; rows: readonly Row[]; signal: AbortSignal },
  show: (progress: Progress) => void,
): Promise<void> {
  let progress: Progress = { ...progressOf(account, file), rest: null };
  const set = (fields: Partial<Progress>) => {
    progress = { ...progress, ...fields };
    keep(localStorage, nameOf(account, file), progress);
    show(progress);
  };
  while (!signal.aborted && progress.done < rows.length) {
    const { line, address, body, client_ref } = rows[progress.done] as Row;
    try {
      await ask('/api/v1/messages', { method: 'POST', account, body: { address, body, client_ref } });
      set({ done: progress.done + 1, accepted: progress.accepted + 1, rest: null });
    } catch (error) {
      if (await recover(error, signal, (rest) => set({ rest }))) continue;
      if (isSignedOut(error) || hasCode(error, ...ofAccount)) return set({ rest: wordsOf(error) });
      set({ done: progress.done + 1, refused: [...progress.refused, { line, words: wordsOf(error) }] });
    }
  }
}
