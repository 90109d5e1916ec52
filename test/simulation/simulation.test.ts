// The simulation itself: what it promises to those who write tests in it.
import { afterEach, expect, test } from 'vitest';
import { SimulatedService } from './simulated_service.ts';

let service: SimulatedService | undefined;
const begin = async (seed?: string) => {
  service = await SimulatedService.begin(seed);
  return { service, simulation: service.simulation };
};
const end = async () => {
  const ending = service?.end();
  service = undefined;
  await ending;
};
afterEach(() => end());

/** Two cores take texts at once; returns the statements in the order in which they were let through. */
async function playTwoCores(seed: string): Promise<string[]> {
  const { service, simulation } = await begin(seed);
  const cores = [await service.startCore(), await service.startCore()] as const;
  const account = await simulation.during(cores[0].createAccount({ paired: true }));
  const statements: string[] = [];
  simulation.database.onLet = ({ line, text }) => statements.push(`${line.owner}: ${text}`);
  const send = (at: number) =>
    cores[at % 2]?.messages.sendMessages({
      texts: [{ accountId: account.id, address: '+15005550006', body: `text ${at}` }],
    });
  await simulation.during(Promise.all([0, 1, 2, 3].map(send)));
  await simulation.run('5 s');
  await end();
  return statements;
}

test('the same seed plays the same statements in the same order, and another one another order', async () => {
  const first = await playTwoCores('a');
  expect(await playTwoCores('a')).toEqual(first);
  const others = [await playTwoCores('b'), await playTwoCores('c')];
  expect(others.filter((other) => other.join() !== first.join()).length).toBeGreaterThan(0);
  expect(new Set(others[0])).toEqual(new Set(first));
});
