// Nothing in the database names a recipient who was erased, in whatever form a number or words are written: each table is read whole.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { type WebhookFormat, webhookFormats } from '../../domain/subscriptions/webhook_format.ts';
import { tableNames } from '../../store/schema/tables.ts';
import { eventOf } from '../../webhooks/event.ts';
import { createFormats } from '../../webhooks/formats/formats.ts';
import { createContacts } from '../contacts/contacts.ts';
import { OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { startEraser } from './eraser.ts';
import { createErasures } from './erasures.ts';

const other = '+15005550007';
/** The words of each person alone. */
const wordsOf: Readonly<Record<string, string>> = {
  [recipient]: 'meet at the old mill',
  [other]: 'call me after lunch',
};

let world: OptOutWorld;
let account: bigint;
beforeAll(async () => {
  world = await OptOutWorld.create();
  account = await world.addAccount();
});
afterAll(() => world.close());

async function erase() {
  const { store, clock } = world;
  await createErasures({ store, clock, onAsked: () => undefined }).askForRecipient(
    account,
    null,
    recipient,
    '',
  );
  const log = createLog('core', 'silent');
  const eraser = startEraser({ store, clock, log, publish: () => undefined, failpoint: () => undefined });
  await eraser.wake();
  await eraser.stop();
}

/** The tables with a row that has the number of a person among its digits, or the words, by the letters alone. */
async function copies(number: string): Promise<string[]> {
  const digits = number.slice(2);
  const letters = String(wordsOf[number]).replaceAll(' ', '');
  const found = await Promise.all(
    tableNames.map(async (name) => {
      const rows = await world.inspect.unsafe(`select from ${name} t where
        strpos(regexp_replace(t::text, '[^0-9]', '', 'g'), '${digits}') > 0
        or strpos(regexp_replace(regexp_replace(t::text, '%20', '', 'g'), '[^a-z]', '', 'g'), '${letters}') > 0`);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().toSorted();
}

const attempt = {
  ...{ claim: 1n, cursorSeq: 0n, cursorNotice: 0n, untilMs: null, failures: 0, failingSinceMs: null },
  ...{ isSlow: false, nextAttemptAtMs: null, disabledReason: null, eventCount: 1 },
  ...{ firstEvent: 'a', lastEvent: 'a', atMs: 0, tookMs: 1, status: 200, error: null, answer: '' },
  ...{ payload: '', messageId: null, noticeId: null, addressNorm: null },
};
const formatNames = Object.keys(webhookFormats) as WebhookFormat[];
const formats = createFormats({ reply: async () => null });

/** An attempt of a webhook of each format, for a received and for a sent text, as it is written down. */
async function deliver(to: string) {
  const { inspect, store } = world;
  const { messages } = await store.listIdentifiedChanges(account, 0n, 100, 1e6);
  const texts = messages.filter(({ addressNorm }) => addressNorm === to);
  for (const format of formatNames) {
    for (const text of texts) {
      const name = `${format}-${text.id}-${text.direction}`;
      const place = Number(text.id) * 10 + formatNames.indexOf(format);
      await inspect`insert into webhook (account_id, name, slot, url, format, secret, types, with_body, cursor_seq,
          cursor_notice, claim, claimed_at, moved_at, created_at)
        values (${account}, ${name}, ${place}, 'https://x.example', ${format}, 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0', '{}', false, 0, 0, 1, now(), now(), now())`;
      const endpoint = { ...{ accountId: account, name, url: 'https://x.example' }, withBody: true };
      const secrets = {
        secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0',
        previousSecret: null,
        previousUntilMs: null,
      };
      const whole = { ...endpoint, ...secrets, types: [], isFirstOfFormat: true };
      const { body } = formats[format].requestOf(whole, [eventOf(text)], world.clock.nowMs());
      // One is cut off within the number.
      const payload = text.direction === 'out' ? body.slice(0, body.indexOf(to.slice(1)) + 6) : body;
      const about = { messageId: text.id, addressNorm: to };
      await store.concludeDeliveries([{ ...attempt, accountId: account, name, payload, ...about }]);
    }
  }
}

async function leaveEverywhere(to: string, nth: number) {
  const { clock, inspect, store } = world;
  const encoded = encodeURIComponent(to);
  const words = wordsOf[to] as string;
  const national = `(${to.slice(2, 5)}) ${to.slice(5, 8)}-${to.slice(8)}`;
  await world.send(account, { to, ref: `visit-${nth}` });
  await world.receive(account, words, { from: to });
  await createContacts({ store, clock }).put(account, { address: to, name: words });
  await inspect`insert into thread_read values (${account}, 1, ${to}, 1)`;
  await inspect`insert into thread_state values (${account}, ${to}, null, 0)`;
  await inspect`insert into thread_note values (${account}, ${nth}, ${to}, 1, ${words}, now())`;
  for (const [index, [address, norm]] of [
    [to, to],
    [national, to],
    [`${national} or home`, null],
  ].entries())
    await inspect`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state, reason)
      values (${account}, 1, ${3 * nth + index}, ${address as string}, ${norm as string | null}, ${words}, 'refused', ${`not ${to}`})`;
  await inspect`insert into notice (account_id, id, type, at, data) values (${account}, ${nth}, 'recipient.opted_out', now(),
    ${inspect.json({ address_norm: to })})`;
  await inspect`insert into keyword_answer values (${account}, ${to}, 'stop', 1, now(), false)`;
  await inspect`insert into key_refusal values (${account}, 1, 'recipient_barred', ${to}, ${`not ${to}`}, 1, now(), now())`;
  await inspect`insert into key_refusal values (${account}, ${nth + 1}, 'invalid_request', '', ${`what is ${national}`}, 1, now(), now())`;
  for (const [index, sender] of [to, to.slice(1), `00${to.slice(1)}`].entries())
    await inspect`insert into carrier_inbound_part values (${account}, 'main', ${sender}, '+15005550000', ${index}, 2, 1, ${words}, now())`;
  for (const raw of [
    `{"from":"${to}","text":"${words}"}`,
    `from=${encoded}&text=${encodeURIComponent(words)}`,
  ])
    await store.keepDeadLetter({ carrier: 'main', source: 'texts', why: 'incomplete', raw }, clock.nowMs());
  await inspect`insert into webhook_attempt (account_id, name, slot, number, at, event_count, first_event, last_event,
      took_ms, status, error, answer, payload)
    values (${account}, 'old', ${2 * nth}, 1, now(), 1, '', '', 1, 200, ${`message 1 was refused: ${to}`}, ${`<Message to="${national}"/>`},
        ${`From=${encoded}&To=`}),
      (${account}, 'old', ${2 * nth + 1}, 1, now(), 1, '', '', 1, 200, null, ${`%7B%22to%22%3A%22${encoded}%22%7D`}, '')`;
  await inspect`update message set status = 'delivered', deadline_at = null where account_id = ${account} and status = 'queued'`;
  await deliver(to);
}

test('of a recipient nothing is found in any table and in any form, and of the others everything', async () => {
  await leaveEverywhere(other, 1);
  const before = await copies(other);
  await leaveEverywhere(recipient, 2);
  expect(await copies(recipient)).toEqual(before);
  expect(before.length).toBeGreaterThan(12);
  await erase();
  const [erasure] = await world.inspect`select done_at, erased from erasure where account_id = ${account}`;
  expect(erasure?.done_at).not.toBeNull();
  expect(await copies(recipient)).toEqual([]);
  expect(await copies(other)).toEqual(before);
  const kept =
    await world.inspect`select count(*)::int as rows from webhook_attempt where payload <> '' or answer <> ''`;
  expect(kept[0]?.rows).toBe(2 * formatNames.length + 2);
  expect((await world.inspect`select from dead_letter`).length).toBe(2);
});

test('an attempt that is written down after the text was erased has nothing of it', async () => {
  const id = (await world.send(account, { to: recipient })) as bigint;
  await world.inspect`update message set status = 'delivered', deadline_at = null where account_id = ${account} and id = ${id}`;
  await world.inspect`insert into webhook (account_id, name, slot, url, format, secret, types, with_body, cursor_seq,
      cursor_notice, claim, claimed_at, moved_at, created_at)
    values (${account}, 'slow', 99, 'https://x.example', 'twilio', 's', '{}', false, 0, 0, 1, now(), now(), now())`;
  await erase();
  const about = { messageId: id, addressNorm: recipient };
  const said = { payload: `To=${encodeURIComponent(recipient)}`, answer: recipient };
  const outcomes = await world.store.concludeDeliveries([
    { ...attempt, accountId: account, name: 'slow', ...said, ...about },
  ]);
  const [written] =
    await world.inspect`select payload, answer, address_norm from webhook_attempt where name = 'slow'`;
  expect([outcomes, written]).toEqual([['kept'], { payload: '', answer: '', address_norm: null }]);
});
