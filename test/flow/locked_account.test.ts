// A row that stays locked for ever holds up only its owner: everybody else's sends, reads, requests,
// reports and received texts are answered, whatever waits for that row.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { hashSecret } from '../../server/domain/keys/api_key.ts';
import { startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { type HeldRow, holdRow } from '../support/held_row.ts';
import { RawAgent } from '../support/raw_agent.ts';

let url: string;
let core: TestCore;
let locked: TestAccount;
let others: TestAccount[];
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  url = await createDatabase();
  core = await startTestCore(url);
  inspect = openInspector(url);
  locked = await core.createAccount();
  others = await Promise.all(Array.from({ length: 20 }, () => core.createAccount()));
});

afterAll(async () => {
  await Promise.all([core.stop(), inspect.end()]);
});

const text = (account: TestAccount, more: { clientRef?: string } = {}) => ({
  admission: { apiKey: account.key, method: 'MessageService/SendMessages' },
  address: '+15005550006',
  body: 'x',
  ...more,
});

const sendOne = async (account: TestAccount, more: { clientRef?: string } = {}) => {
  const { results } = await core.messages.sendMessages({ texts: [text(account, more)] });
  const outcome = results[0]?.outcome;
  return outcome?.case === 'error' ? outcome.value : outcome?.case;
};

const admitOne = async (account: TestAccount) => {
  const { results } = await core.access.admit({
    requests: [{ apiKey: account.key, method: 'AccountService/GetUsage' }],
  });
  return results[0]?.outcome.case;
};

async function whileHeld(held: HeldRow, work: () => Promise<void>) {
  try {
    await work();
  } finally {
    await held.release();
  }
}

test('while an account is locked its sends are refused as unavailable and change nothing, and all others are accepted', async () => {
  await whileHeld(await holdRow(url, 'account', { id: locked.id }), async () => {
    const waiting = Array.from({ length: 5 }, () => sendOne(locked));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(others.map((other) => sendOne(other)));
      expect(new Set(answers)).toEqual(new Set(['accepted']));
    }
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({ code: ErrorCode.UNAVAILABLE, retryAfterSeconds: 1, untouched: true });
  });
  const [row] = await inspect`select count(*)::int as n from message where account_id = ${locked.id}`;
  expect(row?.n).toBe(0);
  expect(await sendOne(locked)).toBe('accepted');
});

test('sends that wait for their account are accepted in order as soon as it is free', async () => {
  const account = others[0] as TestAccount;
  const held = await holdRow(url, 'account', { id: account.id });
  const waiting = Array.from({ length: 10 }, (_, index) => sendOne(account, { clientRef: `ref-${index}` }));
  expect(await sendOne(others[1] as TestAccount)).toBe('accepted');
  await held.release();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['accepted']));
  const rows = await inspect`
    select client_ref from message where account_id = ${account.id} and client_ref is not null order by id`;
  expect(rows.map((row) => row.client_ref)).toEqual(Array.from({ length: 10 }, (_, index) => `ref-${index}`));
});

test("a key's locked window stops neither the requests nor the sends of other keys", async () => {
  const key_hash = Buffer.from(hashSecret(locked.key), 'hex');
  await whileHeld(await holdRow(url, 'rate_window', { key_hash }), async () => {
    const waiting = [admitOne(locked), sendOne(locked)];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(others.flatMap((other) => [admitOne(other), sendOne(other)]));
      expect(new Set(answers)).toEqual(new Set(['admission', 'accepted']));
    }
    const [admitted, sent] = await Promise.all(waiting);
    expect(admitted).toBe('error');
    expect(sent).toMatchObject({ code: ErrorCode.UNAVAILABLE });
  });
  expect(await admitOne(locked)).toBe('admission');
});

test('a locked account does not hold up requests with its own keys', async () => {
  await whileHeld(await holdRow(url, 'account', { id: locked.id }), async () => {
    const sent = sendOne(locked);
    for (let round = 0; round < 5; round++) expect(await admitOne(locked)).toBe('admission');
    expect(await sent).toMatchObject({ code: ErrorCode.UNAVAILABLE });
  });
});

const receive = async (agent: RawAgent, inboundId: string) => {
  agent.send({ case: 'inbound', value: { inboundId, address: '+15005550006', body: 'x' } });
  expect((await agent.expect('inboundAck')).inboundId).toBe(inboundId);
};

test("a locked account's reports cut no link, neither its own nor another's, and its texts keep no job from others", async () => {
  const [busy, waiting, other] = [
    await core.createAccount(),
    await core.createAccount(),
    others[2] as TestAccount,
  ];
  const busyAgent = await RawAgent.linked(core, busy.deviceToken);
  const otherAgent = await RawAgent.linked(core, other.deviceToken);
  expect(await sendOne(busy)).toBe('accepted');
  const busyJob = await busyAgent.expect('job');
  // Texts whose device comes online while their account is locked.
  expect(await sendOne(waiting)).toBe('accepted');
  const held = [
    await holdRow(url, 'account', { id: busy.id }),
    await holdRow(url, 'account', { id: waiting.id }),
  ];
  busyAgent.report(busyJob, 1);
  busyAgent.send({ case: 'inbound', value: { inboundId: 'in', address: '+15005550006', body: 'x' } });
  const waitingAgent = await RawAgent.linked(core, waiting.deviceToken);
  for (let round = 0; round < 5; round++) {
    expect(await sendOne(other)).toBe('accepted');
    await otherAgent.submit();
    await receive(otherAgent, `in-${round}`);
  }
  await Promise.all(held.map((one) => one.release()));
  await busyAgent.expect('reportAck');
  await busyAgent.expect('inboundAck');
  await waitingAgent.submit();
  await Promise.all([busyAgent, otherAgent, waitingAgent].map((agent) => agent.close()));
});
