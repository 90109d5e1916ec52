// The unsolicited result codes that matter: something was stored, the modem started anew, or something about its
// SIM or network changed. Everything else is passed over.
import { fieldsOf, numberIn } from '../reading/answers.ts';
import type { Place } from '../reading/stored_pdus.ts';

/** The place that +CMTI and +CDSI name. */
export function placeIn(line: string): Place | undefined {
  if (!/^\+C(MTI|DSI):/.test(line)) return undefined;
  const [memory, index] = fieldsOf(line);
  const at = numberIn(index);
  return memory === undefined || !/^[A-Z]{2}$/.test(memory) || at === undefined
    ? undefined
    : { memory, index: at };
}

/** Codes of a modem that has just started, or is about to. (^BOOT is none of them: some makers repeat it.) */
export function isReboot(line: string): boolean {
  return /^(RDY|APP RDY|START|\^SYSSTART.*|MODEM:STARTUP|\+CFUN: ?\d|(NORMAL )?POWERED? DOWN)$/.test(line);
}

/** Codes after which the modem is looked at at once. */
export function isHint(line: string): boolean {
  return /^(\+C(PIN|REG|EREG|GREG):|\^S(IMST|RVST)|\+QIND|Call Ready|SMS Ready|PB DONE|SMS DONE)/.test(line);
}
