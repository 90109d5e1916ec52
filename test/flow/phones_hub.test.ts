// A phone with the stock app against the whole service: it pairs with a code, gets texts, reports, and delivers what it
// received. Every call goes through the gateway.
import { expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type HubWorld, providePhonesHub } from '../support/provide_phones_hub.ts';
import { ScriptedPhone } from '../support/scripted_phone.ts';

let world: HubWorld;
let core: TestCore;
let account: TestAccount;
let phone: ScriptedPhone;
providePhonesHub((provided) => {
  world = provided;
  ({ core, account, phone } = provided);
});

const newCode = () => world.newCode();
const pair = () => world.pair();
const send = (address?: string, body?: string) => world.send(address, body);
const get = (id: bigint) => world.get(id);
const ends = (id: bigint, status: MessageStatus) =>
  until(`text ${id} is ${status}`, async () => {
    const message = await get(id);
    return message?.status === status && message;
  });

test('a text reaches a phone within a second of its stream, and its receipts come back', async () => {
  await pair();
  const stream = await phone.listen();
  const id = await send();
  expect(await stream.next()).toBe('MessageEnqueued');
  const [text, ...others] = await phone.pull();
  expect(others).toEqual([]);
  expect(text).toMatchObject({
    textMessage: { text: 'hello' },
    phoneNumbers: ['+12015550123'],
    simNumber: 1,
    withDeliveryReport: true,
  });
  expect(text?.id.length).toBeLessThanOrEqual(36);
  expect(Date.parse(text?.validUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  for (const state of ['Pending', 'Processed', 'Sent'])
    expect(await phone.report(text?.id ?? '', state)).toBe(204);
  expect((await ends(id, MessageStatus.SENT)).sentAt).toBeDefined();
  expect(await phone.report(text?.id ?? '', 'Delivered')).toBe(204);
  await ends(id, MessageStatus.DELIVERED);
  expect(await phone.pull()).toEqual([]);
  stream.close();
});

test('a phone without a stream gets its work when it asks', async () => {
  await pair();
  await until('the phone is known to be away', async () => {
    const [device] = (await core.admin.listDevices({ accountId: account.id })).devices;
    return device?.online && !device.ok;
  });
  const ids = [await send('+12015550123'), await send('+12015550124'), await send('+12015550123', 'second')];
  const texts = await phone.pull();
  // Of two texts to one recipient the second waits for the first.
  expect(texts.map(({ phoneNumbers }) => phoneNumbers[0]).toSorted()).toEqual([
    '+12015550123',
    '+12015550124',
  ]);
  for (const { id } of texts) await phone.report(id, 'Delivered');
  for (const id of ids.slice(0, 2)) await ends(id, MessageStatus.DELIVERED);
  expect(
    (
      await until(async () => {
        const found = await phone.pull();
        return found.length > 0 && found;
      })
    ).map(({ textMessage }) => textMessage.text),
  ).toEqual(['second']);
});

test('after a restart of the hub a text is offered under the same id, and its outcome is not lost', async () => {
  await pair();
  const id = await send();
  const [text] = await until(async () => {
    const found = await phone.pull();
    return found.length > 0 && found;
  });
  await world.stopHub();
  expect(await phone.report(text?.id ?? '', 'Sent')).toBe(503);
  await world.startHub();
  const again = await until('the phone is asked again', async () => {
    const answer = await phone.ask('GET', '/message');
    const found = answer.ok ? ((await answer.json()) as { id: string }[]) : [];
    return found.length > 0 && found;
  });
  expect(again.map((each) => each.id)).toEqual([text?.id]);
  expect(await phone.report(text?.id ?? '', 'Sent')).toBe(204);
  await ends(id, MessageStatus.SENT);
}, 60_000);

test('received texts are stored once each, whatever is repeated, and only when the phone sends them', async () => {
  await pair();
  const hook = await phone.learn();
  expect(hook.url).toMatch(new RegExp(`^${world.gateway.url}/mobile/v1/hook/hub\\.`));
  expect(hook.events).toEqual(['sms:received', 'system:ping']);
  const text = {
    messageId: 'a1b2c3d4',
    sender: 'ACME & Co',
    message: `long=${'ä'.repeat(400)}`,
    receivedAt: '2026-03-10T12:00:00.000Z',
    simNumber: 1,
  };
  expect(await phone.call({ ...hook, key: 'another' }, text)).toBe(401);
  expect(await phone.call(hook, text, { stampMs: Date.now() - 48 * 3_600_000 })).toBe(401);
  const last = hook.url.endsWith('x') ? 'y' : 'x';
  expect(await phone.call({ ...hook, url: hook.url.slice(0, -1) + last }, text)).toBe(404);
  for (let times = 0; times < 3; times++) expect(await phone.call(hook, text)).toBe(204);
  expect(await phone.call(hook, { ...text, receivedAt: '2026-03-10T12:01:00.000Z' })).toBe(204);
  const received = await until('both are there', async () => {
    const { messages } = await core.messages.listMessages({ accountId: account.id, limit: 10 });
    return messages.length >= 2 && messages;
  });
  expect(received.map(({ address, body }) => [address, body])).toEqual([
    ['ACME & Co', text.message],
    ['ACME & Co', text.message],
  ]);
});

test('a code works once, again for the same phone until it uses its token, and nothing else signs in', async () => {
  const code = await newCode();
  expect(await phone.pair('0000000000')).toBe(401);
  expect(await phone.pair(`${code}1`)).toBe(401);
  expect(await phone.pair(code)).toBe(201);
  const { token } = phone;
  expect(await phone.pair(code)).toBe(201);
  expect(phone.token).toBe(token);
  const other = new ScriptedPhone(phone.base);
  expect(await other.pair(code, { name: 'Other/phone' })).toBe(401);
  await phone.start();
  expect(await phone.pair(code)).toBe(401);
  for (const headers of [{}, { authorization: 'Basic eDp5' }, { authorization: 'Bearer nonsense' }])
    expect((await phone.ask('POST', '/device', { name: 'x' }, headers as never)).status).toBe(401);
  for (const headers of [{}, { authorization: 'Bearer nonsense' }])
    expect((await phone.ask('GET', '/message', undefined, headers as never)).status).toBe(401);
  expect((await phone.ask('PATCH', '/device', { id: 'another' })).status).toBe(403);
  expect((await core.admin.listDevices({ accountId: account.id })).devices).toHaveLength(1);
});

test('guesses count against the phone’s own address, and a good code from another address is not delayed', async () => {
  const guess = (address: string, code: string) =>
    fetch(`http://127.0.0.1:${world.hubPort}/m//device`, {
      method: 'POST',
      headers: { authorization: `Code ${code}`, 'x-forwarded-for': address },
      body: '{}',
    }).then(({ status }) => status);
  const statuses = await Promise.all(
    Array.from({ length: 14 }, (_, n) => guess('203.0.113.7', `00000000${10 + n}`)),
  );
  expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  expect(await guess('203.0.113.8', await newCode())).toBe(201);
});

test('an expired code pairs nothing, and is refused like a wrong one', async () => {
  const code = await newCode();
  const sql = openInspector(world.databaseUrl);
  await sql`update pairing_code set expires_at = now()`;
  await sql.end();
  expect(await phone.pair(code)).toBe(401);
  expect((await core.admin.listDevices({ accountId: account.id })).devices).toEqual([]);
});

test('a phone may hold 8 streams; the ninth ends the oldest', async () => {
  await pair();
  const streams: Awaited<ReturnType<ScriptedPhone['listen']>>[] = [];
  for (let at = 0; at < 9; at += 1) streams.push(await phone.listen());
  expect(await streams[0]?.next()).toBe('end');
  await send();
  for (const stream of streams.slice(1)) {
    expect(await stream.next()).toBe('MessageEnqueued');
    stream.close();
  }
});

test('an unpaired phone learns of it, and no phone is refused because the hub is away', async () => {
  await pair();
  expect(
    (await phone.ask('GET', '/message', undefined, { authorization: `Bearer other.${phone.token.slice(4)}` }))
      .status,
  ).toBe(503);
  const hook = await phone.learn();
  const text = {
    messageId: 'late',
    sender: 'x',
    message: 'after the end',
    receivedAt: '2026-03-10T12:00:00.000Z',
  };
  await world.revoke();
  await until('its token is void', async () => (await phone.ask('GET', '/settings')).status === 401);
  expect(await phone.start()).toBe(401);
  expect(await phone.report('any', 'Sent')).toBe(401);
  expect(await phone.call(hook, text)).toBe(404);
  await world.stopHub();
  expect((await phone.ask('GET', '/message')).status).toBe(503);
  await world.startHub();
  expect((await phone.ask('GET', '/message')).status).toBe(401);
});

test('a phone that is unpaired is asked back for what it holds, restarts or not, and its token is void once it has answered', async () => {
  await pair();
  const stream = await phone.listen();
  const hook = await phone.learn();
  const [held, sent] = [await send('+12015550123'), await send('+12015550124')];
  expect(await stream.next()).toBe('MessageEnqueued');
  /** Pulls until both texts were listed in that state, and none in another. */
  const pullBoth = async (state: string) => {
    const ids = new Set<string>();
    await until(`both are listed as ${state}`, async () => {
      // A hub that has just started is not there yet.
      const texts = await phone.pull().catch(() => []);
      expect(texts.filter((text) => text.state !== state)).toEqual([]);
      for (const { id } of texts) ids.add(id);
      return ids.size === 2;
    });
    return ids;
  };
  const given = await pullBoth('Pending');
  await world.revoke();
  for (const id of [held, sent])
    expect((await get(id))?.error).toMatch(/^outcome_unknown: the device was unpaired/);
  expect(await stream.next()).toBe('MessageEnqueued');
  expect(await pullBoth('Cancelling')).toEqual(given);
  expect(await phone.call(hook, {})).toBe(404);
  await world.stopHub();
  await world.startHub();
  expect(await pullBoth('Cancelling')).toEqual(given);
  for (const id of given) expect(await phone.report(id, 'Sent')).toBe(204);
  await until('its token is void', async () => (await phone.ask('GET', '/settings')).status === 401);
});

test('requests that no honest phone makes are refused clearly, and the phone goes on', async () => {
  await pair();
  const big = 'x'.repeat(2 * 1024 * 1024);
  const cases: [string, string, unknown, number][] = [
    ['PATCH', '/message', '{', 400],
    ['PATCH', '/message', {}, 400],
    ['PATCH', '/message', [null, 1, { id: 7 }, { id: 'x', state: 'Flown' }], 204],
    ['PATCH', '/message', Array.from({ length: 10_000 }, (_, n) => ({ id: `n${n}`, state: 'Sent' })), 204],
    ['PATCH', '/message', Array.from({ length: 10_001 }, () => 0), 413],
    ['PATCH', '/device', [], 400],
    ['PATCH', '/user/password', {}, 501],
    ['GET', '/nothing', undefined, 404],
  ];
  for (const [method, path, body, status] of cases)
    expect([path, (await phone.ask(method, path, body)).status]).toEqual([path, status]);
  expect([413, 400]).toContain(
    await phone.ask('PATCH', '/message', big).then(
      ({ status }) => status,
      () => 413,
    ),
  );
  const id = await send();
  const [text] = await until(async () => {
    const found = await phone.pull();
    return found.length > 0 && found;
  });
  expect(await phone.report('of-another-phone', 'Delivered')).toBe(204);
  for (const state of ['Sent', 'Pending', 'Delivered', 'Processed', 'Sent'])
    await phone.report(text?.id ?? '', state, { at: { [state]: '2199-01-01T00:00:00.000+-5:00' } });
  const message = await ends(id, MessageStatus.DELIVERED);
  expect(Number(message.deliveredAt?.seconds)).toBeLessThan(Date.now() / 1000 + 5);
});
