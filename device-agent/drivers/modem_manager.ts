// A modem that ModemManager looks after, spoken to over the system's message bus: the driver's entry.
import { makeValidator, str } from 'envalid';
import { type DriverContext, defineDriver } from './driver.ts';
import { diagnoseModemManager } from './modem_manager/diagnose.ts';
import { MmDriver, type MmSettings } from './modem_manager/mm_driver.ts';

const pin = makeValidator((input: string): string => {
  if (!/^\d{4,8}$/.test(input)) throw new Error('must be 4 to 8 digits');
  return input;
});

const bus = makeValidator((input: string): string => {
  if (!/^unix:(path|abstract)=/.test(input)) throw new Error('must be an address such as unix:path=/run/...');
  return input;
});

const variables = {
  TEXTRELAY_AGENT_MODEM: str({
    default: undefined,
    desc: "the modem's IMEI, device or object path [the only one]",
  }),
  TEXTRELAY_AGENT_PIN: pin({ default: undefined, desc: "the SIM's PIN; tried once [none]" }),
  TEXTRELAY_AGENT_DBUS: bus({
    default: 'unix:path=/run/dbus/system_bus_socket',
    desc: "address of the message bus [the system's]",
  }),
};

/** The ModemManager driver's entry in the registry. */
export const modemManagerDriver = defineDriver({
  name: 'modem-manager',
  summary: 'a modem that ModemManager looks after',
  variables,
  create: (context) => new MmDriver(context, settingsOf(context)),
  diagnose: (context, show) => diagnoseModemManager(context, settingsOf(context), show),
});

function settingsOf({ settings }: DriverContext<typeof variables>): MmSettings {
  return {
    modem: settings.TEXTRELAY_AGENT_MODEM,
    pin: settings.TEXTRELAY_AGENT_PIN,
    bus: settings.TEXTRELAY_AGENT_DBUS,
  };
}
