// Commands of the SIM: its PIN, its numbers and its SMSC.
import { cme, cms } from '../at_fault.ts';
import type { Session } from '../session.ts';
import type { SimState } from '../sim_card.ts';
import { nothing, numberIn, type Verb, type Verbs } from './verb.ts';

const answers = { ready: 'READY', pin: 'SIM PIN', puk: 'SIM PUK' } as const;

/** Refuses without a SIM that can be talked to. */
function simThere(state: SimState): Exclude<SimState, 'missing' | 'busy'> {
  if (state === 'missing') throw cme(10);
  if (state === 'busy') throw cme(14);
  return state;
}

const iccid: Verb = {
  sim: 'equipment',
  run: ({ session }) => `+CCID: ${session.equipment.sim.iccid}`,
  read: ({ session }) => `+CCID: ${session.equipment.sim.iccid}`,
  test: nothing,
};

/** +CPIN=: the PIN, or the PUK with a new PIN. */
function enter({ equipment: { sim } }: Session, [first, second]: (string | null)[]): void {
  if (first === null || first === undefined) throw cme(50);
  if (sim.state === 'puk') {
    if (second === null || second === undefined) throw cme(12);
    sim.enterPuk(first, second);
  } else sim.enterPin(first);
}

export const simVerbs: Verbs = {
  '+CPIN': {
    test: nothing,
    read: ({ session }) => `+CPIN: ${answers[simThere(session.simState)]}`,
    set({ session, args }) {
      simThere(session.simState);
      enter(session, args);
      session.afterAnswer(() => {
        session.registrationChanged();
        session.delivery.pump();
      });
      return undefined;
    },
  },
  '+CPINR': {
    test: nothing,
    run({ session: { equipment, simState } }) {
      simThere(simState);
      const { pin, puk } = equipment.sim.triesLeft;
      return [`+CPINR: SIM PIN,${pin},3`, `+CPINR: SIM PUK,${puk},10`];
    },
  },
  '+CLCK': {
    sim: 'equipment',
    test: () => '+CLCK: ("SC")',
    set({ session, args: [facility, mode] }) {
      if (facility !== 'SC' || mode !== '2') throw cme(4);
      return `+CLCK: ${session.equipment.sim.asksPin ? 1 : 0}`;
    },
  },
  '+CIMI': { sim: 'equipment', run: ({ session }) => session.equipment.sim.imsi, test: nothing },
  '+CCID': iccid,
  '+ICCID': iccid,
  '+CNUM': { sim: 'equipment', run: nothing, test: nothing },
  '+CSCA': {
    sim: 'messages',
    test: nothing,
    read({ session: { equipment } }) {
      const { smsc } = equipment.sim;
      return `+CSCA: "${smsc}",${smsc.startsWith('+') ? 145 : 129}`;
    },
    set({ session, args: [number, type] }) {
      if (number === null || number === undefined) throw cms(304);
      const kind = numberIn(type, number.startsWith('+') ? 145 : 129, [128, 255], () => cms(304));
      session.equipment.sim.smsc = kind === 145 ? `+${number.replace(/^\+/, '')}` : number;
      return undefined;
    },
  },
};
