// Looks at a modem for `doctor`: from the port up to the clock, each with advice. It sends no text, gives no PIN and
// changes no setting that outlives it.
import type { Clock } from '../../../runtime/clock.ts';
import type { DriverContext, Finding } from '../driver.ts';
import type { AtSettings } from './at_driver.ts';
import { listCandidates } from './candidates.ts';
import { diagnoseSending } from './diagnose_sending.ts';
import { ChannelLost } from './line/channel.ts';
import { PortError, type PortTrouble } from './line/port.ts';
import { fieldsOf } from './reading/answers.ts';
import { Session } from './session.ts';
import { findPlace } from './set_up.ts';
import { ask } from './vitals.ts';

type Show = (finding: Finding) => void;

/** The whole look takes no longer than this. */
const maxLookMs = 25_000;

/** Shows what it finds. Never throws. */
export async function diagnoseModem(context: DriverContext, settings: AtSettings, show: Show): Promise<void> {
  const { clock } = context;
  const session = await openPort(settings, clock, show);
  if (session === undefined) return;
  const cancel = clock.setTimeout(() => session.end('mute'), maxLookMs);
  let answers = false;
  try {
    await findPlace(session);
    answers = true;
    await showModel(session, show);
    await diagnoseSending(session, context, settings, show);
  } catch (error) {
    show(error instanceof ChannelLost ? (answers ? brokeOff : silent) : failed);
  } finally {
    cancel();
    session.end('stopped');
  }
}

async function openPort(settings: AtSettings, clock: Clock, show: Show): Promise<Session | undefined> {
  const { port, baud } = settings;
  const found = await listCandidates();
  const seen =
    found.length === 0
      ? 'No serial port is seen: is the modem plugged in and powered?'
      : `Seen: ${found.join(', ')}`;
  if (port === undefined) {
    const advice = `Set TEXTRELAY_AGENT_SERIAL_PORT. ${seen}`;
    show({ level: 'fault', what: 'serial port', detail: 'no port is configured', advice });
    return undefined;
  }
  try {
    const handlers = { onUnsolicited: () => undefined, onLost: () => undefined };
    const session = await Session.open({ port, baud }, clock, handlers);
    show({ level: 'ok', what: 'serial port', detail: `${port} is open` });
    return session;
  } catch (error) {
    const trouble = error instanceof PortError ? error.trouble : 'other';
    const detail = error instanceof PortError ? error.message : 'the port cannot be opened';
    show({
      level: 'fault',
      what: 'serial port',
      detail,
      advice: portAdvice[trouble].replace('{seen}', seen),
    });
    return undefined;
  }
}

const portAdvice: Record<PortTrouble, string> = {
  absent: 'Plug the modem in, or correct TEXTRELAY_AGENT_SERIAL_PORT. {seen}',
  denied:
    "Add the agent's user to the group that owns the port: sudo usermod -aG dialout USER, then log in anew.",
  busy: 'Stop the other program: another agent, ModemManager (systemctl stop ModemManager) or a terminal.',
  refused: 'Start the program that serves the port (ser2net), and check the address and the firewall.',
  other: 'Check that TEXTRELAY_AGENT_SERIAL_PORT names a serial port. {seen}',
};

const silent: Finding = {
  level: 'fault',
  what: 'modem',
  detail: 'it does not answer AT',
  advice:
    'Many modems show several ports of which one answers: try the others. Check TEXTRELAY_AGENT_BAUD and the power.',
};
const brokeOff: Finding = {
  level: 'fault',
  what: 'modem',
  detail: 'it stopped answering, or was unplugged, while it was being looked at',
  advice: 'Check cable and power: a modem that sends needs up to 2 A for a moment.',
};
const failed: Finding = {
  level: 'fault',
  what: 'modem',
  detail: 'it could not be looked at',
  advice: 'Try once more; if it stays so, report it.',
};

async function showModel(session: Session, show: Show): Promise<void> {
  const words: string[] = [];
  for (const command of ['AT+CGMI', 'AT+CGMM']) {
    const line = await ask(session, command, 'any');
    // Some repeat the command's name in front.
    const said = line?.startsWith('+') ? fieldsOf(line)[0] : line;
    if (said !== undefined) words.push(said.replace(/[^\w .-]/g, '').slice(0, 40));
  }
  const detail = words.length === 0 ? 'it answers' : `it answers: ${words.join(' ')}`;
  show({ level: 'ok', what: 'modem', detail });
}
