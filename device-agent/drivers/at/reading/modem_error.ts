// How a modem's refusal is read, and what it means for a text. A modem's own messages are never passed on: they could
// hold anything.
import type { FailureCode } from '../../driver.ts';
import { cmeErrors, cmsErrors, type ErrorKind, type ErrorMeaning, firstDeviceCode } from './error_table.ts';

/** A refusal. `plain` is a bare ERROR; without a code the modem gave a message instead of a number. */
export interface ModemError {
  family: 'cms' | 'cme' | 'plain';
  code?: number;
}

/** A final result that refuses, or undefined. */
export function parseRefusal(line: string): ModemError | undefined {
  if (line === 'ERROR' || line === 'COMMAND NOT SUPPORT') return { family: 'plain' };
  const [, family, said] = /^\+CM([ES]) ERROR: ?(.*)$/.exec(line) ?? [];
  if (family === undefined) return undefined;
  const code = /^\s*(\d{1,4})\s*$/.exec(said ?? '')?.[1];
  return { family: family === 'S' ? 'cms' : 'cme', ...(code === undefined ? {} : { code: Number(code) }) };
}

/** The meaning of a refusal; a number that no standard gives is `unsure`. */
export function meaningOfError({ family, code }: ModemError): ErrorMeaning {
  if (family === 'plain') return { kind: 'unsure', words: 'it gave no reason' };
  const table = family === 'cms' ? cmsErrors : cmeErrors;
  const known = code === undefined ? undefined : table.get(code);
  if (known !== undefined) return known;
  // Whatever its number, an answer from the network or the SMSC says that the text was not taken.
  return {
    kind: isOfNetwork({ family, code }) ? 'permanent' : 'unsure',
    words: 'a reason that no standard names',
  };
}

/** One sentence with the number, so that it can be looked up. */
export function describeError(error: ModemError): string {
  const number =
    error.code === undefined ? '' : ` (+C${error.family === 'cms' ? 'MS' : 'ME'} ERROR ${error.code})`;
  return `the modem says: ${meaningOfError(error).words}${number}`;
}

/** The side that refused. */
export function failureCodeOf(error: ModemError): FailureCode {
  return isOfNetwork(error) ? 'rejected_by_network' : 'device_failed';
}

/** The result that a refusal of this kind gives. */
export const tryAgain = (kind: ErrorKind): { retryable: boolean; isCongested?: boolean } => ({
  retryable: kind !== 'permanent',
  ...(kind === 'congested' && { isCongested: true }),
});

/** Whether the network or the SMSC refused, and not the modem. */
function isOfNetwork({ family, code }: Pick<ModemError, 'family'> & { code?: number | undefined }): boolean {
  return family === 'cms' && code !== undefined && code < firstDeviceCode;
}

/** Whether the refusal means only that the SIM is still starting. */
export function isBusySim({ family, code }: ModemError): boolean {
  return (family === 'cms' && code === 314) || (family === 'cme' && code === 14);
}
