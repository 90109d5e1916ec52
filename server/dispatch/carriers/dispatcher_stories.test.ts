// Random stories of route gateway: whatever carriers answer, replicas die and the database forgets to say, a part is
// never submitted again unless it certainly did not leave, every text ends, and a unit goes back exactly when nothing left.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ReceiptTaker } from '../../carrier/inbound/receipts.ts';
import {
  replicaCount,
  type Step,
  StoryPlayer,
  steps,
  storyAccounts,
  Truth,
} from './testing/dispatch_story.ts';
import { DispatchWorld } from './testing/dispatch_world.ts';

let world: DispatchWorld;
beforeAll(async () => {
  world = await DispatchWorld.create();
});
afterAll(() => world.close());

/** So long after everything has come back the last text has ended: lives run out, and others are judged. */
const longestEndS = 120;

const haveEnded = async () =>
  (await world.messages()).every(
    ({ status, holder }) => holder === null && (status === 'delivered' || status === 'failed'),
  );

/** Each text's seq only grows. */
async function lookAtSeqs(seen: Map<string, bigint>): Promise<void> {
  for (const { account_id, id, seq } of await world.messages()) {
    const key = `${account_id}/${id}`;
    expect(seq).toBeGreaterThanOrEqual(seen.get(key) ?? 0n);
    seen.set(key, seq);
  }
}

async function play(story: readonly Step[]): Promise<void> {
  await world.clear();
  for (const account of storyAccounts) await world.addAccount(account);
  const truth = new Truth();
  const { store, clock } = world;
  const receipts = new ReceiptTaker({
    store,
    clock,
    log: createLog('core', 'silent'),
    publish: () => undefined,
  });
  let begun = 0;
  const begin = () => new StoryPlayer(`replica ${++begun}`, world, truth, receipts);
  const players = Array.from({ length: replicaCount }, begin);
  const seqs = new Map<string, bigint>();

  const happen = async (step: Step): Promise<void> => {
    if (step.kind === 'send') {
      const body = 'x'.repeat(150 * step.parts);
      const texts = Array.from({ length: step.texts }, (_, index) => ({
        body,
        to: `+1500555${1000 + index}`,
      }));
      await world.send(storyAccounts[step.account] as bigint, texts);
      return;
    }
    if (step.kind === 'pass') return world.run(step.seconds * 1_000);
    if (step.kind === 'receipts')
      return truth.sendReceipts(receipts, step.count, step.outcome, clock.nowMs());
    const player = players[step.replica] as StoryPlayer;
    switch (step.kind) {
      case 'answer':
        return player.answer(step.count, step.result, step.isReceiptFirst);
      case 'cut':
        return player.cut(step.statement);
      case 'backoff':
        return player.backOff(step.carrier, step.isBackingOff);
      case 'sleep':
        await world.inspect`update core_replica set alive_until = ${new Date(clock.nowMs() - 1_000)}
          where id = ${player.id}`;
        return;
      default:
        if (step.kind === 'die') player.die();
        else await player.stop();
        players[step.replica] = begin();
    }
  };

  for (const [index, step] of story.entries()) {
    await happen(step);
    if (index % 3 !== 0) continue;
    await world.run('1 s');
    await lookAtSeqs(seqs);
  }

  // Everything comes back and goes on until all has ended; the lives of the dead run out.
  for (const player of players) for (const index of player.carriers.keys()) player.backOff(index, false);
  for (let seconds = 0; seconds < longestEndS && !(await haveEnded()); seconds += 5) {
    for (const player of players) await player.answer(100, 'accept');
    await truth.sendReceipts(receipts, 1_000, 'delivered', clock.nowMs());
    await receipts.settle();
    await world.run('5 s');
  }
  expect(await haveEnded()).toBe(true);
  await lookAtSeqs(seqs);
  for (const player of players) await player.stop();
  await world.simulation.during(receipts.stop());
  await judge(truth);
}

async function judge(truth: Truth): Promise<void> {
  expect(truth.twice).toEqual([]);
  const rows = await world.messages();
  const left = new Set([...truth.left].map((name) => name.split('/').slice(0, 2).join('/')));
  for (const account of storyAccounts) {
    const mine = rows.filter(({ account_id }) => account_id === account);
    expect(new Set(mine.map(({ seq }) => seq)).size).toBe(mine.length);
    expect(await world.used(account)).toBe(mine.filter(({ charged }) => charged).length);
  }
  const written = await world.submissions();
  for (const { account_id, message_id, part } of written)
    expect(truth.left.has(`${account_id}/${message_id}/${part}`)).toBe(true);
  for (const row of rows) {
    const name = `${row.account_id}/${row.id}`;
    // A unit goes back for nothing that left, and is kept without anything having left only where nobody knows.
    if (!row.charged) expect(left.has(name)).toBe(false);
    else if (!left.has(name)) expect(row.error).toMatch(/^outcome_unknown: /);
    expect(row.deadline_at).toBeNull();
    const parts = written.filter(
      ({ account_id, message_id }) => account_id === row.account_id && message_id === row.id,
    );
    const isWhole = parts.length > 0 && parts.length === parts[0]?.total;
    const isProven = isWhole && parts.every(({ state }) => state === 'delivered');
    if (row.status === 'delivered') expect(isProven).toBe(true);
    // What another replica ended as unknown stays so only while something of it is not proven.
    else expect(isProven).toBe(false);
  }
}

test('no story submits a part twice, leaves a text unended, or miscounts a unit or a seq', async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 20, endOnFailure: true });
}, 240_000);
