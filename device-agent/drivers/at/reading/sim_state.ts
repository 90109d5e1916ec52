// Whether the SIM is there and open, and how it is opened with its PIN: once, and never again after a refusal.
import type { Problem } from '../../driver.ts';
import { type PinMemory, type PinObstacle, pinFileName } from '../pin_memory.ts';
import type { Session } from '../session.ts';
import { fieldsOf } from './answers.ts';
import { describeError, isBusySim, meaningOfError } from './modem_error.ts';

/** The problem that keeps a modem from being used, and when to look again. */
export interface Obstacle {
  problem: Problem;
  /** One short sentence. */
  detail: string;
  /** Sooner than usual, in milliseconds. */
  againMs?: number;
}

/** A SIM that starts takes some seconds. */
const soonMs = 2_000;

const starting: Obstacle = { problem: 'no_sim', detail: 'the SIM is starting', againMs: soonMs };

/** The state of the SIM: ready, asking for its PIN, or an obstacle. */
export async function readSim(session: Session): Promise<'ready' | 'pin' | Obstacle> {
  const answer = await session.run('AT+CPIN?', { answers: '+CPIN:' });
  if (!answer.ok) {
    if (isBusySim(answer.error)) return starting;
    const { family, code } = answer.error;
    if ((family === 'cme' && code === 11) || (family === 'cms' && code === 311)) return 'pin';
    const { kind } = meaningOfError(answer.error);
    if (kind === 'pin') return { problem: 'pin_required', detail: describeError(answer.error) };
    return kind === 'no_sim' ? { problem: 'no_sim', detail: describeError(answer.error) } : silentSim;
  }
  const state = fieldsOf(answer.lines.at(-1) ?? '')[0]?.toUpperCase();
  if (state === 'READY') return 'ready';
  if (state === 'SIM PIN') return 'pin';
  if (state === 'SIM PUK')
    return {
      problem: 'pin_required',
      detail: 'the SIM is locked and asks for its PUK; unlock it in a phone',
    };
  if (state?.startsWith('PH-'))
    return { problem: 'pin_required', detail: 'the modem is locked to another SIM or network' };
  return state === 'NOT INSERTED' ? { problem: 'no_sim', detail: 'there is no SIM' } : silentSim;
}

const silentSim: Obstacle = { problem: 'no_sim', detail: 'the modem does not say how its SIM is' };

/** Why the PIN is not given, in plain words. */
export const pinObstacles: Record<PinObstacle, string> = {
  refused: 'the SIM refused the PIN; it is not tried again',
  too_many: `two PINs were tried; a further one could lock the SIM (to allow it, delete ${pinFileName})`,
};

/** Gives the PIN, if it may be given. Returns what stands in the way, or that the SIM now starts. */
export async function givePin(
  session: Session,
  sim: string,
  pin: string | undefined,
  memory: PinMemory,
): Promise<Obstacle> {
  if (pin === undefined)
    return { problem: 'pin_required', detail: 'the SIM asks for its PIN; set TEXTRELAY_AGENT_PIN' };
  const obstacle = memory.obstacle(sim, pin);
  if (obstacle !== undefined) return { problem: 'pin_required', detail: pinObstacles[obstacle] };
  memory.begin(sim, pin);
  const answer = await session.run(`AT+CPIN="${pin}"`, { timeoutMs: 30_000 });
  if (answer.ok) {
    memory.forget(sim);
    return starting;
  }
  if (isBusySim(answer.error)) {
    memory.withdraw(sim, pin);
    return starting;
  }
  memory.refuse(sim, pin);
  return { problem: 'pin_required', detail: pinObstacles.refused };
}

/** The SIM's own number, which it gives even while it is locked; undefined when the modem doesn't pass it on. */
export async function readSimName(session: Session): Promise<string | undefined> {
  for (const command of ['AT+CCID', 'AT+ICCID', readIdentityFile]) {
    const { lines } = await session.run(command, { answers: 'any' });
    const digits = /[0-9A-F]{18,22}/i.exec(lines.join(' '))?.[0].toUpperCase();
    if (digits === undefined) continue;
    // In the file each two digits are swapped; the name must be the same whichever way it was read.
    const name = command === readIdentityFile ? digits.replace(/(.)(.)/g, '$2$1') : digits;
    return name.replace(/F+$/, '');
  }
  return undefined;
}

/** Ten octets of the file EF-ICCID (TS 27.007 8.18, TS 31.102 10.1.1). */
const readIdentityFile = 'AT+CRSM=176,12258,0,0,10';
