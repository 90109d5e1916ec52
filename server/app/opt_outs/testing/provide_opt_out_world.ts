// An OptOutWorld for all tests of a file, and for each test an account of its own.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { OptOutWorld } from './opt_out_world.ts';

/** Gives a test file the world, and before each test a new account in it. */
export function provideOptOutWorld(
  take: (world: OptOutWorld, account: bigint) => void,
  options?: Parameters<typeof OptOutWorld.create>[0],
): void {
  let world: OptOutWorld;
  beforeAll(async () => {
    world = await OptOutWorld.create(options);
  });
  beforeEach(async () => take(world, await world.addAccount()));
  afterAll(() => world.close());
}
