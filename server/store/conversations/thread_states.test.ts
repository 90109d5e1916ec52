// What people decide about conversations: done until something comes, assigned to members alone, notes within their bound.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';

let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
  await rows.inspect`insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at)
    select n, n || '@example.com', 'P', '', false, 0, now() from unnest(array[41, 42]) n`;
});
beforeEach(async () => {
  await rows.addAccount(++account);
  await rows.inspect`insert into membership (account_id, user_id, role, joined_at)
    select ${account}, n, 'member', now() from unnest(array[41, 42]) n`;
});
afterAll(() => rows.close());

const [anna, ben] = [41n, 42n];
const newest = 2n ** 62n;
const address = '+15005550006';
const add = (direction: 'in' | 'out', status: string) =>
  rows.addTexts(account, 1, { address: `'${address}'`, direction: `'${direction}'`, status: `'${status}'` });
const reply = () => add('in', 'received');
const counts = (userId = anna) => rows.store.countNeeding({ accountId: account, userId });
const isDone = async () => (await rows.store.findThreadState(account, address))?.isDone;
const isListedDone = async () => {
  const { threads } = await rows.store.listUnreadThreads(
    { accountId: account, userId: anna },
    newest,
    1,
    1e6,
  );
  return threads[0]?.isDone;
};
const setDone = (seq: bigint) => rows.store.setThreadDone(account, address, seq);
const note = (body: string, most?: number) =>
  rows.store.addNote({ accountId: account, addressNorm: address, userId: anna, body, nowMs: 0 }, most);

test('a conversation is done until a reply comes, and stays done when it is written to', async () => {
  await reply();
  expect([await isDone(), (await counts()).mine]).toEqual([false, 1]);
  expect(await setDone(1n)).toBe(true);
  expect([await isDone(), await isListedDone(), (await counts()).mine]).toEqual([true, true, 0]);
  await add('out', 'delivered');
  expect([await isDone(), await isListedDone()]).toEqual([true, true]);
  await reply();
  expect([await isDone(), await isListedDone(), (await counts()).mine]).toEqual([false, false, 1]);
  // Answered, but nobody said that it is done since.
  await add('out', 'delivered');
  expect([await isDone(), await isListedDone()]).toEqual([false, false]);
});

test('a reply that the person has not seen opens what they say is done', async () => {
  await reply();
  await reply();
  await setDone(1n);
  expect([await isDone(), (await counts()).mine]).toEqual([false, 1]);
});

test('no seq keeps a conversation done that a reply comes to', async () => {
  await reply();
  await setDone(newest);
  expect(await isDone()).toBe(true);
  await reply();
  expect(await isDone()).toBe(false);
});

test('a text that fails after its conversation was done opens it again', async () => {
  await add('out', 'sent');
  await setDone(1n);
  expect([await isDone(), (await counts()).failed]).toEqual([true, 0]);
  await rows.inspect`update account set last_seq = 2 where id = ${account}`;
  await rows.inspect`update message set status = 'failed', seq = 2 where account_id = ${account}`;
  expect([await isDone(), await isListedDone(), (await counts()).failed]).toEqual([false, false, 1]);
  await setDone(2n);
  expect([await isDone(), (await counts()).failed]).toEqual([true, 0]);
});

test('a text that is cancelled after its conversation was done leaves it done', async () => {
  await add('out', 'queued');
  await setDone(1n);
  await rows.inspect`update account set last_seq = 2 where id = ${account}`;
  await rows.inspect`update message set status = 'failed', error = 'cancelled: by the account', seq = 2
    where account_id = ${account}`;
  expect([await isDone(), await isListedDone(), (await counts()).failed]).toEqual([true, true, 0]);
});

test('what is done can be opened again, and a late word of another browser does not move it back', async () => {
  await reply();
  await reply();
  await setDone(2n);
  await setDone(1n);
  expect(await isDone()).toBe(true);
  await setDone(0n);
  expect(await isDone()).toBe(false);
});

test('a conversation that is assigned waits for its member alone, and for all again once they have left', async () => {
  await reply();
  expect(await rows.store.assignThread(account, address, ben)).toBe(true);
  expect([(await counts()).mine, (await counts(ben)).mine]).toEqual([0, 1]);
  await rows.inspect`delete from membership where account_id = ${account} and user_id = ${ben}`;
  expect([(await counts()).mine, (await rows.store.findThreadState(account, address))?.assigneeId]).toEqual([
    1,
    null,
  ]);
  await rows.store.assignThread(account, address, anna);
  await rows.store.assignThread(account, address, null);
  expect((await counts(ben)).mine).toBe(1);
});

test('nothing is decided about a conversation that does not exist, nor by a person of another account', async () => {
  expect(await setDone(1n)).toBe(false);
  expect(await rows.store.assignThread(account, address, anna)).toBe(false);
  expect(await note('x')).toBe('no_thread');
  await reply();
  expect(await rows.store.assignThread(account, address, 43n)).toBe(false);
  const id = (await note('Call them')) as bigint;
  account++;
  await rows.addAccount(account);
  expect(await rows.store.listNotes(account, address)).toEqual([]);
  expect(await rows.store.removeNote(account, id, anna)).toBe(false);
  expect(await rows.store.removeNote(account - 1n, id, ben)).toBe(false);
  expect(await rows.store.removeNote(account - 1n, id, anna)).toBe(true);
});

test('a conversation has at most so many notes, also when they are written at once', async () => {
  await reply();
  const said = await Promise.all(Array.from({ length: 8 }, (_, n) => note(`Note ${n}`, 5)));
  expect(said.filter((id) => id === 'full')).toHaveLength(3);
  const notes = await rows.store.listNotes(account, address);
  expect(new Set(notes.map(({ id }) => id)).size).toBe(5);
  await rows.store.removeNote(account, notes[4]?.id ?? 0n, anna);
  expect(await note('One more', 5)).toBeTypeOf('bigint');
  expect(await note('One too many', 5)).toBe('full');
});

test('an account keeps at most so many answers, also when they are added at once', async () => {
  const said = await Promise.all(
    Array.from({ length: 8 }, (_, n) => rows.store.addSavedReply(account, `Answer ${n}`, 'Hello', 5)),
  );
  expect(said.filter((id) => id === 'full')).toHaveLength(3);
  const answers = await rows.store.listSavedReplies(account);
  expect(answers).toHaveLength(5);
  const [first] = answers;
  if (!first) throw new Error('no answer');
  expect(await rows.store.changeSavedReply(account, { ...first, body: 'Good day' })).toBe(true);
  expect(await rows.store.changeSavedReply(account - 1n, { ...first, body: 'Theirs' })).toBe(false);
  expect(await rows.store.removeSavedReply(account - 1n, first.id)).toBe(false);
  expect((await rows.store.listSavedReplies(account))[0]).toEqual({ ...first, body: 'Good day' });
  expect(await rows.store.removeSavedReply(account, first.id)).toBe(true);
  expect(await rows.store.addSavedReply(account, 'Next', 'Hello', 5)).toBeTypeOf('bigint');
});
