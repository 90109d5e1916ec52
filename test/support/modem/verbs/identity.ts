// Commands that say what the modem is, and the basic ones that set up the line.
import { cme } from '../at_fault.ts';
import { powerOnSettings } from '../settings.ts';
import { constant, nothing, numberIn, type Verb, type Verbs, type Work } from './verb.ts';

/** Names itself on each of its forms that does something. */
const says = (work: Work): Verb => ({ run: work, test: nothing });

const manufacturer = says(({ session }) => session.equipment.options.manufacturer);
const model = says(({ session }) => session.equipment.options.model);
const revision = says(({ session }) => session.equipment.options.revision);
const imei = says(({ session }) => session.equipment.options.imei);

/** Back to what it is after power-on, but for the network. */
const reset: Work = ({ session }) => {
  const { registrationLines } = session.settings;
  session.settings = { ...powerOnSettings(session.equipment.options), registrationLines };
  session.delivery.rerouted();
  return undefined;
};

const quiet: Verb = { run: nothing };

export const identity: Verbs = {
  E: {
    run({ session, args }) {
      session.settings.echo = numberIn(args[0], 0, [0, 1], () => cme(50)) === 1;
      return undefined;
    },
  },
  Z: { run: reset },
  '&F': { run: reset },
  '&C': quiet,
  '&D': quiet,
  '&S': quiet,
  '&K': quiet,
  '&W': quiet,
  Q: quiet,
  // Words are all it has: a terminal that asks for numbers is refused.
  V: {
    run({ args }) {
      numberIn(args[0], 1, [1, 1], () => cme(50));
      return undefined;
    },
  },
  X: quiet,
  S: { run: nothing, read: constant('000') },
  H: quiet,
  I: {
    run: ({ session: { equipment } }) => {
      const { manufacturer, model, revision, imei } = equipment.options;
      return [
        `Manufacturer: ${manufacturer}`,
        `Model: ${model}`,
        `Revision: ${revision}`,
        `IMEI: ${imei}`,
        '+GCAP: +CGSM',
      ];
    },
  },
  '+CGMI': manufacturer,
  '+GMI': manufacturer,
  '+CGMM': model,
  '+GMM': model,
  '+CGMR': revision,
  '+GMR': revision,
  '+CGSN': imei,
  '+GSN': imei,
  '+GCAP': says(() => '+GCAP: +CGSM'),
  '+CMEE': {
    test: constant('+CMEE: (0-2)'),
    read: ({ session }) => `+CMEE: ${session.settings.errors}`,
    set({ session, args }) {
      session.settings.errors = numberIn(args[0], 0, [0, 2], () => cme(50));
      return undefined;
    },
  },
  '+CSCS': {
    test: constant('+CSCS: ("IRA","GSM","UCS2")'),
    read: ({ session }) => `+CSCS: "${session.settings.alphabet}"`,
    set({ session, args: [alphabet] }) {
      if (alphabet === undefined || alphabet === null || !['IRA', 'GSM', 'UCS2'].includes(alphabet))
        throw cme(50);
      session.settings.alphabet = alphabet;
      return undefined;
    },
  },
  '+CBC': {
    test: constant('+CBC: (0-3),(0-100)'),
    run: ({ session: { equipment } }) => `+CBC: 0,${equipment.batteryPercent}`,
  },
  '+CFUN': {
    test: constant('+CFUN: (0,1,4),(0,1)'),
    read: ({ session }) => `+CFUN: ${session.settings.functions}`,
    set({ session, args }) {
      const functions = numberIn(args[0], 1, [0, 4], () => cme(50));
      if (![0, 1, 4].includes(functions)) throw cme(50);
      if (numberIn(args[1], 0, [0, 1], () => cme(50)) === 1) {
        session.afterAnswer(() => session.equipment.reboot());
        return undefined;
      }
      session.settings.functions = functions;
      session.afterAnswer(() => session.delivery.pump());
      return undefined;
    },
  },
  '+CCLK': {
    test: nothing,
    read({ session: { equipment } }) {
      const now = new Date(equipment.clock.nowMs()).toISOString();
      return `+CCLK: "${now.slice(2, 10).replaceAll('-', '/')},${now.slice(11, 19)}+00"`;
    },
    set: nothing,
  },
};
