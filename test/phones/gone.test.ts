// Phones that are gone, in real processes and on real time: what the hub had not given them goes back, and what they say late counts.
import { expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { AccountWorld } from './account_world.ts';
import { phoneTest } from './phone_test.ts';

/** The hub waits 60 s for an answer to an event, and 90 s for a phone that is gone; for a text at Android, 3 minutes. */
const limitMs = 300_000;
const address = '+15005550006';

/** The phone's stream stays open, and nothing that it asks or says arrives. It is not asking just now. */
const vanish = async (phone: StockPhone) => {
  await until(
    'it has asked for work',
    () => phone.streams > 0 && phone.conversation.calls('GET', '/message').length > 0,
  );
  await until('it asks nothing', () => phone.network.inFlight === 0);
  phone.network.lossOf = () => 'request';
};
const returns = (phone: StockPhone) => {
  phone.network.lossOf = () => undefined;
};
const statusIs = (world: AccountWorld, words: string, status: string) =>
  until(`"${words}" is ${status}`, async () => (await world.textOf(words))?.status === status);

phoneTest.concurrent(
  'a text that was never given to a phone leaves by another one as soon as the phone is unpaired',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    await vanish(phone);
    await world.send({ address, body: 'never given' });
    await statusIs(world, 'never given', 'sending');
    await world.send({ address, body: 'the next one' });
    const other = await world.paired();
    await until('its stream is open', () => other.streams > 0);
    await world.revoke(0);
    await statusIs(world, 'never given', 'delivered');
    await statusIs(world, 'the next one', 'delivered');
    expect(other.ledger.sent.map(({ words }) => words)).toEqual(['never given', 'the next one']);
    expect(phone.ledger.sent).toEqual([]);
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'a text that was never given to a phone is handed back once the phone is gone, and comes to it again when it returns',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    await vanish(phone);
    await world.send({ address, body: 'handed back' });
    await statusIs(world, 'handed back', 'sending');
    await until('it is handed back', async () =>
      (await world.meaningsOf('handed back')).includes('its device handed it back: it cannot send now'),
    );
    expect((await world.textOf('handed back'))?.status).toBe('sending');
    returns(phone);
    phone.network.cut();
    await statusIs(world, 'handed back', 'delivered');
    expect(phone.ledger.sent.map(({ words }) => words)).toEqual(['handed back']);
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'a text that Android took is sent when the phone says so after its outcome was unknown',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 30_000 });
    await world.send({ address, body: 'said late' });
    await until('Android has it', () =>
      phone.conversation.calls('PATCH', '/message').some(({ body }) => body?.includes('Processed')),
    );
    phone.setNetwork(false);
    await statusIs(world, 'said late', 'failed');
    expect((await world.textOf('said late'))?.failure).toBe('outcome_unknown');
    phone.setNetwork(true);
    await statusIs(world, 'said late', 'sent');
    expect(phone.ledger.sent).toHaveLength(1);
  },
);
