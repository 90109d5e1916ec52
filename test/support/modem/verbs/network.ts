import { cme } from '../at_fault.ts';
import type { Session } from '../session.ts';
import { constant, nothing, numberIn, type Verb, type Verbs } from './verb.ts';

const area = '"00C3","00001A2B"';

/** +CREG and its kin; 2 reports the place as well. */
function registrationVerb(name: 'CREG' | 'CGREG' | 'CEREG'): Verb {
  return {
    test: constant(`+${name}: (0-2)`),
    read({ session }) {
      const reported = session.settings.registrationLines[name];
      const code = session.registrationCode();
      const place = reported === 2 && (code === 1 || code === 5) ? `,${area}` : '';
      return `+${name}: ${reported},${code}${place}`;
    },
    set({ session, args }) {
      session.settings.registrationLines[name] = numberIn(args[0], 0, [0, 2], () => cme(50));
      return undefined;
    },
  };
}

/** The operator's name in the form that the terminal chose; only while there is one. */
function operatorOf(session: Session): string {
  if (!session.isServed()) return '+COPS: 0';
  const name = ['Simulated Mobile', 'Simulated', '00101'][session.settings.operatorFormat]!;
  return `+COPS: 0,${session.settings.operatorFormat},"${name}",0`;
}

export const networkVerbs: Verbs = {
  '+CREG': registrationVerb('CREG'),
  '+CGREG': registrationVerb('CGREG'),
  '+CEREG': registrationVerb('CEREG'),
  '+COPS': {
    sim: 'equipment',
    test: constant('+COPS: (2,"Simulated Mobile","Simulated","00101",0),,(0-4),(0-2)'),
    read: ({ session }) => operatorOf(session),
    set({ session, args }) {
      const mode = numberIn(args[0], 0, [0, 4], () => cme(50));
      if (mode === 3) session.settings.operatorFormat = numberIn(args[1], 0, [0, 2], () => cme(50));
      else {
        session.settings.isDetached = mode === 2;
        session.afterAnswer(() => {
          session.registrationChanged();
          session.delivery.pump();
        });
      }
      return undefined;
    },
  },
  '+CSQ': {
    test: constant('+CSQ: (0-31,99),(0-7,99)'),
    run: ({ session: { network } }) => `+CSQ: ${network.signal},99`,
  },
  '+CGATT': {
    test: constant('+CGATT: (0,1)'),
    read: ({ session }) => `+CGATT: ${session.isServed() ? 1 : 0}`,
    set: nothing,
  },
};
