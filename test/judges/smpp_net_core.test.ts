// Net::SMPP judges texts from their acceptance to their end: through REST and RPC, two cores on one database and our SMPP
// carrier, while it drops connections, throttles and refuses. Every reader of a feed is shown what the SMSC saw.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Direction, type Message, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { smppKind } from '../../server/carrier/smpp/smpp_kind.ts';
import { splitText } from '../../server/domain/messages/text.ts';
import type { TestAccount } from '../support/core.ts';
import { missingForNetSmpp, NetSmpp } from '../support/net_smpp/net_smpp.ts';
import type { Delivery, JudgedSubmit } from '../support/net_smpp/plan.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { gsmText, ucs2Text } from './pdu_texts.ts';
import { titled } from './smpp_judged.ts';

const judged = test.skipIf(missingForNetSmpp.length > 0);
const { QUEUED, SENDING, SENT, DELIVERED, FAILED } = MessageStatus;

const accountCount = 4;
const textCount = 2_400;
const restCount = 60;
const connections = 2;
const window = 40;
const replicas = 2;

let smsc: NetSmpp;
let stack: Stack;
let accounts: TestAccount[];

beforeAll(async () => {
  if (missingForNetSmpp.length > 0) return;
  smsc = await NetSmpp.start({ prefix: 'judge-' });
  const settings = {
    host: '127.0.0.1',
    port: smsc.port,
    system_id: 'relay',
    password: 'secret',
    connections,
    window,
  };
  stack = await startStack({
    cores: replicas,
    carriers: [{ name: 'main', kind: smppKind, priority: 50, sender: null, settings }],
  });
  accounts = await Promise.all(
    Array.from({ length: accountCount }, () => stack.createAccount({ paired: false, exempt: true })),
  );
  for (const [index, { id }] of accounts.entries())
    await stack.core.admin.assignNumber({ accountId: id, carrier: 'main', number: numberOf(index) });
  await smsc.whenBound(replicas * connections);
});
afterAll(async () => {
  await stack?.stop();
  await smsc?.stop();
});

const numberOf = (account: number) => `+1500555010${account}`;

async function readAll({ id: accountId }: TestAccount): Promise<Message[]> {
  const all: Message[] = [];
  for (let since = 0n; ; ) {
    const { pages } = await stack.core.messages.listChanges({ queries: [{ accountId, since, limit: 500 }] });
    const messages = pages[0]?.messages ?? [];
    if (messages.length === 0) return all;
    all.push(...messages);
    since = pages[0]?.nextSince as bigint;
  }
}

const readEverything = async (direction: Direction) =>
  (await Promise.all(accounts.map(readAll))).flat().filter((message) => message.direction === direction);

/** Looks now and then; the test's own time limit ends it. */
async function whenTrue(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Texts of everyday lengths, a few of them long; each begins with its number. */
const bodies = () => {
  const some = [...fc.sample(gsmText, 200), ...fc.sample(ucs2Text, 100)];
  return Array.from({ length: textCount }, (_, index) => {
    const text = index % 8 === 0 ? (some[index / 8] as string) : 'hello';
    return `${index} ${text.replaceAll('\u{10ffff}', '\u{10fffd}')}`;
  });
};
const recipientOf = (index: number) => `+1501${String(index).padStart(7, '0')}`;

async function sendAll(texts: readonly string[]): Promise<void> {
  const inRpc = texts.slice(restCount).map((body, index) => ({
    accountId: (accounts[index % accountCount] as TestAccount).id,
    address: recipientOf(restCount + index),
    body,
  }));
  for (let at = 0; at < inRpc.length; at += 300) {
    const core = stack.cores[(at / 300) % replicas] as Stack['core'];
    const { results } = await core.messages.sendMessages({ texts: inRpc.slice(at, at + 300) });
    expect(results.every(({ outcome }) => outcome.case === 'accepted')).toBe(true);
  }
  for (const [index, body] of texts.slice(0, restCount).entries())
    await stack.send(accounts[index % accountCount] as TestAccount, { address: recipientOf(index), body });
}

judged(
  titled('texts of many accounts: nothing twice, everything ends, and as the SMSC saw it'),
  async () => {
    const receipts = (
      when: 'before' | 'after' | 'held',
      form: 'text' | 'tlv' | 'both',
      ...stats: 'DELIVRD'[]
    ) => ({
      receipt: { when, form, stats },
    });
    await smsc.plan({
      rules: [
        { to: '9$', status: 0x0b },
        { every: 601, drop: 'reset' },
        { every: 503, drop: 'end' },
        { every: 700, status: 0x14 },
        { first: 30, status: 0x58 },
        { to: '[0-3]$', spread_ms: 20, ...receipts('before', 'text', 'DELIVRD') },
        { to: '[45]$', ...receipts('after', 'tlv', 'DELIVRD', 'DELIVRD') },
        { to: '6$', receipt: { when: 'after', form: 'text', stats: ['ACCEPTD', 'UNDELIV'] } },
        { to: '7$', spread_ms: 40, ...receipts('held', 'both', 'DELIVRD') },
      ],
    });
    const texts = bodies();
    await sendAll(texts);
    await whenTrue(async () =>
      (await readEverything(Direction.OUT)).every(({ status }) => status !== QUEUED && status !== SENDING),
    );
    await smsc.release({ shuffled: true });
    const expected = await eventuallyEnded();

    const messages = await readEverything(Direction.OUT);
    expect(messages.length).toBe(textCount);
    const received = Map.groupBy(smsc.submits, (submit) => `+${submit.destination_addr}`);
    for (const message of messages) {
      const index = Number(message.body.split(' ')[0]);
      expect([message.body, message.addressNorm, message.route]).toEqual([
        texts[index],
        recipientOf(index),
        Route.GATEWAY,
      ]);
      const submits = received.get(recipientOf(index)) ?? [];
      expect(new Set(submits.map(({ source_addr }) => `+${source_addr}`)).size).toBeLessThanOrEqual(1);
      expectTruth(message, submits);
    }
    expect([...received.keys()].every((recipient) => Number(recipient.slice(5)) < textCount)).toBe(true);
    expect(smsc.complaints).toEqual([]);

    // What nobody can know is bounded by what was under way on the connections that ended.
    const unknown = messages.filter(({ error }) => error?.startsWith('outcome_unknown'));
    const drops = [...smsc.closed.values()].filter((why) => why === 'dropped').length;
    expect(drops).toBeGreaterThanOrEqual(4);
    expect(unknown.length).toBeLessThanOrEqual(drops * window);
    expect(expected.delivered).toBeGreaterThan(textCount / 2);
  },
  60_000,
);

/** Waits until what the SMSC reported has arrived: only texts to 8 stay sent, for which no receipt is given. */
async function eventuallyEnded() {
  let delivered = 0;
  await whenTrue(async () => {
    const messages = await readEverything(Direction.OUT);
    delivered = messages.filter(({ status }) => status === DELIVERED).length;
    return messages.every(({ status, addressNorm }) => status !== SENT || addressNorm.endsWith('8'));
  });
  return { delivered };
}

/** Holds what a text has come to against what the SMSC received of it. */
function expectTruth(message: Message, submits: readonly JudgedSubmit[]) {
  const { parts } = splitText(message.body, 8);
  const left = submits.filter(({ index }) => !smsc.refused.has(index));
  const places = left.map(({ concat }) => concat?.number ?? 1);
  const said = [message.addressNorm, message.status, message.error];
  expect([said, places.length]).toEqual([said, new Set(places).size]);
  for (const { concat, text } of left) expect(text).toBe(parts[(concat?.number ?? 1) - 1]);
  const isWhole = left.filter(({ index }) => smsc.accepted.has(index)).length === parts.length;

  const last = message.addressNorm.at(-1) as string;
  const reason = message.error?.split(':')[0];
  if (last === '9' && reason !== 'outcome_unknown')
    expect([said, reason, left.length]).toEqual([said, 'rejected_by_network', 0]);
  else if (reason === 'outcome_unknown') expect(message.status).toBe(FAILED);
  else {
    // One part that cannot be delivered fails the text, also while others wait to be submitted again.
    expect([said, last === '6' ? left.length > 0 : isWhole]).toEqual([said, true]);
    const ends: Record<string, MessageStatus> = { 6: FAILED, 8: SENT };
    expect([said, message.status]).toEqual([said, ends[last] ?? DELIVERED]);
    expect(reason ?? '').toBe(last === '6' ? 'rejected_by_network' : '');
  }
}

judged(
  titled('received texts are in the feeds once each, although connections end before they are acknowledged'),
  async () => {
    const said = Array.from({ length: 90 }, (_, index) => ({
      to: index % accountCount,
      text:
        index % 3 === 0
          ? `${index} ${'a long one, '.repeat(30)}`
          : `${index} héllo ☃`.slice(0, index % 3 === 1 ? 8 : 20),
    }));
    const deliveries = said.flatMap(({ to, text }, index): Delivery[] => {
      const { encoding, parts } = splitText(text, 8);
      const as = parts.length === 1 ? 'short' : index % 2 === 0 ? 'udh8' : 'sar';
      return parts.map((part, at) => ({
        from: '15005550006',
        to: numberOf(to).slice(1),
        text: part,
        coding: encoding === 'gsm7' ? 'gsm' : 'ucs2',
        as,
        ...(parts.length > 1 && { reference: index, total: parts.length, number: at + 1 }),
      }));
    });
    // Later parts first, and every session ends once while they come.
    const delivered = Promise.all(deliveries.toReversed().map((one) => smsc.deliver(one)));
    for (const session of smsc.bound) await smsc.drop(session);
    await delivered;
    await whenTrue(async () => (await readEverything(Direction.IN)).length >= said.length);
    const received = await Promise.all(accounts.map(readAll));
    expect(
      received.map((messages) =>
        messages
          .filter(({ direction }) => direction === Direction.IN)
          .map(({ body }) => body)
          .sort(),
      ),
    ).toEqual(
      accounts.map((_, account) =>
        said
          .filter(({ to }) => to === account)
          .map(({ text }) => text)
          .sort(),
      ),
    );
  },
  40_000,
);
