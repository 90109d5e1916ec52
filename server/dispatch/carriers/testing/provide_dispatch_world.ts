// A world of carriers for all tests of a file: before each it is empty but for one account.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SimulationOptions } from '../../../../test/simulation/simulation.ts';
import { DispatchWorld } from './dispatch_world.ts';
import type { ScriptedCarrier } from './scripted_carrier.ts';

/** The account of every test. */
export const account = 7n;
/** A text of three parts. */
export const long = 'x'.repeat(400);

/** Gives a test file its world, before its first test. */
export function provideDispatchWorld(
  take: (world: DispatchWorld) => void,
  options: SimulationOptions = {},
): void {
  let world: DispatchWorld;
  beforeAll(async () => {
    world = await DispatchWorld.create(options);
    take(world);
  });
  beforeEach(async () => {
    await world.clear();
    await world.addAccount(account);
  });
  afterAll(() => world?.close());
}

/** Sends a text of the account; returns its id. */
export async function sendOne(world: DispatchWorld, body = 'hello'): Promise<bigint> {
  return (await world.send(account, [{ body }]))[0] as bigint;
}

/** The parts that carriers were given, by name. */
export const partsAt = (carriers: readonly Pick<ScriptedCarrier, 'submits'>[]) =>
  carriers.flatMap(({ submits }) =>
    submits.map(({ accountId, messageId, part }) => `${accountId}/${messageId}/${part}`),
  );
