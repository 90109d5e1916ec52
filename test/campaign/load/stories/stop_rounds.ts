// People who write STOP, to a carrier's number or to a phone, while texts to them wait: refused by their carrier for now,
// for their time, or for a phone that is away; and a neighbour who opts out thousands. Later some of them write START.
import type { Seeded } from '../../../support/seeded.ts';
import { pause } from '../../timeline.ts';
import { heldBySimulated, type Phone, receiveOnSimulated } from '../../world/phones.ts';
import { smscs, type Tenant } from '../../world/tenant.ts';
import type { Bell } from './bell.ts';
import { askUntilKnown, named, type Setting } from './setting.ts';

/** Is in the answer to a STOP, and in no text that anybody sends. */
export const answerWord = 'wstopw';
const stopAnswer = `${answerWord} you get no more texts`;

/** A keyword that somebody wrote. */
export interface Keyword {
  /** At the SMSC without the part, or on the phone. */
  name: string;
  askedMs: number;
  /** When the phone was seen without it, which is when we had it; null for an SMSC, which writes it down itself. */
  goneMs: number | null;
}

/** What befell one recipient. */
export interface StopRound {
  tenant: Tenant;
  recipient: string;
  way: 'smsc' | 'simulated';
  stop: Keyword;
  start: Keyword | null;
  /** Words of texts that were accepted for a phone while it was away, until after the STOP was acknowledged. */
  held: string[];
}

/** Numbers that a neighbour opted out at once, and what it was answered. */
export interface Import {
  numbers: number;
  status: number;
}

/** Rounds at a time. */
const atOnce = 2;
/** How long a keyword may take to be acknowledged before the round goes on without it, in milliseconds. */
const patienceMs = 30_000;
const lookEveryMs = 50;

/** Lets rounds happen until it is over; writes them down in `rounds`. The bell rings at each STOP that was acknowledged. */
export async function playStops(
  setting: Setting,
  { rounds, imports, bell }: { rounds: StopRound[]; imports: Import[]; bell: Bell },
): Promise<void> {
  const { world, chance, running } = setting;
  const tenants = ['stops-1', 'stops-2'].map((name) => named(setting, name));
  const body = { stop_answer: stopAnswer };
  const path = '/api/v1/opt-outs/settings';
  const acknowledged = new Set<string>();
  for (const tenant of tenants) await askUntilKnown(setting, tenant, { method: 'PUT', path, body });
  for (const smsc of smscs.busy) await world.smscs[smsc]?.reportReceived((name) => acknowledged.add(name));
  const one = async (chance: Seeded) => {
    while (!running.isOver) {
      const tenant = chance.chance(0.75) ? tenants[0] : tenants[1];
      await playRound({ ...setting, chance }, { tenant: tenant as Tenant, acknowledged, rounds, bell });
    }
  };
  const turns = Array.from({ length: atOnce }, (_, turn) => one(chance.stream(`round ${turn}`)));
  await Promise.all([...turns, importNumbers({ ...setting, chance: chance.stream('imports') }, imports)]);
}

interface Stage {
  tenant: Tenant;
  /** Names and parts that SMSCs have said were acknowledged. */
  acknowledged: ReadonlySet<string>;
  rounds: StopRound[];
  bell: Bell;
}

async function playRound(setting: Setting, { tenant, acknowledged, rounds, bell }: Stage): Promise<void> {
  const { world, sends, chance } = setting;
  const { timeline } = world;
  const phone = world.phones.find((each) => each.tenant === tenant) as Phone;
  const number = rounds.length;
  const recipient = `+1470${String(number).padStart(7, '0')}`;
  const way = tenant.ways.includes('smsc') ? 'smsc' : 'simulated';
  const smsc = way === 'smsc' ? world.smscs[smscs.busy[0]] : undefined;
  const isAway = way === 'smsc' && chance.chance(0.3);
  const round: StopRound = {
    tenant,
    recipient,
    way,
    stop: { name: `stop-${number}`, askedMs: 0, goneMs: null },
    start: null,
    held: [],
  };
  rounds.push(round);
  const route = smsc ? 'gateway' : 'device';
  const setBusy = async (isBusy: boolean) =>
    Promise.race([smsc?.setBusy(recipient, isBusy), pause(smsc ? 2_000 : 0)]);
  const send = async (route: 'gateway' | 'device', dueMs: number | null = null) => {
    const sent = sends.compose(tenant, chance, { address: recipient, isAlone: false, route, dueMs });
    await Promise.race([sends.send(sent, chance.stream(sent.word)), pause(10_000)]);
    return sent;
  };
  const write = async (keyword: Keyword, text: string) => {
    keyword.askedMs = timeline.nowMs();
    const order = { name: keyword.name, from: recipient, to: tenant.number as string, parts: [text] };
    if (smsc) void smsc.deliver([order]);
    else receiveOnSimulated(phone, keyword.name, recipient, text);
    while (timeline.nowMs() < keyword.askedMs + patienceMs) {
      await pause(lookEveryMs);
      if (smsc && acknowledged.has(`${keyword.name}.0`)) return true;
      if (smsc || heldBySimulated(phone).includes(keyword.name)) continue;
      keyword.goneMs = timeline.nowMs();
      return true;
    }
    return false;
  };

  await setBusy(true);
  if (isAway) await phone.agent.kill();
  const soon = () => timeline.nowMs() + chance.between(2_000, 9_000);
  const waiting = [send(route), send(route, soon())];
  if (chance.chance(0.5)) waiting.push(send(route, chance.chance(0.5) ? soon() : null));
  await Promise.all(waiting);
  if (isAway) {
    const sent = await send('device');
    // What the phone may have had meanwhile proves nothing.
    if (sent.reported.length > 0 && !phone.agent.isRunning) round.held.push(sent.word);
  }
  await pause(chance.between(300, 2_500));
  if (await write(round.stop, 'STOP')) bell.ring();
  if (phone.agent.isRunning) round.held = [];
  const probe = send(chance.pick([route, 'device']));
  await pause(chance.between(100, 3_000));
  await setBusy(false);
  if (isAway) phone.agent.start();
  await Promise.all([probe, pause(chance.between(2_000, 6_000))]);
  if (isAway || chance.chance(0.5)) return;
  round.start = { name: `start-${number}`, askedMs: 0, goneMs: null };
  await write(round.start, 'START');
  await send(route);
}

/** A neighbour that has numbers enough to keep a queue of opt-outs busy, if there were one for all. */
async function importNumbers(setting: Setting, imports: Import[]): Promise<void> {
  const { chance, running } = setting;
  const tenant = named(setting, 'greedy-1');
  for (let number = 0; !running.isOver; ) {
    const count = 500 + chance.below(3_000);
    const csv = Array.from({ length: count }, () => `+1471${String(number++).padStart(7, '0')}`).join('\n');
    const path = '/api/v1/opt-outs/import';
    const { answer } = await askUntilKnown(setting, tenant, { method: 'POST', path, body: { csv } });
    imports.push({ numbers: count, status: answer.status });
    await pause(chance.between(5_000, 20_000));
  }
}
