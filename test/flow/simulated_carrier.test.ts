// The magic numbers through the simulated carrier: what a reader of the feed sees of a text on route gateway, from its
// acceptance to its end, and the reply.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Direction, type Message, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { magicNumbers } from '../../runtime/texts/magic_numbers.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestCore } from '../support/core.ts';

const number = '+15005550100';
const { SENT, DELIVERED, FAILED, RECEIVED } = MessageStatus;

/** The status after a second, the status after 16, and the word that an error begins with. */
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

let service: SimulatedService;
let core: TestCore;
let accountId: bigint;
beforeAll(async () => {
  service = await SimulatedService.begin();
  core = await service.startCore({
    carriers: [{ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} }],
  });
  ({ id: accountId } = await core.createAccount({ paired: false }));
  await core.admin.assignNumber({ accountId, carrier: 'simulated', number });
});
afterAll(() => service.end());

const readAll = async (since = 0n): Promise<Message[]> => {
  const { pages } = await core.messages.listChanges({ queries: [{ accountId, since, limit: 500 }] });
  return pages[0]?.messages ?? [];
};

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
  const find = async () => (await readAll()).find((message) => message.id === id);

  await service.simulation.run('1 s');
  expect((await find())?.status).toBe(row.soon);
  await service.simulation.run('15 s');
  const end = await find();
  expect(end?.status).toBe(row.end);
  expect(end?.error?.split(':')[0]).toBe(row.error);
  expect(end?.deliveredAt !== undefined).toBe(row.end === DELIVERED);

  const replies = (await readAll(before)).filter(({ direction }) => direction === Direction.IN);
  expect(
    replies.map(({ status, addressNorm, route, body: said }) => [status, addressNorm, route, said]),
  ).toEqual(row.reply ? [[RECEIVED, address, Route.GATEWAY, row.reply + body]] : []);
});
