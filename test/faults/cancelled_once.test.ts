// Cancels race with the phone that takes the texts, and cores die as they cancel. A cancelled text never leaves. A text whose
// cancel was refused leaves, unless the phone stops it. Every unit is counted right. The modem's log is the judge.
import { expect, test } from 'vitest';
import { type Message, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { openInspector } from '../support/database.ts';
import type { CoreUnderTest } from './core_under_test.ts';
import { providePhone } from './provide_phone.ts';
import { judgeNetwork, type RealPhone } from './real_phone.ts';

const deaths = 3;
const textsOfRound = 12;
/** Rounds until both have won at least once. */
const mostRounds = 20;

let url: string;
let core: CoreUnderTest;
let other: CoreUnderTest;
let phone: RealPhone;
providePhone((provided) => {
  ({ url, core, other, phone } = provided);
});

/** Sends texts to one recipient each and cancels each of them at once, at the two cores in turn. */
async function race(round: number): Promise<Map<string, boolean>> {
  const cancelled = new Map<string, boolean>();
  const one = async (index: number) => {
    const body = `round ${round}, text ${index}`;
    const id = await phone.send(`+150055501${String(index).padStart(2, '0')}`, body);
    cancelled.set(body, await phone.cancel(id, index % 2 === 0 ? core : other));
  };
  await Promise.all(Array.from({ length: textsOfRound }, (_, index) => one(index)));
  return cancelled;
}

async function judge(cancelled: ReadonlyMap<string, boolean>): Promise<void> {
  const messages = await phone.settled(0);
  judgeNetwork(phone);
  const left = phone.modem.submits().map(({ text }) => text);
  const isCancelled = ({ status, error }: Message) =>
    status === MessageStatus.FAILED && error?.startsWith('cancelled: ') === true;
  let units = 0;
  for (const [body, wasCancelled] of cancelled) {
    const message = messages.find((each) => each.body === body) as Message;
    const hasLeft = left.includes(body);
    expect([body, isCancelled(message)]).toEqual([body, !hasLeft]);
    // The phone may still stop a text whose cancel was refused; a cancelled text stays cancelled.
    if (wasCancelled) expect([body, hasLeft]).toEqual([body, false]);
    if (hasLeft) units += 1;
  }
  const sql = openInspector(url);
  const [account] = await sql`select texts_used from account where id = ${phone.accountId}`;
  await sql.end();
  expect(account?.texts_used).toBe(units);
}

test('either the cancel or the phone that takes the text wins, never both, and each wins at times', async () => {
  const cancelled = new Map<string, boolean>();
  for (let round = 0; round < mostRounds && new Set(cancelled.values()).size < 2; round++)
    for (const [body, won] of await race(round)) cancelled.set(body, won);
  expect(new Set(cancelled.values()).size).toBe(2);
  await judge(cancelled);
}, 120_000);

test('cores that die while texts are cancelled leave each text cancelled or sent, and a repeat is answered the same', async () => {
  const cancelled = new Map<string, boolean>();
  for (let round = 0; round < deaths; round++) {
    const racing = race(round);
    await other.kill();
    await other.run();
    for (const [body, won] of await racing) cancelled.set(body, won);
  }
  await judge(cancelled);
}, 120_000);
