// The modem's memories: lists, reads and deletes what is stored. Modems use an index again for the next text, so
// nothing is deleted by its index alone.

import type { Session } from '../session.ts';
import type { Facts } from '../set_up.ts';
import { storedIn } from './answers.ts';

const listTimeoutMs = 60_000;
const deleteTimeoutMs = 25_000;

/** The place of a PDU. */
export interface Place {
  memory: string;
  index: number;
}

/** A received PDU and where it is. */
export interface Kept extends Place {
  pdu: string;
}

/** Everything received in the memory that the modem is in; undefined when it cannot be listed now. */
export async function listKept(session: Session, memory: string): Promise<Kept[] | undefined> {
  const answer = await session.run('AT+CMGL=4', {
    answers: '+CMGL:',
    withPdu: true,
    timeoutMs: listTimeoutMs,
  });
  if (!answer.ok) return undefined;
  return storedIn(answer.lines).flatMap(({ index, received, pdu }) =>
    received && index !== undefined ? [{ memory, index, pdu }] : [],
  );
}

/** The received PDU at a place; undefined where there is none. */
export async function readKept(session: Session, index: number): Promise<string | undefined> {
  const answer = await session.run(`AT+CMGR=${index}`, { answers: '+CMGR:', withPdu: true });
  const stored = answer.ok ? storedIn(answer.lines)[0] : undefined;
  return stored?.received ? stored.pdu : undefined;
}

/** Deletes the message at the place, if `isIt` says that it is the one. Returns whether it is gone. */
export async function deleteKept(
  session: Session,
  index: number,
  isIt: (pdu: string) => boolean,
): Promise<boolean> {
  const pdu = await readKept(session, index);
  if (pdu === undefined || !isIt(pdu)) return false;
  const answer = await session.run(`AT+CMGD=${index}`, { timeoutMs: deleteTimeoutMs });
  return answer.ok;
}

/** Works in another memory and goes back to the usual one; undefined when the modem has no such memory. */
export async function inMemory<T>(
  session: Session,
  facts: Facts,
  memory: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (memory === facts.memory) return work();
  const there = await session.run(`AT+CPMS="${memory}"`, { answers: '+CPMS:' });
  if (!there.ok) return undefined;
  const result = await work();
  const back = await session.run(`AT+CPMS="${facts.memory}"`, { answers: '+CPMS:' });
  // In the wrong memory everything else would go wrong.
  if (!back.ok) session.end('rebooted');
  return result;
}
