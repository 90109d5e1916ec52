// Has the service judge every row of a file before anything leaves.
import { ask, waitToAskAgain } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import type { Row } from './read_rows.ts';

export type CheckedRow = Row & Schemas['CheckedText'];

/** Rows that are checked by one request. */
const checkedAtATime = 500;
/** As long as the service reads a row. */
const longestAddress = 1_000;
const longestBody = 10_000;

/** Checks all rows; `show` is called with how many are done. */
export async function checkRows(
  account: number,
  rows: readonly Row[],
  show: (done: number) => void,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  while (checked.length < rows.length) {
    const part = rows.slice(checked.length, checked.length + checkedAtATime);
    const body = {
      rows: part.map(({ address, body, send_at }) => ({
        address: address.slice(0, longestAddress),
        body: body.slice(0, longestBody),
        send_at,
      })),
    };
    try {
      const answer = await ask('POST /messages/check', { account, body });
      checked.push(
        ...part.map((row, index) => ({ ...row, ...(answer.rows[index] as Schemas['CheckedText']) })),
      );
      show(checked.length);
    } catch (error) {
      if (!(await waitToAskAgain(error))) throw error;
    }
  }
  return checked;
}
