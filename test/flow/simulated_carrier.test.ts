// The magic numbers through the simulated carrier: what a reader of the feed sees of a text on route gateway, from its
// acceptance to its end, and the reply.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Direction, type Message, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { magicNumbers } from '../../runtime/texts/magic_numbers.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';

const clock = new ManualClock();
const number = '+15005550100';
const { SENT, DELIVERED, FAILED, RECEIVED } = MessageStatus;

/** The status after a second or two, the final status, and the word that an error begins with. */
const expected: Record<string, { soon: MessageStatus; end: MessageStatus; error?: string; reply?: string }> =
  {
    '+15005550006': { soon: DELIVERED, end: DELIVERED },
    '+15005550007': { soon: SENT, end: DELIVERED },
    '+15005550008': { soon: FAILED, end: FAILED, error: 'rejected_by_network' },
    '+15005550009': { soon: FAILED, end: FAILED, error: 'rejected_by_network' },
    '+15005550010': { soon: SENT, end: SENT },
    '+15005550011': { soon: DELIVERED, end: DELIVERED, reply: 'You said: ' },
    '+15005550012': { soon: MessageStatus.SENDING, end: FAILED, error: 'outcome_unknown' },
    '+447700900123': { soon: DELIVERED, end: DELIVERED },
  };

let core: TestCore;
let accountId: bigint;
beforeAll(async () => {
  core = await startTestCore(await createDatabase(), {
    clock,
    carriers: [{ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} }],
  });
  ({ id: accountId } = await core.createAccount({ paired: false }));
  await core.admin.assignNumber({ accountId, carrier: 'simulated', number });
});
afterAll(() => core.stop());

const readAll = async (since = 0n): Promise<Message[]> => {
  const { pages } = await core.messages.listChanges({ queries: [{ accountId, since, limit: 500 }] });
  return pages[0]?.messages ?? [];
};

/** Moves the clock in small steps, no faster than the database answers, until `isThere` or the time is up. */
async function pass(ms: number, isThere: (messages: Message[]) => boolean = () => false): Promise<Message[]> {
  for (let passed = 0; ; passed += 50) {
    const messages = await readAll();
    if (passed >= ms || isThere(messages)) return messages;
    clock.advance(50);
  }
}

test('every magic number has a row here', () => {
  for (const { address } of magicNumbers) expect(expected).toHaveProperty([address]);
});

test.each(Object.entries(expected))('a text to %s fares as the table says', async (address, row) => {
  const before = (await readAll()).at(-1)?.seq ?? 0n;
  const body = address.repeat(20);
  const { results } = await core.messages.sendMessages({ texts: [{ accountId, address, body }] });
  const outcome = results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error('it was refused');
  expect(outcome.value.message?.route).toBe(Route.GATEWAY);
  const id = outcome.value.message?.id;
  const find = (messages: Message[]) => messages.find((message) => message.id === id);

  const soon = find(await pass(5_000, (messages) => find(messages)?.status === row.soon));
  expect(soon?.status).toBe(row.soon);
  const after = await pass(20_000, (messages) => row.end !== SENT && find(messages)?.status === row.end);
  const end = find(after);
  expect(end?.status).toBe(row.end);
  expect(end?.error?.split(':')[0]).toBe(row.error);
  expect(end?.deliveredAt !== undefined).toBe(row.end === DELIVERED);

  const isReply = (message: Message) => message.seq > before && message.direction === Direction.IN;
  const replies = (await pass(row.reply ? 5_000 : 1_000, (messages) => messages.some(isReply))).filter(
    isReply,
  );
  expect(
    replies.map(({ status, addressNorm, route, body: said }) => [status, addressNorm, route, said]),
  ).toEqual(row.reply ? [[RECEIVED, address, Route.GATEWAY, row.reply + body]] : []);
});
