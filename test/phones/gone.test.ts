// Phones that are gone: what the hub had not given them goes back, and what they say late counts.
import { expect, test } from 'vitest';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { AccountWorld } from './account_world.ts';
import { providePhoneService } from './provide_phone_service.ts';

let world: AccountWorld;
providePhoneService((provided) => {
  ({ world } = provided);
});

const address = '+15005550006';

/** The phone's stream stays open, and nothing that it asks or says arrives. It is not asking just now. */
const vanish = (phone: StockPhone) => {
  expect(phone.streams).toBeGreaterThan(0);
  expect(phone.conversation.calls('GET', '/message').length).toBeGreaterThan(0);
  expect(phone.network.inFlight).toBe(0);
  phone.network.lossOf = () => 'request';
};
const returns = (phone: StockPhone) => {
  phone.network.lossOf = () => undefined;
};

test('a text that was never given to a phone leaves by another one as soon as the phone is unpaired', async () => {
  const phone = await world.paired();
  vanish(phone);
  await world.send({ address, body: 'never given' });
  await world.pass('2 s');
  expect((await world.textOf('never given'))?.status).toBe('sending');
  await world.send({ address, body: 'the next one' });
  const other = await world.paired();
  expect(other.streams).toBeGreaterThan(0);
  await world.revoke(0);
  await world.pass('10 s');
  const words = ['never given', 'the next one'];
  for (const each of words) expect((await world.textOf(each))?.status).toBe('delivered');
  expect(other.ledger.sent.map((line) => line.words)).toEqual(words);
  expect(phone.ledger.sent).toEqual([]);
  expect(await world.judge()).toEqual([]);
});

test('a text that was never given to a phone is handed back once the phone is gone, and comes to it again when it returns', async () => {
  const phone = await world.paired();
  vanish(phone);
  await world.send({ address, body: 'handed back' });
  await world.pass('2 s');
  expect((await world.textOf('handed back'))?.status).toBe('sending');
  // The hub waits a minute for an answer to an event, and ninety seconds for a phone that is gone.
  await world.pass('95 s');
  expect(await world.meaningsOf('handed back')).toContain('its device handed it back: it cannot send now');
  expect((await world.textOf('handed back'))?.status).toBe('sending');
  returns(phone);
  phone.network.cut();
  await world.pass('20 s');
  expect((await world.textOf('handed back'))?.status).toBe('delivered');
  expect(phone.ledger.sent.map(({ words }) => words)).toEqual(['handed back']);
  expect(await world.judge()).toEqual([]);
});

test('a text that Android took is sent when the phone says so after its outcome was unknown', async () => {
  const phone = await world.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 60_000 });
  await world.send({ address, body: 'said late' });
  await world.pass('2 s');
  const reports = phone.conversation.calls('PATCH', '/message');
  expect(reports.some(({ body }) => body?.includes('Processed'))).toBe(true);
  // The app knows nothing of it once it was restarted, and the hub waits half a minute for what Android still may say.
  phone.kill();
  await world.pass('45 s');
  expect((await world.textOf('said late'))?.failure).toBe('outcome_unknown');
  await world.pass('30 s');
  expect((await world.textOf('said late'))?.status).toBe('sent');
  expect(phone.ledger.sent).toHaveLength(1);
});
