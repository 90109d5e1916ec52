// A modem or an old phone at a serial port, spoken to in AT commands (3GPP TS 27.005, PDU mode): the driver's entry.
import { makeValidator, num } from 'envalid';
import { AtDriver, type AtSettings } from './at/at_driver.ts';
import { diagnoseModem } from './at/diagnose.ts';
import { parseTcp } from './at/line/open_port.ts';
import { type DriverContext, defineDriver } from './driver.ts';

const serialPort = makeValidator((input: string): string => {
  const endpoint = parseTcp(input);
  const isFine = endpoint === undefined ? input.startsWith('/') : endpoint.port <= 65_535;
  if (!isFine) throw new Error('must be a path such as /dev/serial/by-id/..., or tcp://host:port');
  return input;
});

const pin = makeValidator((input: string): string => {
  if (!/^\d{4,8}$/.test(input)) throw new Error('must be 4 to 8 digits');
  return input;
});

const smsc = makeValidator((input: string): string => {
  if (!/^\+\d{5,15}$/.test(input))
    throw new Error('must be a number with its country code, such as +12063130004');
  return input;
});

const variables = {
  TEXTRELAY_AGENT_SERIAL_PORT: serialPort({
    default: undefined,
    desc: "the modem's port: /dev/serial/by-id/..., or tcp://host:port [required]",
  }),
  TEXTRELAY_AGENT_BAUD: num({
    default: 115_200,
    choices: [9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600],
    desc: 'speed of the serial port [115200]',
  }),
  TEXTRELAY_AGENT_PIN: pin({ default: undefined, desc: "the SIM's PIN; tried once [none]" }),
  TEXTRELAY_AGENT_SMSC: smsc({
    default: undefined,
    desc: "number of the SMSC [the SIM's]",
  }),
};

/** The AT driver's entry in the registry. */
export const atModemDriver = defineDriver({
  name: 'at-modem',
  summary: 'a modem at a serial port, or one that ser2net serves, in AT commands',
  variables,
  create: (context) => new AtDriver(context, settingsOf(context)),
  diagnose: (context, show) => diagnoseModem(context, settingsOf(context), show),
});

function settingsOf({ settings }: DriverContext<typeof variables>): AtSettings {
  return {
    port: settings.TEXTRELAY_AGENT_SERIAL_PORT,
    baud: settings.TEXTRELAY_AGENT_BAUD,
    pin: settings.TEXTRELAY_AGENT_PIN,
    smsc: settings.TEXTRELAY_AGENT_SMSC,
  };
}
