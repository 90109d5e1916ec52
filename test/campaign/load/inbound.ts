// Texts that people send to the phones and to the numbers at the SMSCs, each with a word of its own.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import { receiveOnSimulated } from '../world/phones.ts';
import type { Tenant, Way } from '../world/tenant.ts';
import type { World } from '../world/world.ts';
import type { Running } from './steady.ts';

/** A text that somebody sent to an account. */
export interface Incoming {
  word: string;
  tenant: Tenant;
  way: Way;
  from: string;
  body: string;
  atMs: number;
  /** Its name at the SMSC (without the part), or on the simulated phone. */
  name: string;
  /** Of the SMSC that has it. */
  smsc: number | null;
  parts: number;
  /** As the modem gets it, in hex. */
  pdus: string[];
}

const everyMs: Record<Way, readonly [number, number]> = {
  simulated: [400, 1_600],
  modem: [2_000, 6_000],
  smsc: [200, 800],
};

/** Lets texts come in on one way until it is over; writes them down in `incoming`. */
export async function sendInbound(
  world: World,
  way: Way,
  incoming: Map<string, Incoming>,
  chance: Seeded,
  running: Running,
): Promise<void> {
  const tenants = world.tenants.filter(
    ({ role, ways, number }) => role !== 'story' && ways.includes(way) && (way !== 'smsc' || number),
  );
  while (!running.isOver) {
    const number = incoming.size;
    const word = `i${number.toString(36)}i`;
    const tenant = chance.pick(tenants);
    const pieces = chance.chance(0.2) ? [`${word} first `, 'часть вторая ', 'third'] : [`${word} hello back`];
    const text: Incoming = {
      word,
      tenant,
      way,
      from: `+1505${String(chance.below(60)).padStart(7, '0')}`,
      body: pieces.join(''),
      atMs: world.timeline.nowMs(),
      name: `in-${word}`,
      smsc: null,
      parts: pieces.length,
      pdus: [],
    };
    incoming.set(word, text);
    if (way === 'smsc') {
      text.smsc = chance.pick(tenant.smscs);
      const order = { name: text.name, from: text.from, to: tenant.number as string, parts: pieces };
      // While the SMSC is frozen it does not confirm, and takes it afterwards all the same.
      void world.smscs[text.smsc]?.deliver([order]);
    } else {
      const phone = world.phones.find((each) => each.tenant === tenant);
      if (phone && phone.modem === null) receiveOnSimulated(phone, text.name, text.from, text.body);
      if (phone?.modem)
        text.pdus = phone.modem.receive({ from: text.from, text: text.body, reference: number & 0xff });
    }
    await pause(chance.between(...everyMs[way]));
  }
}
