// Two cores for all tests of a file; links that a test opened are cut after it.
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { TestAccount } from './core.ts';
import { openInspector } from './database.ts';
import { LinkBench } from './link_bench.ts';

export interface ProvidedBench {
  bench: LinkBench;
  inspect: ReturnType<typeof openInspector>;
  /** What devices of an account are, offline or with a problem, they have been for so much longer. */
  age(account: Pick<TestAccount, 'id'>, by: string): Promise<void>;
}

/** Gives a test file its bench, before its first test. */
export function provideLinkBench(take: (provided: ProvidedBench) => void): void {
  let provided: ProvidedBench | undefined;
  beforeAll(async () => {
    const bench = await LinkBench.begin();
    const inspect = openInspector(bench.databaseUrl);
    const age: ProvidedBench['age'] = async ({ id }, by) => {
      await bench.idle();
      const now = new Date(bench.nowMs());
      await inspect`update device set problem_since = problem_since - ${by}::interval, online_until = online_until
        - case when online_until <= ${now} then ${by}::interval else '0' end where account_id = ${id}`;
    };
    provided = { bench, inspect, age };
    take(provided);
  });
  afterEach(() => provided?.bench.cut());
  afterAll(async () => {
    await provided?.inspect.end();
    await provided?.bench.end();
  });
}
