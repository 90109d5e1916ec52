// The state of a modem: its SIM, network, signal, charge and memory, and whether it still has its settings. It is asked
// between submits, never during one.
import type { Health } from '../driver.ts';
import {
  batteryPercentOf,
  fieldsOf,
  memoryUseOf,
  numberIn,
  operatorOf,
  type Registration,
  registrationIn,
  signalPercentOf,
} from './reading/answers.ts';
import { readSim } from './reading/sim_state.ts';
import type { Session } from './session.ts';
import { type Facts, readRouting } from './set_up.ts';

/** The modem's vital signs. */
export interface Vitals {
  health: Health;
  /** Texts in the memory; undefined when the modem doesn't show, or keeps reports in another one. */
  stored: number | undefined;
}

/** `reset`: the modem was started anew. `locked`: its SIM is gone, or must be opened again. */
type Look = Vitals | 'reset' | 'locked';

/** Looks. Rejects with ChannelLost. */
export async function readVitals(session: Session, facts: Facts): Promise<Look> {
  if ((await readSim(session)) !== 'ready') return 'locked';
  if (await isReset(session, facts)) return 'reset';
  const registration = await readRegistration(session);
  const signal = await ask(session, 'AT+CSQ', '+CSQ:');
  const operator = registration.registered ? await ask(session, 'AT+COPS?', '+COPS:') : undefined;
  const battery = facts.asksBattery ? await ask(session, 'AT+CBC', '+CBC:') : undefined;
  facts.asksBattery = battery !== undefined;
  const memory = await ask(session, 'AT+CPMS?', '+CPMS:');
  const use = memory === undefined ? undefined : memoryUseOf(memory);
  const network = operator === undefined ? undefined : operatorOf(operator);
  const health: Health = {
    ...(registration.registered ? {} : { problem: 'no_network' }),
    detail: registration.words + (network === undefined ? '' : ` (network ${network})`),
    ...optional('signalPercent', signal === undefined ? undefined : signalPercentOf(signal)),
    ...optional('batteryPercent', battery === undefined ? undefined : batteryPercentOf(battery)),
    inboxFull: use !== undefined && use.total > 0 && use.used >= use.total,
  };
  return { health, stored: facts.reports === 'stored' ? undefined : use?.used };
}

/** The registration for calls or, with modems that know only newer networks, for data. Unknown counts as registered. */
export async function readRegistration(session: Session): Promise<Registration> {
  const calls = await session.run('AT+CREG?', { answers: '+CREG:' });
  const ofCalls = registrationIn(calls.lines);
  if (ofCalls?.registered) return ofCalls;
  const data = await session.run('AT+CEREG?', { answers: '+CEREG:' });
  const ofData = registrationIn(data.lines);
  if (ofData?.registered) return ofData;
  return ofCalls ?? ofData ?? { registered: true, words: 'registration unknown' };
}

/** The first line of the answer; undefined when the modem refuses. */
export async function ask(session: Session, command: string, answers: string): Promise<string | undefined> {
  const answer = await session.run(command, { answers });
  return answer.ok ? answer.lines[0] : undefined;
}

async function isReset(session: Session, facts: Facts): Promise<boolean> {
  const format = await ask(session, 'AT+CMGF?', '+CMGF:');
  if (format !== undefined && numberIn(fieldsOf(format)[0]) !== 0) return true;
  if (facts.routing === undefined) return false;
  const routing = await readRouting(session);
  return routing !== undefined && routing !== facts.routing;
}

const optional = <K extends string>(name: K, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: number };
