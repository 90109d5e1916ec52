// What `doctor` asks a modem that answers: whether it can do texts, its SIM, network, SMSC, memory, reports
// and clock.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverContext, Finding } from '../driver.ts';
import type { AtSettings } from './at_driver.ts';
import { PinMemory, pinFileName } from './pin_memory.ts';
import { fieldsOf, memoryUseOf, operatorOf, signalPercentOf } from './reading/answers.ts';
import { pinObstacles, readSim, readSimName } from './reading/sim_state.ts';
import type { Session } from './session.ts';
import { ask, readRegistration } from './vitals.ts';

type Show = (finding: Finding) => void;

/** Below this texts often fail. */
const weakPercent = 15;
const maxClockErrorMs = 120_000;

/** Shows what it finds, up to the first fault that makes the rest pointless. Rejects with ChannelLost. */
export async function diagnoseSending(
  session: Session,
  context: DriverContext,
  settings: AtSettings,
  show: Show,
): Promise<void> {
  if (!(await hasPduMode(session, show))) return;
  if (!(await hasOpenSim(session, context, settings, show))) return;
  await showNetwork(session, show);
  await showSmsc(session, settings, show);
  await showMemory(session, show);
  await showReports(session, show);
  await showClock(session, context, show);
}

async function hasPduMode(session: Session, show: Show): Promise<boolean> {
  const line = await ask(session, 'AT+CMGF=?', '+CMGF:');
  // (0,1), (0-1) or 0.
  const has = line !== undefined && /\b0\b/.test(line);
  if (has) show({ level: 'ok', what: 'texts', detail: 'it can do texts in PDU mode' });
  else
    show({
      level: 'fault',
      what: 'texts',
      detail: 'this port offers no texts in PDU mode',
      advice: 'Try another port of the modem; if none offers it, the modem cannot be used with this driver.',
    });
  return has;
}

async function hasOpenSim(
  session: Session,
  context: DriverContext,
  settings: AtSettings,
  show: Show,
): Promise<boolean> {
  const state = await readSim(session);
  if (state === 'ready') {
    show({ level: 'ok', what: 'SIM', detail: 'it is there and open' });
    return true;
  }
  if (state !== 'pin') {
    const advice =
      state.problem === 'no_sim'
        ? 'Put the SIM in, contacts down, and start the modem anew.'
        : 'Put the SIM into a phone and unlock it there, or ask the operator for the PUK.';
    show({ level: 'fault', what: 'SIM', detail: state.detail, advice });
    return false;
  }
  show(await pinFinding(session, context, settings));
  return false;
}

/** The PIN is not given here: `doctor` may be started again and again. */
async function pinFinding(
  session: Session,
  { dir }: DriverContext,
  { pin, port }: AtSettings,
): Promise<Finding> {
  if (pin === undefined)
    return { level: 'fault', what: 'SIM', detail: 'it asks for its PIN', advice: 'Set TEXTRELAY_AGENT_PIN.' };
  const name = existsSync(join(dir, pinFileName)) ? ((await readSimName(session)) ?? port) : undefined;
  const obstacle = name === undefined ? undefined : new PinMemory(dir).obstacle(name, pin);
  if (obstacle === undefined)
    return {
      level: 'warning',
      what: 'SIM',
      detail: 'it asks for its PIN, which the agent will give it once',
      advice: 'Start the agent, then look again: the rest can be seen only with an open SIM.',
    };
  return {
    level: 'fault',
    what: 'SIM',
    detail: pinObstacles[obstacle],
    advice: 'Correct TEXTRELAY_AGENT_PIN, or unlock the SIM in a phone and switch its PIN off.',
  };
}

async function showNetwork(session: Session, show: Show): Promise<void> {
  const { registered, words } = await readRegistration(session);
  const operator = await ask(session, 'AT+COPS?', '+COPS:');
  const name = operator === undefined ? undefined : operatorOf(operator);
  const detail = words + (name === undefined ? '' : ` (network ${name})`);
  if (registered) show({ level: 'ok', what: 'network', detail });
  else
    show({
      level: 'fault',
      what: 'network',
      detail,
      advice:
        'Check the antenna and the place, that the SIM is active, and that the network is still served (2G, 3G).',
    });
  const signal = await ask(session, 'AT+CSQ', '+CSQ:');
  const percent = signal === undefined ? undefined : signalPercentOf(signal);
  if (percent === undefined) return;
  if (percent >= weakPercent) show({ level: 'ok', what: 'signal', detail: `${percent} percent` });
  else {
    const advice = 'Move the modem or its antenna: at a window, away from the computer.';
    show({ level: 'warning', what: 'signal', detail: `weak: ${percent} percent`, advice });
  }
}

async function showSmsc(session: Session, { smsc }: AtSettings, show: Show): Promise<void> {
  if (smsc !== undefined) return show({ level: 'ok', what: 'SMSC', detail: 'configured' });
  const line = await ask(session, 'AT+CSCA?', '+CSCA:');
  if (line !== undefined && (fieldsOf(line)[0] ?? '') !== '')
    return show({ level: 'ok', what: 'SMSC', detail: 'the SIM names one' });
  show({
    level: line === undefined ? 'warning' : 'fault',
    what: 'SMSC',
    detail: line === undefined ? 'the modem does not say' : 'the SIM names none',
    advice: "Set TEXTRELAY_AGENT_SMSC to the operator's number for texts.",
  });
}

async function showMemory(session: Session, show: Show): Promise<void> {
  const line = await ask(session, 'AT+CPMS?', '+CPMS:');
  const use = line === undefined ? undefined : memoryUseOf(line);
  if (use === undefined) {
    const advice = 'Received texts may not be seen; sending works.';
    return show({
      level: 'warning',
      what: 'memory',
      detail: 'the modem does not say how full it is',
      advice,
    });
  }
  const detail = `${use.used} of ${use.total} places for texts are used`;
  if (use.used < use.total) return show({ level: 'ok', what: 'memory', detail });
  const advice =
    'The agent empties it once the core has the texts; delete old ones by hand if it stays full.';
  show({ level: 'warning', what: 'memory', detail, advice });
}

async function showReports(session: Session, show: Show): Promise<void> {
  const line = await ask(session, 'AT+CNMI=?', '+CNMI:');
  // The fourth list of values is that of the reports.
  const values = [...(line ?? '').matchAll(/\(([^)]*)\)/g)][3]?.[1];
  if (values !== undefined && /[12]/.test(values))
    return show({ level: 'ok', what: 'delivery reports', detail: 'the modem passes them on' });
  const detail =
    values === undefined ? 'the modem does not say whether it passes them on' : 'the modem has none';
  const advice = 'Texts may stay at "sent" and never become "delivered".';
  show({ level: 'warning', what: 'delivery reports', detail, advice });
}

async function showClock(session: Session, { clock }: DriverContext, show: Show): Promise<void> {
  const line = await ask(session, 'AT+CCLK?', '+CCLK:');
  const modemMs = parseClock(line === undefined ? undefined : fieldsOf(line)[0]);
  // A modem whose clock nobody has set says some year of its own.
  if (modemMs === undefined || Math.abs(modemMs - clock.nowMs()) > 366 * 86_400_000) return;
  const apartMs = Math.abs(modemMs - clock.nowMs());
  if (apartMs <= maxClockErrorMs)
    return show({ level: 'ok', what: 'clock', detail: "it agrees with the network's" });
  const detail = `this machine's clock and the modem's are ${Math.round(apartMs / 60_000)} minutes apart`;
  const advice = "Let the machine's clock be set by NTP (timedatectl set-ntp true).";
  show({ level: 'warning', what: 'clock', detail, advice });
}

/** `yy/MM/dd,hh:mm:ss` with the zone in quarter hours, which belongs to the time (TS 27.007 8.15). */
function parseClock(text: string | undefined): number | undefined {
  const [, year, month, day, hour, minute, second, zone] =
    /^(\d\d)\/(\d\d)\/(\d\d),(\d\d):(\d\d):(\d\d)([+-]\d\d)$/.exec(text ?? '') ?? [];
  if (zone === undefined) return undefined;
  const local = Date.UTC(
    2000 + Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return local - Number(zone) * 15 * 60_000;
}
