// What the tests of one command share: a core that remembers what it was asked, and a line typed at it.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Connection } from '../core_client/config.ts';
import { type FakeCore, serviceToken, startFakeCore } from './fake_core.ts';
import { typeLine, typeLineForJson } from './type_line.ts';

/** Starts a core for the file, which forgets between tests what it was asked. */
export function provideCore() {
  let core: FakeCore;
  beforeAll(async () => {
    core = await startFakeCore();
  });
  afterAll(() => core.stop());
  beforeEach(() => {
    core.asked.splice(0);
  });
  const connection = (): Connection => ({ core: core.address, serviceToken });
  return {
    connection,
    /** The requests so far. */
    asked: () => core.asked,
    type: (line: string, other = connection()) => typeLine(line, other),
    typeJson: (line: string) => typeLineForJson(line, connection()),
  };
}
