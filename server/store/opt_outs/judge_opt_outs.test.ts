// Whoever wrote STOP gets nothing more, and a suspended account sends nothing, whatever sweeps: nothing sweeps here, and each
// statement that lets a text go is asked alone.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';
import { recipientForms } from '../../domain/numbers/recipient_forms.ts';
import { formsOf } from './judge_opt_outs.ts';

const recipient = '+15005550006';
const other = '+15005550007';
const phone = { device: 1, slot: 1 };

let rows: QueueRows;
let replica: bigint;
beforeAll(async () => {
  rows = await QueueRows.create();
  replica = await rows.store.enterReplica(600);
});
beforeEach(async () => {
  await rows.clear();
  await rows.inspect`truncate opt_out, submission, erasure`;
  await rows.inspect`update account set opt_out_changes = 0, texts_used = 10, last_seq = 10, suspended_at = null`;
  await rows.addDevice(1);
});
afterAll(() => rows.close());

/** What a STOP commits. */
const optOut = async (address = recipient, sql = rows.inspect) => {
  await sql`insert into opt_out values (1, ${address}, now(), 'keyword', null, true)`;
  await sql`update account set opt_out_changes = opt_out_changes + 1`;
};
/** What a request to erase a recipient commits. */
const erase = (id: bigint, sql = rows.inspect) => sql`
  with asked as (
    insert into erasure (account_id, id, addresses, kind, last_message_id, asked_by, note, asked_at)
    select 1, coalesce(max(id), 0) + 1, array[${recipient}], 'recipient', ${id}, '', '', now() from erasure returning id
  )
  update account set opt_out_changes = opt_out_changes + 1, last_erasure_id = asked.id from asked`;
const suspend = async (sql = rows.inspect) => {
  await sql`update account set suspended_at = now()`;
};
const states = async () =>
  (await rows.inspect`select status, error from message order by id`).map(({ status, error }) =>
    status === 'failed' ? String(error).split(':')[0] : status,
  );
const account = async () => {
  const [row] = await rows.inspect`select texts_used, last_seq from account`;
  return row;
};

/** The ways of a text out of its queue: how it waits, and what lets it go. Each answers how many went. */
const ways = {
  'a claim for a phone': {
    wait: async () => undefined,
    go: async (ids: readonly bigint[]) =>
      (await rows.claim(phone, ids)).filter(({ kind }) => kind === 'claimed').length,
    gone: 'sending',
  },
  'a claim for a carrier': {
    wait: () => rows.inspect`update message set route = 'gateway'`,
    go: (ids: readonly bigint[]) => claimForCarrier(ids, 0),
    gone: 'sending',
  },
  'a retry after a carrier’s refusal': {
    wait: () =>
      rows.inspect`update message set route = 'gateway', status = 'sending', attempt = 1,
        retry_at = ${new Date(nowMs - 1)}`,
    go: (ids: readonly bigint[]) => claimForCarrier(ids, 1),
    gone: 'sending',
  },
  'a release': {
    wait: () => rows.inspect`update message set status = 'scheduled', send_at = now() - interval '1 second'`,
    go: async () => {
      const before = (await states()).filter((state) => state === 'queued').length;
      await rows.store.releaseTexts(100, []);
      return (await states()).filter((state) => state === 'queued').length - before;
    },
    gone: 'queued',
  },
};
async function claimForCarrier(ids: readonly bigint[], attempt: number): Promise<number> {
  const requests = ids.map((id) => ({ accountId: 1n, id, attempt, carrier: 'main', number: null }));
  const { claims } = await rows.store.claimForCarriers(replica, requests, { nowMs, sendingGraceMs: 0 });
  return claims.filter((claim) => claim !== undefined).length;
}

describe.each(Object.entries(ways))('%s', (_, { wait, go, gone }) => {
  const addTexts = async (...addresses: string[]) => {
    const ids: bigint[] = [];
    for (const address of addresses) ids.push(await rows.addText(address));
    await wait();
    return ids;
  };

  test('lets nothing go to who opted out before, and ends it with its unit back; the others go', async () => {
    const ids = await addTexts(recipient, other, recipient);
    await optOut();
    expect(await go(ids)).toBe(1);
    expect(await states()).toEqual(['opted_out', gone, 'opted_out']);
    const now = await account();
    expect(now?.texts_used).toBe(8);
    const seqs = (await rows.inspect`select seq from message where status = 'failed' order by seq`).map(
      ({ seq }) => seq,
    );
    expect(new Set(seqs).size).toBe(2);
    for (const seq of seqs) expect(seq > 10n && seq <= now?.last_seq).toBe(true);
  });

  test('that waited for the account while somebody opted out, the first one ever, lets nothing go to them', async () => {
    const ids = await addTexts(recipient, other);
    const went = await rows.overtake(
      () => go(ids),
      (sql) => optOut(recipient, sql),
    );
    expect(went).toBe(0);
    expect(await go(ids)).toBe(1);
    expect(await states()).toEqual(['opted_out', gone]);
  });

  test('knows who opted out by the other form of the number', async () => {
    const ids = await addTexts('+525512345678', '+5491123456789', '+551187654321', '+525587654321');
    for (const address of ['+5215512345678', '+541123456789', '+5511987654321']) await optOut(address);
    expect(await go(ids)).toBe(1);
    expect(await states()).toEqual(['opted_out', 'opted_out', 'opted_out', gone]);
  });

  test('lets the answer to a stop go, and nothing that only is named like one', async () => {
    const ids = await addTexts(recipient, recipient);
    await rows.inspect`update message set client_ref = 'keyword-' || id, confirms_stop = case id when 1 then true end`;
    await rows.inspect`insert into keyword_answer values (1, ${recipient}, 'stop', 2, now(), true)
      on conflict do nothing`;
    await optOut();
    expect(await go(ids)).toBe(1);
    expect(await states()).toEqual([gone, 'opted_out']);
  });

  test('lets nothing go to who is being erased that was written before, a reply to a stop neither, and the rest goes', async () => {
    const ids = await addTexts(recipient, recipient, other, recipient);
    await rows.inspect`update message set confirms_stop = true where id = 2`;
    await erase(3n);
    expect(await go(ids)).toBe(2);
    expect(await states()).toEqual(['opted_out', 'opted_out', gone, gone]);
  });

  test('that waited for the account while somebody was to be erased lets nothing go to them', async () => {
    const ids = await addTexts(recipient, other);
    const went = await rows.overtake(
      () => go(ids),
      async (sql) => void (await erase(2n, sql)),
    );
    expect(went).toBe(0);
    expect(await go(ids)).toBe(1);
    expect(await states()).toEqual(['opted_out', gone]);
  });

  test('lets nothing of a suspended account go, which stays as it is and goes once the account is resumed', async () => {
    const ids = await addTexts(recipient, other);
    const before = await rows.inspect`select * from message order by id`;
    await rows.store.suspendAccount(1n, 'spam');
    expect(await go(ids)).toBe(0);
    expect(await rows.inspect`select * from message order by id`).toEqual(before);
    expect(await rows.list()).toEqual([]);
    await rows.store.resumeAccount(1n);
    expect(await go(ids)).toBe(2);
  });

  test('that waited for the account while it was suspended lets nothing go', async () => {
    const ids = await addTexts(recipient);
    expect(await rows.overtake(() => go(ids), suspend)).toBe(0);
    expect(await go(ids)).toBe(0);
  });
});

test('what is left of a text in parts ends, and its unit is used up', async () => {
  const id = await rows.addText(recipient, 3);
  await ways['a retry after a carrier’s refusal'].wait();
  await rows.inspect`update message set carrier = 'main'`;
  await optOut();
  expect(await claimForCarrier([id], 1)).toBe(0);
  expect([await states(), (await account())?.texts_used]).toEqual([['opted_out'], 10]);
});

test('a text that a phone may not have got is not handed to it again once its recipient opted out', async () => {
  const ids = [await rows.addText(recipient), await rows.addText(other)];
  await rows.claim(phone, ids);
  const barred = async () => {
    const [texts = []] = await rows.store.listHandedOverTo([{ accountId: 1n, deviceId: 1n }]);
    return texts.map(({ isBarred }) => isBarred);
  };
  expect(await barred()).toEqual([false, false]);
  await optOut();
  expect(await barred()).toEqual([true, false]);
  await suspend();
  expect(await barred()).toEqual([true, true]);
});

test('a text of a suspended account that waits for an instant expires by its deadline, and no other one does', async () => {
  await rows.addText(recipient);
  await rows.inspect`update message set status = 'scheduled', send_at = now() - interval '2 days',
    deadline_at = now() - interval '1 day'`;
  expect(await rows.store.listOverdue(Date.now(), 10)).toEqual([]);
  await suspend();
  const [overdue] = await rows.store.listOverdue(Date.now(), 10);
  expect(overdue).toMatchObject({ id: 1n, status: 'queued' });
  const move = { attempt: 0, from: 'queued' as const, status: 'failed' as const, deadlineMs: null };
  const error = 'expired_in_queue: nobody took it';
  const moved = await rows.store.updateMessages([{ accountId: 1n, id: 1n, ...move, error, atMs: nowMs }]);
  expect(moved[0]?.seq).not.toBeNull();
  expect(await states()).toEqual(['expired_in_queue']);
});

test('PostgreSQL has the same forms of a number as the core', async () => {
  const numbers = fc.sample(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('52', '521', '54', '549', '55', '5511', '229', '22901', '1'), fc.nat())
        .map(([code, number]) => `+${code}${number}`),
      fc.stringMatching(/^\+(52|54|55|229)[0-9]{8,11}$/),
      fc.constantFrom('', 'Bank', '72727', '+'),
    ),
    2_000,
  );
  const table = await rows.inspect.unsafe(
    `select a, ${formsOf('a')} as forms from unnest($1::text[]) as t (a)`,
    [numbers],
  );
  for (const { a, forms } of table) expect([a, [...new Set(forms)]]).toEqual([a, recipientForms(a)]);
});
