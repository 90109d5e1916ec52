// The service's verdict on every row, before anything is sent.
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Row } from './read_rows.ts';

interface Verdict {
  ok: boolean;
  segments: number | null;
  /** Null for at once. */
  leaves_at: string | null;
  error: string | null;
}

export interface CheckedRow extends Row, Verdict {}

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
    const answer = await ask<{ rows: Verdict[] }>(`${base}/messages/check`, {
      method: 'POST',
      account,
      body,
    });
    checked.push(...part.map((row, index) => ({ ...row, ...(answer.rows[index] as Verdict) })));
    show(checked.length);
  }
  return checked;
}
