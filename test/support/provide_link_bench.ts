// Two cores for all tests of a file; links that a test opened are cut after it.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openInspector } from './database.ts';
import { LinkBench } from './link_bench.ts';
import { PassingTime } from './robot_phone.ts';

export interface ProvidedBench {
  bench: LinkBench;
  time: PassingTime;
  inspect: ReturnType<typeof openInspector>;
}

/** Gives a test file its bench, before its first test. */
export function provideLinkBench(take: (provided: ProvidedBench) => void): void {
  let provided: ProvidedBench | undefined;
  beforeAll(async () => {
    const bench = await LinkBench.start();
    provided = { bench, time: new PassingTime(bench), inspect: openInspector(bench.databaseUrl) };
    take(provided);
  });
  afterEach(() => provided?.bench.cut());
  afterAll(async () => {
    await provided?.inspect.end();
    await provided?.bench.stop();
  });
}
