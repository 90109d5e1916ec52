// Every endpoint, with every status and every code that the document says it may end with: each is produced, and each
// is on its schema. A line of the document that no case produces fails, and so does a case that produces another line.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../support/described/judge.ts';
import { askOf } from './answers/asked.ts';
import { type Case, casesOf, documentedBy } from './answers/cases.ts';
import { createWorld, type World } from './answers/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** Asks a case and answers what it ended with, in the document's words. */
async function produce({ operation, ask }: Case): Promise<string> {
  const answer = await ask(world);
  expect(judge(world.stack.described, askOf(operation), answer)).toEqual([]);
  const code = answer.status < 400 ? 'ok' : answer.json.code;
  return `${operation.id} ${answer.status} ${code}`;
}

test('every line of the document is produced, and nothing else', async () => {
  const { operations } = world.stack.described;
  const produced: string[] = [];
  for (const operation of operations) {
    // Each key may make 120 requests a minute.
    world.account = { ...world.account, key: await world.stack.createKey(world.account) };
    // Side by side, because the slow ones only wait.
    const cases = casesOf(operation);
    const made = await Promise.all(cases.map(produce));
    expect(made).toEqual(cases.map(({ name }) => name));
    produced.push(...made);
  }
  expect(produced.toSorted()).toEqual(operations.flatMap(documentedBy).toSorted());
}, 60_000);
