// A STOP is obeyed: nothing is accepted after it, what waits ends, START lifts it, and the account's answers go out once.
import { describe, expect, test } from 'vitest';
import { type OptOutWorld, recipient } from './testing/opt_out_world.ts';
import { provideOptOutWorld } from './testing/provide_opt_out_world.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const other = '+15005550007';
const answers = { stopWords: [], stopAnswer: 'Bye.', startAnswer: 'Hi.', helpAnswer: 'We are a.' };
const bodies = async (direction: 'in' | 'out' = 'out') =>
  (await world.feed(account)).filter((text) => text.direction === direction).map(({ body }) => body);
const isEnded = async () => (await world.inspect`select 1 from opt_out where ends_waiting`).length === 0;
const isAnswered = async () =>
  (await world.inspect`select 1 from keyword_answer where is_pending`).length === 0;
const ended = async () => {
  await world.idle();
  expect(await isEnded()).toBe(true);
};
const answered = async () => {
  await world.idle();
  expect(await isAnswered()).toBe(true);
};

describe('a stop', () => {
  test('refuses what is sent to who wrote it, by this account alone, and charges nothing', async () => {
    const neighbour = await world.addAccount();
    await world.receive(account, ' Stop. ');
    expect(await world.send(account)).toBe('opted_out');
    expect(await world.send(account, { to: '(500) 555-0006', replica: 1 })).toBe('opted_out');
    expect(await world.used(account)).toBe(0);
    expect([await world.send(account, { to: other }), await world.send(neighbour)]).toEqual([2n, 1n]);
  });

  test('of digits that may be one of two people is the stop of both, and their start lifts both', async () => {
    // Somebody in Singapore, whose plus was lost, or a Jamaican, whose country code is that of home.
    const digits = '6582344567';
    const both = ['+16582344567', '+6582344567'];
    const waiting = await world.send(account, { to: both[1] });
    await world.receive(account, 'stop', { from: digits });
    for (const to of [...both, digits])
      expect([to, await world.send(account, { to })]).toEqual([to, 'opted_out']);
    await ended();
    expect((await world.feed(account)).find(({ id }) => id === waiting)).toMatchObject({ status: 'failed' });
    await world.receive(account, 'start', { from: digits });
    for (const to of both) expect(await world.send(account, { to })).not.toBe('opted_out');
  });

  test('of digits that may be one of two people is lifted by each for themselves alone', async () => {
    await world.receive(account, 'stop', { from: '6582344567' });
    await world.receive(account, 'start', { from: '+16582344567' });
    expect(await world.send(account, { to: '+16582344567' })).not.toBe('opted_out');
    expect(await world.send(account, { to: '+6582344567' })).toBe('opted_out');
    await world.receive(account, 'stop', { from: '+6582344567' });
    await world.receive(account, 'start', { from: '6582344567' });
    expect(await world.send(account, { to: '+6582344567' })).toBe('opted_out');
  });

  test('of a sender without a plus is the stop of who can receive texts, and of nobody at home', async () => {
    await world.inspect`update account set country = 'DE' where id = ${account}`;
    await world.receive(account, 'STOP', { from: '33612349001', country: 'DE' });
    expect(await world.send(account, { to: '+33612349001' })).toBe('opted_out');
    expect(
      (await world.optOuts.list(account, { limit: 10 })).optOuts.map(({ addressNorm }) => addressNorm),
    ).toEqual(['+33612349001']);
  });

  test('comes after a replay and before plan, cap and route', async () => {
    const id = await world.send(account, { ref: 'a' });
    await world.receive(account, 'STOP');
    expect(await world.send(account, { ref: 'a' })).toBe(id);
    await world.inspect`update account set plan = null where id = ${account}`;
    expect(await world.send(account, { ref: 'b' })).toBe('opted_out');
    await world.inspect`update device set unpaired_at = now() where account_id = ${account}`;
    expect(await world.send(account)).toBe('opted_out');
  });

  test('is in the feed with its keyword, and an opt-out that names it', async () => {
    for (const body of ['stop', 'yes', 'info', 'please stop', 'hello']) await world.receive(account, body);
    const feed = await world.feed(account);
    expect(feed.map(({ keyword }) => keyword)).toEqual(['stop', 'start', 'help', 'maybe_stop', null]);
    expect((await world.optOuts.list(account, { limit: 10 })).optOuts).toEqual([]);
    await world.receive(account, 'stop');
    expect((await world.optOuts.list(account, { limit: 10 })).optOuts).toEqual([
      { addressNorm: recipient, sinceMs: world.clock.nowMs(), source: 'keyword', messageId: 6n },
    ]);
  });

  test('ends the texts that wait for who wrote it and no others, with their units back', async () => {
    for (const to of [recipient, other, recipient]) await world.send(account, { to });
    await world.receive(account, 'stop');
    await ended();
    const feed = await world.feed(account);
    expect(feed.map(({ id, status }) => [id, status])).toEqual([
      [2n, 'queued'],
      [4n, 'received'],
      [1n, 'failed'],
      [3n, 'failed'],
    ]);
    expect(feed.at(-1)?.error).toBe('opted_out: the recipient wants no more texts');
    expect(await world.used(account)).toBe(1);
  });

  test('leaves what was handed over to its report', async () => {
    await world.send(account);
    await world.inspect`update message set status = 'sending' where account_id = ${account} and id = 1`;
    await world.receive(account, 'stop');
    await ended();
    expect((await world.feed(account)).map(({ status }) => status)).toEqual(['sending', 'received']);
  });

  test('that came before a core died is followed by the next round of any', async () => {
    await world.send(account);
    await world.inspect`insert into opt_out values (${account}, ${recipient}, now(), 'keyword', 1, true)`;
    await world.followed(isEnded);
    expect((await world.feed(account)).map(({ status }) => status)).toEqual(['failed']);
  });

  test('near misses are not acted on', async () => {
    await world.receive(account, 'stop please');
    expect(await world.send(account)).toBe(2n);
  });
});

describe('a start', () => {
  test('lifts what a stop had set, and nothing that the account added itself', async () => {
    await world.receive(account, 'stop');
    await world.receive(account, 'UNSTOP');
    expect(await world.send(account)).toBe(3n);
    await world.optOuts.add(account, recipient, 'api');
    await world.receive(account, 'stop');
    await world.receive(account, 'start');
    expect(await world.send(account)).toBe('opted_out');
  });

  test('of two words in one batch the last one counts', async () => {
    const [stop, start] = ['stop', 'start'];
    await Promise.all([stop, start].map((body) => world.receive(account, body as string)));
    expect(await world.send(account)).toBe(3n);
    await Promise.all([start, stop].map((body) => world.receive(account, body as string)));
    expect(await world.send(account)).toBe('opted_out');
  });
});

describe('words of the account', () => {
  test('are stops for it alone, as they are compared', async () => {
    const kept = await world.optOuts.setSettings(account, {
      ...answers,
      stopWords: ['ADIÓS!', 'adios'],
    });
    expect(kept.stopWords).toEqual(['adios']);
    const neighbour = await world.addAccount();
    for (const one of [account, neighbour]) await world.receive(one, 'Adiós.');
    expect([await world.send(account), await world.send(neighbour)]).toEqual(['opted_out', 2n]);
  });
});

describe('answers', () => {
  test('none is sent before the account wrote one', async () => {
    for (const body of ['help', 'stop', 'start']) await world.receive(account, body);
    expect(await world.inspect`select 1 from keyword_answer where account_id = ${account}`).toEqual([]);
    expect(await bodies()).toEqual([]);
  });

  test('a stop is confirmed once although its writer is opted out, and it is a text that counts', async () => {
    await world.optOuts.setSettings(account, answers);
    await world.receive(account, 'stop');
    await answered();
    expect(await bodies()).toEqual(['Bye.']);
    expect(await world.used(account)).toBe(1);
    expect((await world.feed(account)).at(-1)).toMatchObject({ status: 'queued', clientRef: 'keyword-1' });
    expect(await world.send(account)).toBe('opted_out');
  });

  test('in quiet hours each leaves at once, unlike any other text', async () => {
    await world.inspect`update account set quiet_zone = 'UTC', quiet_until = (m + 60) % 1440, quiet_from = (m + 1380) % 1440
      from (select extract(hour from t) * 60 + extract(minute from t) as m from (select now() at time zone 'UTC' as t) n) q
      where id = ${account}`;
    await world.optOuts.setSettings(account, answers);
    await world.receive(account, 'help');
    await answered();
    await world.send(account);
    const statuses =
      await world.inspect`select status from message where account_id = ${account} and direction = 'out'
      order by id`;
    expect(statuses.map(({ status }) => status)).toEqual(['queued', 'scheduled']);
  });

  test('each kind goes to one recipient once in 24 hours, so that two services cannot loop', async () => {
    await world.optOuts.setSettings(account, answers);
    for (let round = 0; round < 3; round++) {
      await world.receive(account, 'help', { replica: round % 2 });
      await answered();
    }
    expect(await bodies()).toEqual(['We are a.']);
    // As if a day had passed but for a millisecond.
    await world.inspect`update keyword_answer set at = at - interval '24 hours' + interval '1 millisecond'
      where account_id = ${account}`;
    await world.receive(account, 'help');
    await answered();
    expect(await bodies()).toHaveLength(1);
    await world.run('1 ms');
    await world.receive(account, 'help');
    await answered();
    expect(await bodies()).toHaveLength(2);
  });

  test('none goes to a short code or a name', async () => {
    await world.optOuts.setSettings(account, answers);
    for (const from of ['72727', 'Bank', '+']) await world.receive(account, 'stop', { from });
    await ended();
    await answered();
    expect(await bodies()).toEqual([]);
  });

  test('one that a core put down and did not send is sent by another, once', async () => {
    await world.optOuts.setSettings(account, answers);
    const at = new Date(world.clock.nowMs()).toISOString();
    await world.inspect`insert into keyword_answer values (${account}, ${recipient}, 'help', 7, ${at}, true)`;
    await world.followed(isAnswered);
    await world.inspect`update keyword_answer set is_pending = true where account_id = ${account}`;
    await world.followed(isAnswered);
    expect(await bodies()).toEqual(['We are a.']);
  });

  test('the reply to a stop leaves within five minutes or not at all', async () => {
    await world.optOuts.setSettings(account, answers);
    const ageMs = 5 * 60_000;
    const ask = (id: number, agoMs: number) =>
      world.inspect`insert into keyword_answer values (${account}, ${recipient}, 'stop', ${id},
        ${new Date(world.clock.nowMs() - agoMs).toISOString()}, true) on conflict (account_id, address_norm, keyword)
        do update set message_id = excluded.message_id, at = excluded.at, is_pending = true`;
    await ask(7, ageMs);
    world.replicas[0]?.follower.wake();
    await answered();
    expect(await bodies()).toEqual([]);
    const writtenAtMs = world.clock.nowMs() - ageMs + 1;
    await ask(8, ageMs - 1);
    world.replicas[0]?.follower.wake();
    await answered();
    expect(await bodies()).toEqual(['Bye.']);
    // What waits for its phone ends then, and is not handed over any more.
    const [row] =
      await world.inspect`select deadline_at from message where account_id = ${account} and direction = 'out'`;
    expect(row?.deadline_at).toEqual(new Date(writtenAtMs + ageMs));
  });

  test('one that nobody could send for a day is not sent any more', async () => {
    await world.optOuts.setSettings(account, answers);
    const at = new Date(world.clock.nowMs() - 24 * 3600_000).toISOString();
    await world.inspect`insert into keyword_answer values (${account}, ${recipient}, 'help', 7, ${at}, true)`;
    await world.followed(isAnswered);
    expect(await bodies()).toEqual([]);
  });
});
