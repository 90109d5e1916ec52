// What is asked to be erased is erased to the last row, whatever crashes in between; an opt-out stays, and so does the list.
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { sandboxIdOf } from '../../domain/accounts/sandbox.ts';
import { accountTables, outlivesAccount } from '../../store/retention/account_tables.ts';
import { createContacts } from '../contacts/contacts.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';
import { startEraser } from './eraser.ts';
import { createErasures } from './erasures.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const log = createLog('core', 'silent');
const other = '+15005550007';

/** A round of the eraser; `failpoint` may throw as a crash does. */
async function round(failpoint: () => void = () => undefined) {
  const { store, clock } = world;
  const eraser = startEraser({ store, clock, log, publish: () => undefined, failpoint });
  await eraser.wake();
  await eraser.stop();
}
const erasures = () => createErasures({ store: world.store, clock: world.clock, onAsked: () => undefined });
const ask = (address = recipient) => erasures().askForRecipient(account, null, address, 'ticket 7');
const list = async () => (await erasures().list(account, { limit: 0, cursor: undefined })).erasures;

const end = () => world.inspect`
  update message set status = 'delivered', deadline_at = null where account_id = ${account} and status = 'queued'`;

/** The tables with a row of the account that has some words in it. */
async function tablesWith(words: string) {
  const found: string[] = [];
  for (const { name } of accountTables.filter((table) => table.name !== outlivesAccount)) {
    const rows = await world.inspect.unsafe(
      `select from ${name} t where account_id = ${account} and strpos(t::text, '${words}') > 0`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Leaves something of the recipient, and of another one, wherever it can be. */
async function talk() {
  const { clock, inspect, store } = world;
  for (const to of [recipient, other]) {
    await world.send(account, { to, ref: `visit-${to}` });
    await world.receive(account, 'hello', { from: to });
    await createContacts({ store, clock }).put(account, { address: to, name: `Ada ${to}` });
    await inspect`insert into thread_read values (${account}, 1, ${to}, 1)`;
    await inspect`insert into thread_state values (${account}, ${to}, null, 0)`;
    await inspect`insert into thread_note values (${account}, ${to === other ? 1 : 2}, ${to}, 1, 'a note', now())`;
    await inspect`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state)
      values (${account}, 1, ${to === other ? 1 : 2}, ${to}, ${to}, ${`to ${to}`}, 'refused')`;
    await inspect`insert into notice values (${account}, ${to === other ? 1 : 2}, 'recipient.opted_out', now(), ${inspect.json({ address: to })})`;
    await inspect`insert into keyword_answer values (${account}, ${to}, 'stop', 1, now(), false)`;
    await inspect`insert into key_refusal values (${account}, 1, 'recipient_barred', ${to}, ${`not ${to}`}, 1, now(), now())`;
    await inspect`insert into webhook_attempt (account_id, name, slot, number, at, event_count, first_event, last_event, took_ms, answer, payload)
      values (${account}, 'w', ${to === other ? 1 : 2}, 1, now(), 1, '', '', 1, '', ${`{"address":"${to}"}`})`;
  }
  await end();
}

describe('a recipient', () => {
  test('is nowhere but in the opt-outs afterwards, and nobody else is touched', async () => {
    await talk();
    await world.optOuts.add(account, recipient, 'api');
    const before = await tablesWith(other);
    expect((await tablesWith(recipient)).length).toBeGreaterThan(before.length);
    const { inspect, store, clock } = world;
    await inspect`truncate dead_letter`;
    const bring = (raw: string) =>
      store.keepDeadLetter({ carrier: 'main', source: 'texts', why: 'incomplete', raw }, clock.nowMs());
    for (const raw of [`{"from":"${recipient}"}`, 'from=(500)%20555-0006', `{"from":"${other}"}`])
      await bring(raw);
    await ask();
    await round();
    const letters = await store.listDeadLetters(null, 2n ** 62n, 10);
    expect(letters.map(({ raw }) => raw)).toEqual([`{"from":"${other}"}`]);
    expect(await tablesWith(recipient)).toEqual(['opt_out']);
    expect(await tablesWith(other)).toEqual(before);
    expect(await world.send(account)).toBe('opted_out');
  });

  test('that was erased is in the list by what went and who asked, and not by name', async () => {
    await talk();
    await ask();
    expect(await list()).toMatchObject([{ kind: 'recipient', doneAtMs: null, erased: {} }]);
    await round();
    expect(await list()).toMatchObject([
      {
        ...{
          id: 1n,
          kind: 'recipient',
          askedBy: 'the operator',
          note: 'ticket 7',
          doneAtMs: world.clock.nowMs(),
        },
        erased: { message: 2, contact: 1, broadcast_recipient: 1, thread_note: 1 },
      },
    ]);
    expect(await tablesWith(recipient)).toEqual([]);
  });

  test('leaves what still names them by its name in the list: the opt-out, incoming webhooks and keys', async () => {
    const { inspect, optOuts } = world;
    const incomingWebhookOf = (name: string, to: string, place: number) => inspect`
      insert into incoming_webhook (account_id, name, slot, template, recipients, event_id, texts_per_hour, is_urgent, created_at)
      values (${account}, ${name}, ${place}, '', ${[to]}, '', 1, false, now())`;
    const keyOf = async (to: string) =>
      (
        await inspect`insert into api_key (hash, account_id, label, hint, created_at, policy)
          values (decode(md5(${`${account} ${to}`}), 'hex'), ${account}, '', '', now(), ${inspect.json({ recipients: [to] })})
          returning id`
      )[0]?.id;
    await optOuts.add(account, recipient, 'api');
    await incomingWebhookOf('door', recipient, 1);
    await incomingWebhookOf('alarm', other, 2);
    const key = await keyOf(recipient);
    await keyOf('+1500*');
    await ask();
    const named = [
      { table: 'api_key', name: String(key) },
      { table: 'incoming_webhook', name: 'door' },
      { table: 'opt_out', name: '' },
    ];
    expect(await list()).toMatchObject([{ doneAtMs: null, retained: named }]);
    await inspect`delete from incoming_webhook where account_id = ${account}`;
    await round();
    expect(await list()).toMatchObject([{ doneAtMs: world.clock.nowMs(), retained: [named[0], named[2]] }]);
  });

  test('is erased after a crash at each step, with every row counted once', async () => {
    await talk();
    await ask();
    for (let crashes = 0; (await list())[0]?.doneAtMs === null && crashes < 100; crashes++) {
      let steps = 0;
      await round(() => {
        if (steps++ >= crashes % 15) throw new Error('crash');
      });
    }
    expect(await list()).toMatchObject([
      {
        erased: {
          message: 2,
          contact: 1,
          broadcast_recipient: 1,
          thread_note: 1,
          notice: 1,
          webhook_attempt: 1,
        },
      },
    ]);
    expect(await tablesWith(recipient)).toEqual([]);
  });

  test('gets nothing that waited, and a text on its way goes once it is over', async () => {
    const waiting = (await world.send(account)) as bigint;
    const sent = (await world.send(account)) as bigint;
    await world.inspect`update message set status = 'sent' where account_id = ${account} and id = ${sent}`;
    await ask();
    await round();
    expect(await world.feed(account)).toMatchObject([{ id: sent }]);
    expect(waiting).not.toBe(sent);
    expect((await list())[0]?.doneAtMs).toBeNull();
    await world.inspect`update message set status = 'delivered', deadline_at = null where account_id = ${account}`;
    await round();
    expect(await world.feed(account)).toEqual([]);
    expect((await list())[0]?.doneAtMs).toBe(world.clock.nowMs());
  });

  test('keeps the client_ref taken, and what is written after the request', async () => {
    const first = (await world.send(account, { ref: 'a' })) as bigint;
    await end();
    await ask();
    const later = (await world.send(account, { ref: 'b' })) as bigint;
    await round();
    expect(await world.feed(account)).toMatchObject([{ id: later }]);
    expect(await world.send(account, { ref: 'a' })).toBe(first);
  });
});

describe('an account', () => {
  const askAll = () => erasures().askForAccount(account, null, 'a', '');

  test('sends nothing from the answer on, and nothing of it is left but the list', async () => {
    await talk();
    await world.inspect`insert into api_key (hash, account_id, label, hint, created_at)
      values (decode(md5(${`${account}`}), 'hex'), ${account}, '', '', now())`;
    const untouched = await world.addAccount();
    await world.send(untouched);
    await askAll();
    expect(await world.send(account)).toBe('account_suspended');
    expect(
      await world.inspect`select from api_key where account_id = ${account} and revoked_at is null`,
    ).toHaveLength(0);
    await round();
    for (const { name } of accountTables.filter((table) => table.name !== outlivesAccount))
      expect([
        name,
        ...(await world.inspect.unsafe(`select from ${name} where account_id = ${account}`)),
      ]).toEqual([name]);
    const rows = await world.inspect`select from account where id = ${account}`;
    expect(rows).toHaveLength(0);
    expect(await list()).toMatchObject([{ kind: 'account', doneAtMs: world.clock.nowMs() }]);
    expect(await world.feed(untouched)).toHaveLength(1);
    expect(await world.send(account)).toBe('not_found');
  });

  test('takes its sandbox with it, and none is opened for it any more', async () => {
    const { store, clock, inspect } = world;
    const open = () => store.openSandbox(account, '2026-11-01', clock.nowMs());
    expect(await open()).toBe(true);
    await askAll();
    expect(await open()).toBe(false);
    await round();
    const both = [String(account), String(sandboxIdOf(account))];
    expect(await inspect`select from account where id = any (${both}::int8[])`).toHaveLength(0);
    expect(await inspect`select from erasure where account_id = any (${both}::int8[])`).toHaveLength(2);
  });

  test('with a live subscription stays, and so does one that is called otherwise', async () => {
    await world.inspect`insert into billing (account_id, version, subscription_id, checked_at)
      values (${account}, 1, ${`s${account}`}, now())`;
    // The provider says that it has ended, but what is stored was not brought up to date.
    await expect(askAll()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(erasures().askForAccount(account, null, 'b', '')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await list()).toEqual([]);
  });
});
