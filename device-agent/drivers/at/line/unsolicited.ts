// What modems say unasked, as far as it matters: something was stored, the modem started anew, or something about its
// SIM or network changed. Everything else is passed over.
import { fieldsOf, numberIn } from '../reading/answers.ts';
import type { Place } from '../reading/stored_pdus.ts';

/** Where +CMTI and +CDSI say that something new is. */
export function placeIn(line: string): Place | undefined {
  if (!/^\+C(MTI|DSI):/.test(line)) return undefined;
  const [memory, index] = fieldsOf(line);
  const at = numberIn(index);
  return memory === undefined || !/^[A-Z]{2}$/.test(memory) || at === undefined
    ? undefined
    : { memory, index: at };
}

/** What only a modem that has just started, or is about to, says. (^BOOT is none of them: some makers repeat it.) */
export function isReboot(line: string): boolean {
  return /^(RDY|APP RDY|START|\^SYSSTART.*|MODEM:STARTUP|\+CFUN: ?\d|(NORMAL )?POWERED? DOWN)$/.test(line);
}

/** What makes it worth to look at the modem at once. */
export function isHint(line: string): boolean {
  return /^(\+C(PIN|REG|EREG|GREG):|\^S(IMST|RVST)|\+QIND|Call Ready|SMS Ready|PB DONE|SMS DONE)/.test(line);
}
