// Which server the sessions of a process go to, by what the servers say of themselves.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import type { PollAnswer } from './host_poll.ts';
import { NoPrimary, Primary } from './primary.ts';

const { clock, run } = simulateEachTest();

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const ours = '7713956385488147964';
const leads = (timeline: number, startedAt = `at ${timeline}`, systemId = ours): PollAnswer => {
  return { systemId, timeline, startedAt };
};
const follows: PollAnswer = { systemId: ours, timeline: null, startedAt: 'long ago' };
const fault = (words: string, code: string): PollAnswer => ({
  fault: Object.assign(new Error(words), { code }),
});
const stopped = fault('refused', 'ECONNREFUSED');
const silent = fault('no answer', 'ETIMEDOUT');

/** Servers `a`, `b` and so on, one for each answer; `answers` may be changed. */
function start(...answers: PollAnswer[]) {
  const hosts = answers.map((_, index) => ({ host: 'abc'[index] as string, port: 5432 }));
  const asked: number[] = [];
  const polls = hosts.map((_, index) => ({
    ask: async () => {
      asked.push(index);
      return answers[index] as PollAnswer;
    },
    close: () => undefined,
  }));
  const primary = new Primary({ hosts, polls, onLastLeft: () => undefined, clock });
  let renewals = 0;
  const leave = primary.join(() => renewals++);
  ends.push(leave);
  const found = () =>
    primary.find().then(
      ({ host }) => host.host,
      (error: Error) => error.message,
    );
  return { primary, answers, asked, hosts, found, leave, renewed: () => renewals };
}

const twice = (names: string) =>
  `${names} both take themselves for the primary of one database: stop one of them`;

test('sessions go to the server with the highest timeline of those that lead', async () => {
  expect(await start(leads(3), leads(5), follows).found()).toBe('b');
  expect(await start(silent, follows, leads(1)).found()).toBe('c');
});

test('where no server leads, that is said; where none answers, its fault is', async () => {
  expect(await start(follows, silent).found()).toMatch(/^no server of DATABASE_URL is a primary/);
  expect(await start(stopped, silent).found()).toBe('refused');
});

test('all sessions change server together once another one has a higher timeline, and those that were being made are refused', async () => {
  const { primary, answers, found, renewed } = start(leads(1), follows);
  const seat = await primary.find();
  answers[1] = leads(2);
  expect(await primary.leads(seat.term)).toBe(false);
  expect([await found(), renewed()]).toEqual(['b', 1]);
  expect(primary.admit(seat, { systemId: ours, timeline: 1, startedAt: 'at 1' })).toBe(false);
});

test('all servers are asked once a second, and a write that was long in coming is confirmed by a round that begins after it', async () => {
  const { primary, asked, leave } = start(leads(1), follows);
  const { term } = await primary.find();
  await run('1 s');
  expect(asked).toEqual([0, 1, 0, 1]);
  void primary.poll();
  const confirmed = primary.leads(term);
  await run('49 ms');
  expect(asked).toHaveLength(6);
  await run('1 ms');
  expect(await confirmed).toBe(true);
  expect(asked).toHaveLength(8);
  leave();
  await run('5 s');
  expect(asked).toHaveLength(8);
});

test('a server that is silent changes nothing, and one that was replaced is never gone back to', async () => {
  const { primary, answers, found, renewed } = start(leads(1), leads(2));
  await primary.find();
  answers[1] = silent;
  await primary.poll();
  expect([await found(), renewed()]).toEqual(['b', 0]);
});

test('a new session at a server that was replaced is refused; at one that was promoted it moves all', async () => {
  const { primary, hosts, found, renewed } = start(leads(2));
  const seat = await primary.find();
  const at = (timeline: number) =>
    primary.admit(seat, { systemId: ours, timeline, startedAt: `at ${timeline}` });
  expect([at(2), at(1), renewed()]).toEqual([true, false, 0]);
  expect([at(3), renewed()]).toEqual([false, 1]);
  const next = await primary.find();
  expect(next).toEqual({ host: hosts[0], term: seat.term + 1 });
  expect(primary.admit(next, { systemId: ours, timeline: 3, startedAt: 'at 3' })).toBe(true);
  expect(primary.admit(next, { systemId: ours, timeline: null, startedAt: 'at 3' })).toBe(false);
  expect(await found()).toBe('a');
});

test('two primaries of one timeline are named, and nothing goes on until one of them is none any more', async () => {
  const { primary, answers, found, renewed } = start(leads(2, 'monday'), follows);
  const { term } = await primary.find();
  answers[1] = leads(2, 'tuesday');
  expect(await primary.leads(term)).toBe(false);
  for (let round = 0; round < 3; round++) expect(await found()).toBe(twice('a:5432 and b:5432'));
  expect([primary.problem, renewed()]).toEqual([twice('a:5432 and b:5432'), 1]);
  for (const at of [0, 1]) {
    const answer = answers[at] as PollAnswer;
    answers[at] = silent;
    expect(await found()).toBe(twice('a:5432 and b:5432'));
    answers[at] = answer;
  }
  answers[0] = follows;
  expect([await found(), primary.problem]).toEqual(['b', undefined]);
});

test('of two primaries one is gone to once the other was stopped', async () => {
  const { answers, found } = start(leads(2, 'monday'), leads(2, 'tuesday'));
  expect(await found()).toBe(twice('a:5432 and b:5432'));
  answers[0] = silent;
  expect(await found()).toBe(twice('a:5432 and b:5432'));
  answers[0] = stopped;
  expect(await found()).toBe('b');
});

test('a timeline that was seen is never gone back behind, whatever is silent', async () => {
  const { answers, found } = start(leads(2, 'monday'), leads(2, 'tuesday'), leads(1));
  expect(await found()).toBe(twice('a:5432 and b:5432'));
  answers[0] = silent;
  answers[1] = stopped;
  expect(await found()).toBe(twice('a:5432 and b:5432'));
});

test('a foreign server ends nothing while the own one is only silent', async () => {
  const { primary, answers, found, renewed } = start(leads(1), follows);
  await primary.find();
  answers[0] = silent;
  answers[1] = leads(9, 'monday', '1');
  await primary.poll();
  expect([await found(), renewed()]).toEqual(['a', 0]);
});

test('a server of the same timeline is not gone to while the one before is silent', async () => {
  const { primary, answers, found } = start(leads(2, 'monday'), follows);
  await primary.find();
  answers[0] = silent;
  answers[1] = leads(2, 'tuesday');
  await primary.poll();
  expect(await found()).toBe(twice('a:5432 and b:5432'));
});

test('one server may have two names', async () => {
  const { primary, answers, found, renewed } = start(leads(2, 'monday'), leads(2, 'monday'));
  await primary.find();
  answers[0] = silent;
  await primary.poll();
  expect([await found(), primary.problem, renewed()]).toEqual(['b', undefined, 0]);
});

test('another database is refused by name, at the start and later, until the own one is there again', async () => {
  const other = leads(9, 'monday', '1');
  expect(await start(leads(1), other).found()).toMatch(/^b:5432 holds another database/);
  const { primary, answers, found, renewed } = start(leads(1), follows);
  await primary.find();
  answers[0] = other;
  await primary.poll();
  expect([await found(), renewed()]).toEqual([expect.stringMatching(/^a:5432 holds another database/), 1]);
  answers[1] = leads(2);
  expect([await found(), renewed()]).toEqual(['b', 2]);
  const single = start(leads(1));
  const seat = await single.primary.find();
  const at = (systemId: string) => single.primary.admit(seat, { systemId, timeline: 1, startedAt: 'x' });
  expect([at(ours), at('1')]).toEqual([true, false]);
  await expect(start(other).primary.find()).resolves.toBeDefined();
});

test('a single server without standbys is not asked', async () => {
  const { primary, asked, found } = start(leads(1));
  expect([await found(), await primary.leads(0), primary.isPolled]).toEqual(['a', true, false]);
  await run('5 s');
  expect(asked).toEqual([]);
  primary.noteReplication({ standbys: 1, isSynchronous: false });
  await run('1 s');
  expect(asked).toEqual([0]);
});

test('connections that fail together wait together, and wait no longer once another server leads', async () => {
  const { primary, answers, found } = start(leads(1), follows);
  await primary.find();
  for (let times = 0; times < 20; times++) primary.failed();
  answers[1] = leads(2);
  const waiting = found();
  await run('50 ms');
  expect(await waiting).toBe('b');
});

test('a connection that failed waits longer and longer for its next try, up to a second', async () => {
  const { primary, found } = start(leads(1));
  primary.failed();
  const waiting = found();
  await run('100 ms');
  expect(await waiting).toBe('a');
  expect(new NoPrimary().code).toBe('NO_PRIMARY');
});
