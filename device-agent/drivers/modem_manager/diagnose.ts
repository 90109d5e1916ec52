// Looks at ModemManager for `doctor`: bus, daemon, modem, SIM, network. It sends nothing, gives no PIN and switches
// nothing on.
import type { DriverContext, Finding } from '../driver.ts';
import { Bus } from './bus.ts';
import { Daemon, type FoundModem, modemState } from './daemon.ts';
import { lossOf } from './keeper.ts';
import type { MmSettings } from './mm_driver.ts';

type Show = (finding: Finding) => void;

/** Shows what it finds. Never throws. */
export async function diagnoseModemManager(
  { clock }: DriverContext,
  { bus: address, modem: wanted, pin }: MmSettings,
  show: Show,
): Promise<void> {
  let bus: Bus | undefined;
  try {
    bus = await Bus.open(address, clock);
    const modems = await new Daemon(bus).listModems();
    show({ level: 'ok', what: 'ModemManager', detail: `it runs and knows ${modems.length} modems` });
    const fitting = wanted === undefined ? modems : modems.filter(({ names }) => names.includes(wanted));
    const [modem] = fitting;
    if (fitting.length !== 1 || modem === undefined) return show(notOne(modems, fitting.length));
    show({ level: 'ok', what: 'modem', detail: modem.model.replace(/[^\w .-]/g, '').slice(0, 80) });
    showState(modem, pin !== undefined, show);
  } catch (error) {
    const [problem, detail] = lossOf(error);
    const advice =
      problem === 'unauthorized'
        ? "Allow the agent's user by a polkit rule for org.freedesktop.ModemManager1.Messaging and .Device.Control."
        : 'Start it: sudo systemctl start ModemManager.';
    show({ level: 'fault', what: 'ModemManager', detail, advice });
  } finally {
    bus?.close();
  }
}

function notOne(modems: FoundModem[], fitting: number): Finding {
  const names = modems.map((modem) => modem.names.find((name) => /^\d{14,16}$/.test(name)) ?? modem.path);
  const detail = fitting === 0 ? 'the modem is not there' : 'there are several modems';
  const advice =
    modems.length === 0
      ? 'Plug the modem in; ModemManager takes some seconds to know it. Not every modem is known to it.'
      : `Set TEXTRELAY_AGENT_MODEM to one of: ${names.slice(0, 8).join(', ')}`;
  return { level: 'fault', what: 'modem', detail, advice };
}

function showState(
  { state, failedReason, operator, signalPercent }: FoundModem,
  hasPin: boolean,
  show: Show,
): void {
  if (state === modemState.failed) {
    const isSim = failedReason === 2 || failedReason === 3;
    const detail = isSim ? 'there is no SIM, or it failed' : 'ModemManager could not set the modem up';
    return show({
      level: 'fault',
      what: 'SIM',
      detail,
      advice: 'Put the SIM in, and plug the modem in anew.',
    });
  }
  if (state === modemState.locked) {
    const advice = hasPin ? 'The agent gives it when it starts.' : 'Set TEXTRELAY_AGENT_PIN.';
    return show({ level: hasPin ? 'warning' : 'fault', what: 'SIM', detail: 'it asks for its PIN', advice });
  }
  show({ level: 'ok', what: 'SIM', detail: 'it is unlocked' });
  if (state === modemState.disabled)
    return show({
      level: 'warning',
      what: 'network',
      detail: 'the modem is switched off',
      advice: 'The agent switches it on when it starts.',
    });
  if (state < modemState.registered)
    return show({
      level: 'fault',
      what: 'network',
      detail: 'the modem is not registered',
      advice: 'Check the antenna, the place, and that the SIM is active.',
    });
  const signal = signalPercent === undefined ? 'unknown' : `${signalPercent} %`;
  const name = operator.replace(/[^\w .-]/g, '').slice(0, 40);
  show({ level: 'ok', what: 'network', detail: `registered${name && ` with ${name}`}; signal ${signal}` });
}
