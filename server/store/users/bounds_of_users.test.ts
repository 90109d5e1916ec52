// How many people an account may have, and how many accounts, passkeys and sessions a person: exactly so many, however many
// come at once and on however many cores.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';

/** Two cores. */
let databases: Database[];
let stores: Store[];
let sql: ReturnType<typeof openInspector>;
let url: string;
let accountIds: bigint[];
let userIds: bigint[];
const nowMs = Date.parse('2026-03-10T12:00:00Z');
const endsMs = nowMs + 3_600_000;

beforeAll(async () => {
  url = await createDatabase();
  databases = [0, 1].map(() => openDatabase({ url, clock: systemClock, deadlineMs: 20_000 }));
  stores = databases.map((database) => createStore(database));
  sql = openInspector(url);
});
beforeEach(async () => {
  accountIds = (await seedAccounts(url, 12, 0)).map(({ id }) => id);
  userIds = await Promise.all(Array.from({ length: 12 }, addUser));
});
afterAll(async () => {
  await sql.end();
  await Promise.all(databases.map((database) => database.close()));
});

let last = 0;
const hash = () => (++last).toString(16).padStart(64, '0');
const emailOf = (id: bigint | number) => `p${id}@example.com`;

async function addUser(): Promise<bigint> {
  const id = BigInt(++last);
  await sql`insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at)
    values (${id}, ${emailOf(id)}, 'Test', 'hash', false, 0, now())`;
  return id;
}

async function invite(accountId: bigint, email: string): Promise<string> {
  const tokenHash = hash();
  await sql`insert into user_link (id, kind, token_hash, account_id, email, role, created_at, expires_at, is_mailed)
    values (${++last}, 'invitation', decode(${tokenHash}, 'hex'), ${accountId}, ${email}, 'member', now(),
      ${new Date(endsMs)}, true)`;
  return tokenHash;
}

const newSession = () => ({
  sessionId: BigInt(++last),
  secretHash: hash(),
  nowMs: nowMs + last,
  expiresAtMs: endsMs,
  address: '192.0.2.1',
  userAgent: 'test',
  browserHash: hash(),
  formerBrowserHash: '',
});

/** Does all at once, each second one on the other core; returns how many came to that end. */
async function allAtOnce<T, Said>(of: readonly T[], run: (store: Store, one: T) => Promise<Said>) {
  const said = await Promise.all(of.map((one, index) => run(stores[index % 2] as Store, one)));
  return (end: Said) => said.filter((one) => one === end).length;
}

test('people of an account: so many may join, and one more once one has gone', async () => {
  const accountId = accountIds[0] as bigint;
  const [store] = stores as [Store];
  const invited = await Promise.all(
    userIds.map(async (userId) => ({
      userId,
      token: await invite(accountId, emailOf(userId)),
    })),
  );
  const bounds = { mostMembers: 5, mostAccounts: 5 };
  const accept = (of: Store, { token, userId }: (typeof invited)[0]) =>
    of.acceptInvitation(token, userId, nowMs, bounds);
  const ended = await allAtOnce(invited, accept);
  expect([ended(accountId), ended('account_full')]).toEqual([5, 7]);
  const listed = await store.listMembers(accountId);
  expect(listed).toHaveLength(5);

  // Who is new is refused likewise, and their invitation stays.
  const newcomer = {
    tokenHash: await invite(accountId, 'new@example.com'),
    newUserId: BigInt(++last),
    email: 'new@example.com',
    newName: 'New',
    passwordHash: 'hash',
    newAccountId: BigInt(++last),
    accountName: 'New',
    country: 'US',
    period: '2026-03-01',
  };
  expect(await store.signUp(newcomer, newSession(), bounds.mostMembers)).toBe('account_full');
  await store.removeMember(accountId, listed[0]?.id ?? 0n, true, nowMs);
  expect(await store.signUp(newcomer, newSession(), bounds.mostMembers)).toBe(newcomer.newUserId);
  expect(await store.addMember(accountId, listed[0]?.id ?? 0n, 'owner', nowMs, bounds)).toBe('account_full');
});

test('accounts of a person: so many may be joined, and one more once one is left', async () => {
  const userId = userIds[0] as bigint;
  const [store] = stores as [Store];
  const invited = await Promise.all(
    accountIds.map(async (accountId) => ({ accountId, token: await invite(accountId, emailOf(userId)) })),
  );
  const bounds = { mostMembers: 5, mostAccounts: 5 };
  const accept = async (of: Store, { token }: (typeof invited)[0]) => {
    const said = await of.acceptInvitation(token, userId, nowMs, bounds);
    return typeof said === 'bigint' ? 'joined' : said;
  };
  const ended = await allAtOnce(invited, accept);
  expect([ended('joined'), ended('user_full')]).toEqual([5, 7]);
  const joined = await store.listMemberAccounts(userId);
  expect(joined).toHaveLength(5);
  const left = invited.find(({ accountId }) => joined.every(({ id }) => id !== accountId));
  if (!left) throw new Error('no invitation is left');
  const add = () => store.addMember(left.accountId, userId, 'owner', nowMs, bounds);
  expect(await add()).toBe('user_full');
  await store.removeMember(joined[0]?.id ?? 0n, userId, false, nowMs);
  expect(await add()).toBe('done');
  expect(await store.acceptInvitation(left.token, userId, nowMs, bounds)).toBe('is_member');
});

test('passkeys of a person: so many are taken, and no ticket is used up twice', async () => {
  const userId = userIds[0] as bigint;
  const passkeys = Array.from({ length: 12 }, () => ({
    id: BigInt(++last),
    userId,
    credentialId: hash(),
    publicKey: '',
    counter: 0n,
    newName: 'key',
    ticketHash: hash(),
    ticketEndsMs: endsMs,
    eventId: BigInt(++last),
    eventAddress: '192.0.2.1',
  }));
  const [store] = stores as [Store];
  const [first, ...others] = passkeys as [(typeof passkeys)[0]];
  expect(await store.insertPasskey(first, nowMs, 5)).toBe('stored');
  const ended = await allAtOnce(others, (of, passkey) => of.insertPasskey(passkey, nowMs, 5));
  expect([ended('stored'), ended('full')]).toEqual([4, 7]);
  expect(await store.insertPasskey({ ...first, credentialId: hash(), id: 1n }, nowMs, 50)).toBe('no_ticket');
  const again = { ...first, id: 2n, ticketHash: hash(), eventId: BigInt(++last) };
  expect(await store.insertPasskey(again, nowMs, 50)).toBe('known');
});

test('sessions of a person: a further one ends the one used longest ago, with the keys by which it acted', async () => {
  const [userId, accountId] = [userIds[0] as bigint, accountIds[0] as bigint];
  const [store] = stores as [Store];
  const signIn = (of: Store, session: ReturnType<typeof newSession>) =>
    of.openSessionByPassword(
      session,
      { place: 'test', subject: `test ${last}`, atMs: nowMs },
      { credentialUserId: userId, passwordHash: 'hash' },
    );
  const sessions = Array.from({ length: 100 }, newSession);
  for (const session of sessions) expect(await signIn(store, session)).toBe(userId);
  const [oldest, second] = sessions as [(typeof sessions)[0], (typeof sessions)[0]];
  await store.addMember(accountId, userId, 'member', nowMs, { mostMembers: 9, mostAccounts: 9 });
  await store.switchAccount(second.sessionId, accountId, hash(), nowMs);
  await sql`update user_session set last_seen_at = ${new Date(endsMs)} where id = ${oldest.sessionId}`;
  const more = Array.from({ length: 8 }, newSession);
  await allAtOnce(more, signIn);
  const held = (await store.listSessions(userId, nowMs, 24 * 3_600_000)).map(({ id }) => id);
  const meant = [oldest, ...sessions.slice(9), ...more].map(({ sessionId }) => sessionId);
  expect(held.toSorted()).toEqual(meant.toSorted());
  expect(await sql`select from api_key where session_id is not null and revoked_at is null`).toEqual([]);
});

test('browsers of a person: 20 are known, and a further one takes the place of the oldest', async () => {
  const userId = userIds[0] as bigint;
  const [store] = stores as [Store];
  const sessions = Array.from({ length: 21 }, newSession);
  const knownAfter = async (of: typeof sessions) => {
    for (const session of of)
      await store.openSessionByPassword(
        session,
        { place: 'test', subject: `browsers ${last}`, atMs: nowMs },
        { credentialUserId: userId, passwordHash: 'hash' },
      );
    const known = await sql`select encode(token_hash, 'hex') as hash from known_browser
      where user_id = ${userId} order by signed_in_at`;
    return known.map(({ hash }) => hash);
  };
  const hashes = sessions.map(({ browserHash }) => browserHash);
  expect(await knownAfter(sessions.slice(0, 20))).toEqual(hashes.slice(0, 20));
  expect(await knownAfter(sessions.slice(20))).toEqual(hashes.slice(1));
});
