// The service's verdict on every row, before anything is sent.
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import type { Row } from './read_rows.ts';

type Verdict = Schemas['CheckedText'];

export type CheckedRow = Row & Verdict;

/** Rows that are checked by one request. */
const atATime = 500;

/** Checks all rows; `show` is called with how many are done. */
export async function checkRows(
  account: number,
  rows: readonly Row[],
  show: (done: number) => void,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (let start = 0; start < rows.length; start += atATime) {
    const part = rows.slice(start, start + atATime);
    const body = {
      rows: part.map(({ address, body, client_ref, send_at }) => ({ address, body, client_ref, send_at })),
    };
    const answer = await ask('POST /messages/check', { account, body });
    checked.push(...part.map((row, index) => ({ ...row, ...(answer.rows[index] as Verdict) })));
    show(checked.length);
  }
  return checked;
}
