// A core of its own that dies with kill -9 at a named place while it works.
import { once } from 'node:events';
import { expect } from 'vitest';
import type { FailpointName } from '../../server/failpoint.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

/** Lets a core work until it dies at a place. Fails the test if the core answers first or ends in another way. */
export async function killCoreAt(
  place: FailpointName,
  databaseUrl: string,
  environment: Record<string, string>,
  work: (core: CoreProcess) => Promise<unknown>,
): Promise<void> {
  const victim = await startCoreProcess(databaseUrl, {
    ...environment,
    TEXTRELAY_PUBLIC_URL: 'http://texts.example',
    TEXTRELAY_CORE_FAILPOINT: place,
  });
  const exited = once(victim.child, 'exit');
  const [outcome, [, signal]] = await Promise.all([
    work(victim).then(
      () => 'answered',
      () => 'unanswered',
    ),
    exited,
  ]);
  expect([outcome, signal]).toEqual(['unanswered', 'SIGKILL']);
}
