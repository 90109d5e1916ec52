// Makes a modem ready after each opening and each reboot: finds its place in the conversation, unlocks the SIM, and
// sets what its maker or another program may have set otherwise. A setting that a modem refuses and can do without is
// skipped.

import { type Answer, ChannelLost, leavePrompt } from './line/channel.ts';
import type { PinMemory } from './pin_memory.ts';
import { fieldsOf } from './reading/answers.ts';
import { describeError, isBusySim } from './reading/modem_error.ts';
import { givePin, type Obstacle, readSim, readSimName } from './reading/sim_state.ts';
import type { Session } from './session.ts';

const probeTimeoutMs = 2_000;
const maxProbes = 3;

/** A modem that is ready. */
export interface Facts {
  /** The memory for received texts. */
  memory: string;
  /** How status reports come; `none`: the modem cannot ask for them. */
  reports: 'direct' | 'stored' | 'none';
  /** The answer to +CNMI?. Another one later means that the modem forgot it. Undefined when there is none. */
  routing: string | undefined;
  /** Whether to ask for the charge of a battery. */
  asksBattery: boolean;
}

export interface SetUpOptions {
  /** Names a SIM that does not give its own number. */
  port: string;
  pin: string | undefined;
  /** Whether an SMSC is configured, so that the SIM needs none. */
  hasSmsc: boolean;
  pins: PinMemory;
}

/** Sets the modem up. Rejects with ChannelLost. */
export async function setUp(session: Session, options: SetUpOptions): Promise<Facts | Obstacle> {
  await findPlace(session);
  const sim = await openSim(session, options);
  if (sim !== undefined) return sim;
  const format = await session.run('AT+CMGF=0');
  if (!format.ok)
    return isBusySim(format.error)
      ? stillBusy
      : { problem: 'other', detail: `no texts in PDU mode: ${describeError(format.error)}` };
  const service = await session.run('AT+CSMS=1', { answers: '+CSMS:' });
  session.acknowledges = service.ok;
  if (!service.ok) await session.run('AT+CSMS=0', { answers: '+CSMS:' });
  const memory = await chooseMemory(session);
  if (typeof memory !== 'string') return memory;
  const smsc = await session.run('AT+CSCA?', { answers: '+CSCA:' });
  if (!options.hasSmsc && smsc.ok && isEmpty(smsc))
    return { problem: 'other', detail: 'the SIM names no SMSC; set TEXTRELAY_AGENT_SMSC' };
  await session.run('AT+COPS=3,2');
  await session.run('AT+CREG=1');
  const reports = await chooseRouting(session);
  const routing = await readRouting(session);
  return { memory, reports, routing, asksBattery: true };
}

const stillBusy: Obstacle = { problem: 'no_sim', detail: 'the SIM is starting', againMs: 2_000 };

const isEmpty = (answer: Answer) => (fieldsOf(answer.lines[0] ?? '')[0] ?? '') === '';

/**
 * From here on each answer belongs to its command. The modem may be in a prompt that somebody left open, may send
 * echoes, and may still owe answers to commands of an earlier conversation: those come before the line of +CMEE.
 */
export async function findPlace(session: Session): Promise<void> {
  for (let probe = 1; ; probe += 1) {
    const answer = await session.run('AT', {
      before: leavePrompt,
      timeoutMs: probeTimeoutMs,
      mayBeSilent: true,
    });
    if (answer.ok) break;
    if (probe < maxProbes) continue;
    session.end('mute');
    throw new ChannelLost('mute');
  }
  await session.run('ATE0');
  await session.run('AT+CMEE=1');
  await session.run('AT+CMEE?', { answers: '+CMEE:', needsLine: true });
  session.expectNoEcho();
}

async function openSim(session: Session, { port, pin, pins }: SetUpOptions): Promise<Obstacle | undefined> {
  const state = await readSim(session);
  if (typeof state !== 'string') return state;
  if (state === 'ready' && pins.isEmpty) return undefined;
  const name = (await readSimName(session)) ?? port;
  if (state === 'pin') return givePin(session, name, pin, pins);
  pins.forget(name);
  return undefined;
}

/** Of three, two or one: older modems have fewer uses of memories. */
const namings = [3, 2, 1];

/** The memory for reading, writing and receiving: the SIM's own, or else the modem's. */
async function chooseMemory(session: Session): Promise<string | Obstacle> {
  for (const uses of namings)
    for (const memory of ['SM', 'ME', 'MT']) {
      const named = Array(uses).fill(`"${memory}"`).join(',');
      const answer = await session.run(`AT+CPMS=${named}`, { answers: '+CPMS:' });
      if (!answer.ok && isBusySim(answer.error)) return stillBusy;
      // Some modems report a memory that they do not have as one without space.
      if (answer.ok && fieldsOf(answer.lines[0] ?? '').at(-1) !== '0') return memory;
    }
  return { problem: 'other', detail: 'the modem offers no memory for texts' };
}

/**
 * Texts are stored and announced, or only stored where the modem announces none; reports come directly where it can, else they are
 * stored too. Modems take some of the modes, and only one way to treat what was kept back (TS 27.005, 3.4.1).
 */
const routings: readonly [string, Facts['reports']][] = (
  [
    [1, 1, 'direct'],
    [1, 2, 'stored'],
    [0, 1, 'direct'],
    [0, 2, 'stored'],
    [1, 0, 'none'],
    [0, 0, 'none'],
  ] as const
).flatMap(([texts, reports, how]) =>
  [2, 1, 3].flatMap((mode) =>
    [0, 1].map((buffer): [string, Facts['reports']] => [`${mode},${texts},0,${reports},${buffer}`, how]),
  ),
);

/** A modem that takes none of them is still asked for its texts from time to time. */
async function chooseRouting(session: Session): Promise<Facts['reports']> {
  for (const [routing, reports] of routings) {
    const answer = await session.run(`AT+CNMI=${routing}`);
    if (answer.ok) return reports;
  }
  return 'none';
}

/** How the modem routes what comes in, in its own words; undefined when it does not say. */
export async function readRouting(session: Session): Promise<string | undefined> {
  const answer = await session.run('AT+CNMI?', { answers: '+CNMI:' });
  return answer.ok && answer.lines.length > 0 ? fieldsOf(answer.lines[0] ?? '').join() : undefined;
}
