// Commands that read and delete stored texts.
import { cms } from '../at_fault.ts';
import { lengthOf } from '../delivery.ts';
import type { Stored } from '../memory.ts';
import type { Session } from '../session.ts';
import { showStored, stateNamed } from '../text_mode.ts';
import { type Call, constant, numberIn, type Verbs } from './verb.ts';

/** The lines of one text, as +CMGL or +CMGR has them. */
function show(session: Session, stored: Stored, isListed: boolean): string {
  if (session.settings.format === 1) return showStored(stored, isListed);
  const { index, state, hex } = stored;
  const head = isListed ? `+CMGL: ${index},${state}` : `+CMGR: ${state}`;
  return `${head},,${lengthOf(hex)}\r\n${hex}`;
}

/** A received text that was shown is no longer unread. */
function seen(stored: Stored): void {
  if (stored.state === 0) stored.state = 1;
}

/** The state to list; null: all. */
function wantedState({ session, args: [arg] }: Call): number | null {
  if (session.settings.format === 1) {
    const state = stateNamed(arg ?? 'REC UNREAD');
    if (state === undefined) throw cms(302);
    return state;
  }
  const state = numberIn(arg, 0, [0, 4], () => cms(302));
  return state === 4 ? null : state;
}

async function list(call: Call): Promise<undefined> {
  const { session } = call;
  const state = wantedState(call);
  const { memory } = session.memory(0);
  for (const stored of memory.list().filter((one) => state === null || one.state === state)) {
    session.say(show(session, stored, true));
    seen(stored);
    await session.point('inside_list');
  }
}

/** Which received and stored texts a +CMGD with a flag deletes. */
const flagged = [[], [1], [1, 3], [1, 2, 3], [0, 1, 2, 3]] as const;

export const stored: Verbs = {
  '+CMGL': {
    sim: 'messages',
    test: ({ session }) =>
      session.settings.format === 0
        ? '+CMGL: (0-4)'
        : '+CMGL: ("REC UNREAD","REC READ","STO UNSENT","STO SENT","ALL")',
    run: list,
    set: list,
  },
  '+CMGR': {
    sim: 'messages',
    test: constant(''),
    set({ session, args }) {
      const index = numberIn(args[0], 0, [0, 999], () => cms(321));
      const { memory } = session.memory(0);
      const found = memory.find(index);
      if (found === undefined) {
        if (index < 1 || index > memory.size || session.equipment.options.emptyPlace === 'error')
          throw cms(321);
        return undefined;
      }
      const line = show(session, found, false);
      seen(found);
      return line;
    },
  },
  '+CMGD': {
    sim: 'messages',
    test: ({ session }) => `+CMGD: (1-${session.memory(0).memory.size}),(0-4)`,
    async set({ session, args }) {
      const index = numberIn(args[0], 0, [0, 999], () => cms(321));
      const flag = numberIn(args[1], 0, [0, 4], () => cms(302));
      const { memory } = session.memory(0);
      if (flag === 0) {
        if (index < 1 || index > memory.size) throw cms(321);
        memory.delete(index);
      } else {
        const states: readonly number[] = flagged[flag]!;
        for (const one of memory.list()) if (states.includes(one.state)) memory.delete(one.index);
      }
      session.afterAnswer(() => session.delivery.pump());
      await session.point('after_delete');
      return undefined;
    },
  },
};
