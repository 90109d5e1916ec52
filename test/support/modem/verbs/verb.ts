// What a command is made of: what each of its forms does. No command knows of lines, echo or sockets.
import type { Command } from '../command_line.ts';
import type { Session } from '../session.ts';

/** Lines of the answer before its end. */
export type Reply = string | string[] | undefined;

export interface Call {
  session: Session;
  args: Command['args'];
  command: Command;
}

export type Work = (call: Call) => Reply | Promise<Reply>;

export interface Verb {
  /** It wants a SIM that is ready; the family says how it refuses else. */
  sim?: 'equipment' | 'messages';
  run?: Work;
  read?: Work;
  test?: Work;
  set?: Work;
}

export type Verbs = Record<string, Verb>;

/** Done, and nothing to say. */
export const nothing: Work = () => undefined;

/** Always the same answer. */
export const constant =
  (reply: string): Work =>
  () =>
    reply;

/** A parameter that is a whole number from `least` to `most`; absent: `usual`; else `fault`. */
export function numberIn(
  arg: string | null | undefined,
  usual: number,
  [least, most]: readonly [number, number],
  fault: () => Error,
): number {
  if (arg === null || arg === undefined) return usual;
  const value = Number(arg);
  if (!/^\d+$/.test(arg) || value < least || value > most) throw fault();
  return value;
}
