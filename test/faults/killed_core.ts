// A core of its own that dies with kill -9 at a named place while it works.
import { once } from 'node:events';
import { ConnectError } from '@connectrpc/connect';
import { expect } from 'vitest';
import { ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { FailpointName } from '../../server/failpoint.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

/** Lets a core work until it dies at a place. Fails the test if the core did the work or ends in another way. */
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
  /** Whether it lived to refuse: on a busy machine a call of its own may have taken too long before the place. */
  const isRefused = () =>
    work(victim).then(
      () => expect.fail('the core did the work'),
      (error: unknown) => ConnectError.from(error).findDetails(ErrorDetailSchema).length > 0,
    );
  while (await isRefused());
  const [, signal] = await exited;
  expect(signal).toBe('SIGKILL');
}
