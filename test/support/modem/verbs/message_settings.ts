// Commands that choose how texts are handled: format, memories, routing, acknowledgement.
import { cme, cms } from '../at_fault.ts';
import type { Session } from '../session.ts';
import type { MemoryName } from '../settings.ts';
import { constant, nothing, numberIn, type Verbs } from './verb.ts';

/** Names of the memories that this modem has; the one of reports can only be read (TS 27.005 3.1). */
const namesOf = ({ memories }: Session, use: number) =>
  [...memories.keys()].filter((name) => use === 0 || name !== 'SR');

function useOf(session: Session, use: 0 | 1 | 2): string {
  const { memory } = session.memory(use);
  return `${memory.used},${memory.size}`;
}

/** The uses of memories that this modem has. */
const usesOf = ({ equipment }: Session) =>
  ([0, 1, 2] as const).filter((use) => use < equipment.options.memoryUses);

export const messageSettings: Verbs = {
  '+CMGF': {
    test: constant('+CMGF: (0,1)'),
    read: ({ session }) => `+CMGF: ${session.settings.format}`,
    set({ session, args }) {
      session.settings.format = numberIn(args[0], 0, [0, 1], () => cms(302));
      return undefined;
    },
  },
  '+CSMS': {
    test: constant('+CSMS: (0,1)'),
    read: ({ session }) => `+CSMS: ${session.settings.service},1,1,1`,
    set({ session, args }) {
      session.settings.service = numberIn(args[0], 0, [0, 1], () => cms(302));
      return '+CSMS: 1,1,1';
    },
  },
  '+CPMS': {
    sim: 'messages',
    test({ session }) {
      const lists = [0, 1, 2].map((use) => namesOf(session, use).map((name) => `"${name}"`));
      return `+CPMS: ${lists.map((names) => `(${names.join(',')})`).join(',')}`;
    },
    read: ({ session }) =>
      `+CPMS: ${usesOf(session)
        .map((use) => `"${session.settings.memories[use]}",${useOf(session, use)}`)
        .join(',')}`,
    set({ session, args }) {
      if (args.length > session.equipment.options.memoryUses) throw cms(302);
      args.forEach((arg, use) => {
        if (arg === null || use > 2) return;
        const name = namesOf(session, use).find((known) => known === (arg.toUpperCase() as MemoryName));
        if (name === undefined) throw cms(302);
        session.settings.memories[use] = name;
      });
      session.afterAnswer(() => session.delivery.pump());
      return `+CPMS: ${usesOf(session)
        .map((use) => useOf(session, use))
        .join(',')}`;
    },
  },
  '+CNMI': {
    test: ({ session }) =>
      `+CNMI: ${session.equipment.options.routingValues.map((values) => `(${values.join(',')})`).join(',')}`,
    read({ session }) {
      const { mode, texts, broadcasts, reports, buffer } = session.settings.routing;
      return `+CNMI: ${mode},${texts},${broadcasts},${reports},${buffer}`;
    },
    set({ session, args }) {
      const { routing } = session.settings;
      const bad = () => cms(303);
      const takes = (arg: string | null | undefined, at: number) =>
        arg == null || session.equipment.options.routingValues[at]?.includes(Number(arg));
      if (!args.every(takes)) throw bad();
      session.settings.routing = {
        mode: numberIn(args[0], routing.mode, [0, 3], bad),
        texts: numberIn(args[1], routing.texts, [0, 3], bad),
        broadcasts: numberIn(args[2], routing.broadcasts, [0, 3], bad),
        reports: numberIn(args[3], routing.reports, [0, 2], bad),
        buffer: numberIn(args[4], routing.buffer, [0, 1], bad),
      };
      session.afterAnswer(() => session.delivery.rerouted());
      return undefined;
    },
  },
  '+CNMA': {
    test: constant('+CNMA: (0-2)'),
    run: acknowledge,
    set: acknowledge,
  },
  '+CMMS': {
    test: constant('+CMMS: (0-2)'),
    read: ({ session }) => `+CMMS: ${session.settings.others.get('CMMS') ?? '0'}`,
    set({ session, args }) {
      session.settings.others.set('CMMS', String(numberIn(args[0], 0, [0, 2], () => cme(50))));
      return undefined;
    },
  },
  '+CSMP': { read: constant('+CSMP: 17,167,0,0'), set: nothing, test: nothing },
  '+CSDH': { read: constant('+CSDH: 0'), set: nothing, test: nothing },
  '+CSCB': { read: constant('+CSCB: 0,"",""'), set: nothing, test: constant('+CSCB: (0,1)') },
};

/** +CNMA or +CNMA=0 and 1: taken; 2: not. */
function acknowledge({ session, args }: { session: Session; args: (string | null)[] }): undefined {
  if (session.settings.service !== 1) throw cms(340);
  const isTaken = numberIn(args[0], 0, [0, 2], () => cms(302)) !== 2;
  if (session.delivery.acknowledge(isTaken)) session.afterAnswer(() => session.delivery.pump());
}
