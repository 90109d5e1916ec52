// A text on route gateway as a customer sees it: over HTTP to the gateway, the core, SMPP to an SMSC, and back
// into the feed.
import { afterEach, expect, test } from 'vitest';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { smppKind } from '../../server/carrier/smpp/smpp_kind.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { partsOf, receiptOf, textOf } from '../support/smsc/deliveries.ts';
import { Smsc } from '../support/smsc/smsc.ts';
import { type Stack, startStack } from '../support/stack.ts';

interface Shown {
  id: number;
  direction: string;
  address: string;
  body: string;
  status: string;
  route: string;
  error: string | null;
}

const number = '+15005550100';
const recipient = '+15005550006';

let service: SimulatedService;
let stack: Stack;
let smscs: Smsc[] = [];
afterEach(async () => {
  await stack?.stop();
  for (const smsc of smscs.splice(0)) await smsc.close();
  await service?.end();
});

/** An SMSC for each name, the first one asked first, and cores that are bound to all of them. */
async function open(names: readonly string[], cores = 1): Promise<Smsc[]> {
  service = await SimulatedService.begin();
  smscs = await Promise.all(names.map(() => Smsc.start()));
  const carriers = smscs.map(({ port }, index): CarrierConfig => {
    const settings = { host: '127.0.0.1', port, system_id: 'relay', password: 'secret', window: 4 };
    return { name: names[index] as string, kind: smppKind, priority: index + 1, sender: null, settings };
  });
  stack = await startStack({ service, carriers, cores });
  await service.simulation.idle();
  for (const smsc of smscs) expect(smsc.bound).toHaveLength(cores);
  return smscs;
}

/** An account without a phone, with numbers on these carriers. */
async function withNumber(carriers: readonly string[], own = number): Promise<TestAccount> {
  const account = await stack.createAccount({ paired: false });
  for (const carrier of carriers)
    await stack.core.admin.assignNumber({ accountId: account.id, carrier, number: own });
  return account;
}

const send = async (account: TestAccount, body: string, address = recipient): Promise<Shown> =>
  (await stack.send(account, { address, body, route: 'gateway' })).json.message;

const feedOf = async ({ key }: TestAccount): Promise<Shown[]> =>
  (await stack.get('/api/v1/messages?since=0&limit=500', key)).json.messages;

const run = (duration: string) => service.simulation.run(duration);

/** A text, half a second later. */
async function shown(account: TestAccount, id: number): Promise<Shown | undefined> {
  await run('500 ms');
  return (await feedOf(account)).find((each) => each.id === id);
}

const usageOf = async ({ key }: TestAccount) => (await stack.get('/api/v1/usage', key)).json;

test('a text is sent from the account’s number and delivered when its receipt says so', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const account = await withNumber(['main']);
  const { id } = await send(account, 'hello');
  expect(await shown(account, id)).toMatchObject({ status: 'sent', route: 'gateway', error: null });
  expect(smsc.submits.map(({ message }) => [message.source, message.destination])).toEqual([
    [number.slice(1), recipient.slice(1)],
  ]);
  const [bound] = smsc.bound;
  expect(await bound?.deliver(receiptOf(smsc.ids[0] as string, 'DELIVRD'))).toBe(0);
  expect((await shown(account, id))?.status).toBe('delivered');
  expect((await usageOf(account)).texts_used).toBe(1);
});

test('a long text is delivered only when the receipt of its last part is there', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const account = await withNumber(['main']);
  const { id } = await send(account, 'a long text '.repeat(30));
  expect((await shown(account, id))?.status).toBe('sent');
  expect(smsc.ids.length).toBe(3);
  const [bound] = smsc.bound;
  const receipt = (index: number) => receiptOf(smsc.ids[index] as string, 'DELIVRD', 'tlv');
  for (const index of [2, 0]) expect(await bound?.deliver(receipt(index))).toBe(0);
  expect((await shown(account, id))?.status).toBe('sent');
  expect(await bound?.deliver(receipt(1))).toBe(0);
  expect((await shown(account, id))?.status).toBe('delivered');
});

test('a text whose receipt says undeliverable fails, and its unit stays used', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const account = await withNumber(['main']);
  smsc.onSubmit = () => ({ kind: 'accept', receipt: 'UNDELIV', when: 'before' });
  const { id } = await send(account, 'hello');
  const error = expect.stringMatching(/^rejected_by_network: /);
  expect(await shown(account, id)).toMatchObject({ status: 'failed', error });
  expect((await usageOf(account)).texts_used).toBe(1);
});

test('a text that the first carrier throttles goes through the next one', async () => {
  const [main, backup] = (await open(['main', 'backup'])) as [Smsc, Smsc];
  const account = await withNumber(['main', 'backup']);
  main.onSubmit = () => ({ kind: 'refuse', status: 0x58 });
  const { id } = await send(account, 'hello');
  await run('2 s');
  expect((await shown(account, id))?.status).toBe('sent');
  expect(main.submits.length).toBeGreaterThan(0);
  expect(backup.submits.length).toBe(1);
});

test('a throttled text waits and is sent by the only carrier; it is shown as sending meanwhile', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const account = await withNumber(['main']);
  smsc.onSubmit = ({ index }) =>
    index < 3 ? { kind: 'refuse', status: 0x58 } : { kind: 'accept', receipt: 'DELIVRD' };
  const { id } = await send(account, 'hello');
  expect((await shown(account, id))?.status).toBe('sending');
  await run('15 s');
  expect((await shown(account, id))?.status).toBe('delivered');
  expect(smsc.submits.length).toBe(4);
  expect((await usageOf(account)).texts_used).toBe(1);
});

test('a text to a number reaches only the account that owns it, whole even when it came in parts', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const [anna, ben] = [await withNumber(['main']), await withNumber(['main'], '+15005550101')];
  const [bound] = smsc.bound;
  const to = (account: string) => (from: string, body: string) => bound?.deliver(textOf(from, account, body));
  expect(await to(number)(recipient, 'for Anna')).toBe(0);
  for (const part of partsOf(recipient, '+15005550101', ['for Ben, ', 'in two parts'], 7).reverse())
    expect(await bound?.deliver(part)).toBe(0);
  expect(await to('+15005550109')(recipient, 'for nobody')).not.toBe(0);
  const shownTo = async (account: TestAccount) =>
    (await feedOf(account)).map(({ direction, address, body, route }) => [direction, address, body, route]);
  expect(await shownTo(anna)).toEqual([['in', recipient, 'for Anna', 'gateway']]);
  expect(await shownTo(ben)).toEqual([['in', recipient, 'for Ben, in two parts', 'gateway']]);
  expect((await usageOf(ben)).texts_used).toBe(0);
});

test('an account without a number cannot send; with one it can, even while the carrier is down', async () => {
  const [smsc] = (await open(['main'])) as [Smsc];
  const account = await withNumber([]);
  const text = { address: recipient, body: 'hello' };
  expect((await usageOf(account)).can_send).toBe(false);
  expect((await stack.post('/api/v1/messages', account.key, text)).status).not.toBe(200);
  await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number });
  smsc.dropAll();
  expect((await usageOf(account)).can_send).toBe(true);
  const { id, route } = (await stack.send(account, text)).json.message;
  expect(route).toBe('gateway');
  await run('3 s');
  expect((await shown(account, id))?.status).toBe('sent');
});

test('a replica that stops in order leaves its texts to the other one: none is lost or sent twice', async () => {
  const [smsc] = (await open(['main'], 2)) as [Smsc];
  const account = await withNumber(['main']);
  smsc.onSubmit = () => ({ kind: 'silence' });
  const ids: number[] = [];
  for (let index = 0; index < 20; index++)
    ids.push((await send(account, `text ${index}`, `+150055502${String(index).padStart(2, '0')}`)).id);
  await run('1 s');
  expect(smsc.submits).toHaveLength(8);
  const underWay = [...smsc.submits];
  const stopped = stack.cores[1]?.stop();
  smsc.onSubmit = () => ({ kind: 'accept' });
  for (const submit of underWay) submit.answer({ kind: 'accept' });
  await stopped;
  await run('2 s');
  const sent = (await feedOf(account)).filter(({ status }) => status === 'sent');
  expect(sent.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  const recipients = smsc.submits.map(({ message }) => message.destination);
  expect(recipients.length).toBe(20);
  expect(new Set(recipients).size).toBe(20);
});
