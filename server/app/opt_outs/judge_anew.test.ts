// What a core of an older version took in is judged by the next core that looks: as of its own moment, once, and past locked accounts.
import { expect, test } from 'vitest';
import { holdRow } from '../../../test/support/held_row.ts';
import { type OptOutWorld, recipient } from './testing/opt_out_world.ts';
import { provideOptOutWorld } from './testing/provide_opt_out_world.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const answers = { stopWords: [], stopAnswer: 'Bye.', startAnswer: 'Hi.', helpAnswer: 'We are a.' };

/** Takes a text in as a core did that knew no keywords; returns its id. */
async function takeIn(
  to: bigint,
  body: string,
  from = recipient,
  agoMs = 0,
  rules: number | null = null,
): Promise<bigint> {
  const at = new Date(world.clock.nowMs() - agoMs).toISOString();
  const [row] = await world.inspect`with moved as (
      update account set last_message_id = last_message_id + 1, last_seq = last_seq + 1 where id = ${to}
      returning id, last_message_id, last_seq
    ) insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
      charged, attempt, created_at, keyword_rules)
    select id, last_message_id, last_seq, 'in', ${from}, ${from}, ${body}, 'received', 'device', 1, 'gsm7', false, 0, ${at}, ${rules}
    from moved returning id`;
  return row?.id;
}
const isJudged = async (of: bigint) =>
  (
    await world.inspect`select 1 from message where account_id = ${of} and direction = 'in' and keyword_rules is null`
  ).length === 0;
/** Lets cores look until all is judged. */
const judged = (of = account) => world.followed(() => isJudged(of));

test('a stop that an older core took in is obeyed, ends what waits, and is in the feed again', async () => {
  await world.send(account);
  await takeIn(account, 'Stop.');
  await judged();
  expect(await world.send(account)).toBe('opted_out');
  await world.idle();
  expect((await world.feed(account)).some(({ status }) => status === 'failed')).toBe(true);
  const stop = (await world.feed(account)).find(({ direction }) => direction === 'in');
  expect([stop?.keyword, stop?.seq]).toEqual(['stop', 3n]);
  expect(await world.used(account)).toBe(0);
});

test('its moment is that of the text, and words of the account count', async () => {
  await world.optOuts.setSettings(account, { ...answers, stopWords: ['abmelden'] });
  const id = await takeIn(account, 'Abmelden', recipient, 60_000);
  const sinceMs = world.clock.nowMs() - 60_000;
  await judged();
  expect((await world.optOuts.list(account, { limit: 9 })).optOuts).toEqual([
    { addressNorm: recipient, sinceMs, source: 'keyword', messageId: id },
  ]);
});

test('a later start counts, whichever core took it in', async () => {
  await takeIn(account, 'stop');
  await world.receive(account, 'start');
  await judged();
  expect(await world.send(account)).toBe(3n);
});

test('an earlier start lifts no later stop, whichever core took that in', async () => {
  await takeIn(account, 'start');
  await world.receive(account, 'stop');
  await judged();
  expect(await world.send(account)).toBe('opted_out');
});

test('of many texts of one recipient the last word counts', async () => {
  for (let n = 0; n < 30; n++) await takeIn(account, n % 2 ? 'stop' : 'start');
  await judged();
  expect(await world.send(account)).toBe('opted_out');
  await takeIn(account, 'start');
  await judged();
  expect(await world.send(account)).toBe(32n);
});

test('what the older core obeyed itself is not obeyed again', async () => {
  await world.receive(account, 'stop');
  await world.inspect`update message set keyword_rules = null where account_id = ${account}`;
  await world.optOuts.remove(account, recipient);
  await judged();
  expect(await world.send(account)).toBe(2n);
  expect((await world.feed(account)).map(({ seq }) => seq)).toEqual([1n, 2n]);
});

test('who wrote within the hour is answered, and nobody who wrote before', async () => {
  await world.optOuts.setSettings(account, answers);
  const other = '+15005550007';
  await takeIn(account, 'help', other, 3600_000);
  await takeIn(account, 'help', recipient, 1800_000);
  await judged();
  await world.idle();
  const sent = (await world.feed(account)).filter(({ direction }) => direction === 'out');
  expect(sent.map(({ body, addressNorm }) => [body, addressNorm])).toEqual([['We are a.', recipient]]);
});

test('a locked account keeps no other waiting, and is judged when it is free', async () => {
  const other = await world.addAccount();
  // It is there for the cores only once its account is locked: one that looks just now would judge it before.
  const id = await takeIn(account, 'stop', recipient, 0, 1);
  const held = await holdRow(world.url, 'account', { id: account });
  await world.inspect`update message set keyword_rules = null where account_id = ${account} and id = ${id}`;
  await takeIn(other, 'stop');
  await judged(other);
  expect(await isJudged(account)).toBe(false);
  await held.release();
  await judged();
  expect([await world.send(other), await world.send(account)]).toEqual(['opted_out', 'opted_out']);
});

test('two cores judge a text once', async () => {
  await takeIn(account, 'stop');
  const rows = await world.store.listUnjudged([], 1, 9);
  const texts = rows.map(({ accountId, id }) => ({
    accountId,
    id,
    plainWords: 'stop',
    commonKeyword: 'stop' as const,
  }));
  const judge = () =>
    Promise.all(world.replicas.map(({ store }) => store.judgeAnew(texts, world.clock.nowMs())));
  const both = [...(await judge()), ...(await judge())].flat();
  expect(both.filter(({ hasSequel }) => hasSequel)).toHaveLength(1);
  const [row] = await world.inspect`select last_seq, opt_out_changes from account where id = ${account}`;
  expect(row).toEqual({ last_seq: 2n, opt_out_changes: 1n });
});
