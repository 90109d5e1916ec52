// Commands that send: +CMGS with its prompt, and the way over a memory with +CMGW and +CMSS.
import { addressOf } from '../../../../device-agent/pdu/address.ts';
import { unwrap, wrap } from '../../../../device-agent/pdu/frame.ts';
import { decodeSubmit, encodeSubmit, type Submit } from '../../../../device-agent/pdu/submit.ts';
import { measureText } from '../../../../server/domain/messages/text.ts';
import { cms } from '../at_fault.ts';
import type { StoredState } from '../memory.ts';
import type { Session } from '../session.ts';
import { type Call, nothing, numberIn, type Verbs } from './verb.ts';

/** A TPDU as it was written, whose length must be the one announced. */
function readFrame(written: string, announced: number): { hex: string; submit: Submit } {
  const hex = written.replace(/\s/g, '');
  try {
    const { tpdu } = unwrap(hex);
    if (tpdu.length !== announced) throw cms(304);
    return { hex, submit: decodeSubmit(tpdu) };
  } catch {
    throw cms(304);
  }
}

/** What text mode makes of a number and a text: one part, without a report. */
function compose(number: string, text: string): { hex: string; submit: Submit } {
  try {
    const submit: Submit = {
      recipient: addressOf(number),
      part: { text, number: 1, total: 1, reference: 0, referenceBits: 8 },
      encoding: measureText(text, 8).encoding,
      statusReport: false,
    };
    return { hex: wrap(encodeSubmit(submit)).hex, submit };
  } catch {
    throw cms(305);
  }
}

/** What the terminal writes behind the prompt; null when it calls it off. */
async function ask({ session, args }: Call) {
  const isText = session.settings.format === 1;
  const [first] = args;
  if (first === null || first === undefined) throw cms(isText ? 305 : 304);
  const announced = isText ? 0 : numberIn(first, 0, [1, 255], () => cms(304));
  const written = await session.prompt();
  if (written === null) return null;
  await session.point('after_ctrl_z');
  return isText ? compose(first, written) : readFrame(written, announced);
}

/** Hands a text to the network; returns its TP-MR. */
async function transmit(session: Session, { hex, submit }: { hex: string; submit: Submit }): Promise<number> {
  if (session.equipment.sim.smsc === '' && hex.startsWith('00')) throw cms(330);
  await session.wait(session.equipment.options.submitMs);
  if (!session.isServed()) throw cms(331);
  const messageReference = session.equipment.sim.takeReference();
  session.afterAnswer(session.network.take(submit, messageReference, hex));
  await session.point('after_taken');
  return messageReference;
}

const storedStates: readonly StoredState[] = [0, 1, 2, 3];

export const send: Verbs = {
  '+CMGS': {
    sim: 'messages',
    test: nothing,
    async set(call) {
      const asked = await ask(call);
      if (asked === null) return undefined;
      const reference = await transmit(call.session, asked);
      await call.session.sayAround('inside_answer', `+CMGS: ${reference}`);
      return undefined;
    },
  },
  '+CMGW': {
    sim: 'messages',
    test: nothing,
    async set(call) {
      const state = numberIn(call.args[1], 2, [0, 3], () => cms(302));
      const written = await ask({ ...call, args: call.args });
      if (written === null) return undefined;
      const stored = call.session.memory(1).memory.add(written.hex, storedStates[state]!);
      if (stored === null) throw cms(322);
      return `+CMGW: ${stored.index}`;
    },
  },
  '+CMSS': {
    sim: 'messages',
    test: nothing,
    async set({ session, args }) {
      const index = numberIn(args[0], 0, [0, 999], () => cms(321));
      const stored = session.memory(1).memory.find(index);
      if (stored === undefined) throw cms(321);
      const reference = await transmit(session, readFrame(stored.hex, unwrap(stored.hex).tpdu.length));
      stored.state = 3;
      return `+CMSS: ${reference}`;
    },
  },
};
