// Each write carries a nonce that its result must bring back: a result that belongs to another statement is a
// broken connection, never an answer.
import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable, type Row } from './driver.ts';

/** A value that no other statement carries. */
export const createNonce = (): string => randomUUID();

/** Throws DatabaseUnavailable unless every row brings the nonce in its first column and there are `count` rows. */
export function checkNonce(nonce: string, rows: readonly Row[], count: number): void {
  if (rows.length !== count || rows.some((row) => row[0] !== nonce)) {
    throw new DatabaseUnavailable(new Error('a result came back that belongs to another statement'));
  }
}
