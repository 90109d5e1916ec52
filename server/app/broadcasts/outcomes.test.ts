// A look at a large broadcast counts the rows around those that changed, and finds what a count of all finds.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { rowsLookedAt } from '../../../test/support/rows_looked_at.ts';
import { createCountOutcome } from './outcomes.ts';

const sent = 2_000;
let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
afterAll(() => rows.close());

const numbered = "'+1500555' || lpad((n % 10000)::text, 4, '0')";

/** A broadcast whose first 2,000 rows became texts; a core has taken one more. */
beforeEach(async () => {
  await rows.addAccount(++account);
  await rows.inspect`insert into broadcast (account_id, id, name, source, template, state, is_urgent, recipient_count, accepted_count,
      taken_recipient, created_at, started_at)
    values (${account}, 1, 'News', 'file', 'Hello', 'running', false, 3000, ${sent}, ${sent + 1}, now(), now())`;
  await rows.addTexts(account, sent, { address: numbered, status: "'sent'" });
  await rows.inspect`update message set client_ref = 'broadcast-1-' || id where account_id = ${account}`;
  await rows.inspect.unsafe(`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state, message_id)
    select ${account}, 1, n + 1, ${numbered}, ${numbered}, 'Hello', case when n < ${sent} then 'sent' else 'waiting' end,
      case when n < ${sent} then n + 1 end from generate_series(0, 2999) n`);
});

/** A core that counts, what it counted at each look (null for all), and how far its clock is ahead. */
function createCore(most?: number) {
  const startMs = systemClock.nowMs();
  const ahead = { ms: 0 };
  const clock = { ...systemClock, nowMs: () => startMs + ahead.ms };
  const counted: (readonly number[] | null)[] = [];
  const { store } = rows;
  const wrapped: typeof store = {
    ...store,
    findChangedRecipientBlocks: (of, id, since) => store.findChangedRecipientBlocks(of, id, since, most),
    countRecipientBlocks: (of, id, blocks) => {
      counted.push(blocks);
      return store.countRecipientBlocks(of, id, blocks);
    },
  };
  const count = createCountOutcome({ store: wrapped, clock });
  return { ahead, counted, look: () => count(account, 1n) };
}

/** A text's next state. */
const move = async (id: number, status: string) =>
  rows.inspect`with moved as (
      update account set last_seq = last_seq + 1, last_message_id = last_message_id + 1 where id = ${account} returning last_seq
    )
    update message set status = ${status}, seq = moved.last_seq from moved where account_id = ${account} and id = ${id}`;
const none = { deliveredCount: 0, failedCount: 0, cancelledCount: 0, repliedCount: 0 };

test('a look counts only the blocks in which something changed', async () => {
  const core = createCore();
  expect(await core.look()).toEqual(none);
  await move(300, 'delivered');
  await move(301, 'delivered');
  await move(2_000, 'failed');
  expect(await core.look()).toEqual({ ...none, deliveredCount: 2, failedCount: 1 });
  await rows.addTexts(account, 1, { address: "'+15005550776'", direction: "'in'", status: "'received'" });
  expect(await core.look()).toEqual({ ...none, deliveredCount: 2, failedCount: 1, repliedCount: 1 });
  const [all, moved, replied] = core.counted;
  // Block 8 is where a core has taken a row that is not yet written down.
  expect([all, new Set(moved), new Set(replied)]).toEqual([null, new Set([1, 7, 8]), new Set([3, 8])]);
  expect(await createCore().look()).toEqual(await core.look());
});

test('a text that had come to its end before its row was written down is counted', async () => {
  const core = createCore();
  await rows.addTexts(account, 1, { address: "'+15005552000'", status: "'delivered'" });
  expect(await core.look()).toEqual(none);
  await rows.inspect`update broadcast_recipient set state = 'sent', message_id = 2001 where account_id = ${account} and number = 2001`;
  expect(await core.look()).toEqual({ ...none, deliveredCount: 1 });
  // From here on nothing is open, and nothing has changed.
  await core.look();
  expect(core.counted).toEqual([null, [8]]);
});

test('where more changed than is looked through, and each five minutes, all is counted', async () => {
  const core = createCore(2);
  await core.look();
  await move(1, 'delivered');
  await move(999, 'delivered');
  expect((await core.look()).deliveredCount).toBe(2);
  expect(core.counted).toEqual([null, null]);
  await rows.inspect`delete from message where account_id = ${account} and id = 999`;
  core.ahead.ms = 300_000;
  expect((await core.look()).deliveredCount).toBe(2);
  core.ahead.ms = 300_001;
  expect((await core.look()).deliveredCount).toBe(1);
});

test('a count reads the texts of its rows alone, however many others the account has', async () => {
  await rows.addTexts(account, 30_000, { address: numbered });
  for (const table of ['message', 'broadcast_recipient'])
    await rows.inspect.unsafe(`vacuum analyze ${table}`);
  const all = await rowsLookedAt(rows, (store) => store.countRecipientBlocks(account, 1n, null));
  expect(all).toBeLessThan(3_000 + 2 * sent);
  const one = await rowsLookedAt(rows, (store) => store.countRecipientBlocks(account, 1n, [1]));
  expect(one).toBeLessThan(3 * 250);
});
