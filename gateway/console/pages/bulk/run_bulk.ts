// Has the service judge every row of a file, and sends the rows in their order, many in one request. The service knows by
// its name whether a row was sent before.
import { ask, hasCode, isPassing, Refused, waitToAskAgain, wordsOf } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import type { Leaving } from '../../ui/later.tsx';
import type { Row } from './read_rows.ts';

export interface Progress {
  /** Rows that are decided, from the first one on. */
  done: number;
  accepted: number;
  refused: { line: number; words: string }[];
  /** Why it rests, in words; null while it goes on. */
  rest: string | null;
}

export type CheckedRow = Row & Schemas['CheckedText'];

/** Rows that are checked by one request. */
const checkedAtATime = 500;

/** Checks all rows; `show` is called with how many are done. */
export async function checkRows(
  account: number,
  rows: readonly Row[],
  show: (done: number) => void,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (let start = 0; start < rows.length; start += checkedAtATime) {
    const part = rows.slice(start, start + checkedAtATime);
    const body = {
      rows: part.map(({ address, body, client_ref, send_at }) => ({ address, body, client_ref, send_at })),
    };
    const answer = await ask('POST /messages/check', { account, body });
    checked.push(
      ...part.map((row, index) => ({ ...row, ...(answer.rows[index] as Schemas['CheckedText']) })),
    );
    show(checked.length);
  }
  return checked;
}

type Verdict = Schemas['Verdict'];

/** Rows of one request: as many as fit into it however long they are, and few enough to stop soon. */
const atATime = 100;

export const nothingYet: Progress = { done: 0, accepted: 0, refused: [], rest: null };

/** Refusals that are of the account, not of a row: going on would only repeat them. */
const ofAccount = [
  'account_suspended',
  'cap_reached',
  'no_plan',
  'no_subscription',
  'no_route',
  'forbidden',
  'not_found',
];

/** The refusal that a single send would have been answered with. */
const refusalOf = ({ error, code, retry_after }: Verdict) =>
  new Refused(code === 'rate_limited' ? 429 : 409, code ?? 'unknown', error ?? '', retry_after);

/** Sends until the end, a stop, or something that a person has to decide. `show` is called with every change. */
export async function runBulk(
  {
    account,
    rows,
    from,
    leaving,
    signal,
  }: { account: number; rows: readonly Row[]; from: Progress; leaving: Leaving; signal: AbortSignal },
  show: (progress: Progress) => void,
): Promise<void> {
  let progress: Progress = { ...from, rest: null };
  const set = (fields: Partial<Progress>) => {
    progress = { ...progress, ...fields };
    show(progress);
  };
  while (!signal.aborted && progress.done < rows.length) {
    const part = rows.slice(progress.done, progress.done + atATime);
    const texts = part.map(({ address, body, client_ref, send_at }) => ({
      address,
      body,
      client_ref,
      ...leaving,
      ...(send_at !== null && { send_at }),
    }));
    try {
      const { results } = await ask('POST /messages/batch', { account, body: { texts } });
      const decided = { done: progress.done, accepted: progress.accepted, refused: [...progress.refused] };
      let stopped: Refused | undefined;
      for (const [index, { line }] of part.entries()) {
        const verdict = results[index] as Verdict;
        const refusal = verdict.ok ? undefined : refusalOf(verdict);
        if (refusal && (isPassing(refusal) || hasCode(refusal, ...ofAccount))) {
          // Rows behind it that were accepted are answered as they are: nothing is sent twice.
          stopped = refusal;
          break;
        }
        decided.done++;
        if (refusal) decided.refused.push({ line, words: wordsOf(refusal) });
        else decided.accepted++;
      }
      set({ ...decided, rest: null });
      if (stopped) throw stopped;
    } catch (error) {
      if (await waitToAskAgain(error, signal, (rest) => set({ rest }))) continue;
      return set({ rest: wordsOf(error) });
    }
  }
}
