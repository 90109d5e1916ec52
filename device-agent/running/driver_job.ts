// A job of the journal as its driver is given it: whole, or the part that comes next, and in the text's trace.
import { inSpan } from '../../runtime/tracing.ts';
import type { DriverJob, Result } from '../drivers/driver.ts';
import type { QueuedJob } from '../journal/job.ts';

/** Submits in a span of the text's trace, where the core named one. */
export const inSubmit = (
  { traceParent: parent }: QueuedJob,
  submit: () => Promise<Result>,
): Promise<Result> =>
  parent === undefined ? submit() : inSpan({ name: 'submit to device', kind: 'client', parent }, submit);

type UndatedJob = Omit<DriverJob, 'expiresAtMs'>;

export function wholeText({
  messageId,
  attempt,
  identity,
  address,
  body,
  encoding,
  sim,
}: QueuedJob): UndatedJob {
  return { messageId, attempt, identity, address, body, encoding, sim };
}

/** The reference is the message's id, so that the parts of two texts are never taken for one within 256 texts. */
export function onePart(job: QueuedJob): UndatedJob {
  const { referenceBits, parts, next } = job;
  const reference = Number(BigInt.asUintN(referenceBits, job.messageId));
  const part = { text: parts[next - 1] ?? '', number: next, total: parts.length, reference, referenceBits };
  return { ...wholeText(job), part };
}
