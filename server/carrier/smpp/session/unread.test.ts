// An SMSC that stops reading: what was not written has certainly not left, whatever happens then. Full buffers are on the
// machine's time.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { until } from '../../../../runtime/testing/until.ts';
import { type OpenCarrier, openCarrier, submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { Smsc } from '../../../../test/support/smsc/smsc.ts';
import type { SmscSession } from '../../../../test/support/smsc/smsc_session.ts';
import type { Carrier, SubmitResult } from '../../carrier.ts';
import { command, encodePdu, encodeText, responseTo } from '../pdu/pdu.ts';

let smsc: Smsc;
let opened: OpenCarrier | undefined;
beforeEach(async () => {
  smsc = await Smsc.start();
});
afterEach(async () => {
  await opened?.carrier.stop();
  await smsc.close();
});

/** Submits more than the buffers of both ends hold, a little at a time, as far as there is capacity. */
async function fill({ carrier }: OpenCarrier): Promise<Promise<SubmitResult>[]> {
  const text = 'ж'.repeat(4_000);
  const results: Promise<SubmitResult>[] = [];
  while (results.length < 700 && carrier.capacity() > 0) {
    results.push(
      carrier.submit(submissionOf(text, { encoding: 'ucs2', expiresAtMs: Date.now() + 3_600_000 })),
    );
    if (results.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
}

/** Opens a carrier whose SMSC does not read, and fills the way to it. */
async function openFilled() {
  smsc.onSubmit = () => ({ kind: 'silence' });
  const settings = { window: 1_000, long_texts: 'message_payload', response_timeout_s: 3 };
  opened = openCarrier(systemClock, smsc.port, settings);
  await opened.whenCapacity();
  const session = smsc.bound.at(-1) as SmscSession;
  session.pause();
  return { ...opened, session, results: await fill(opened) };
}

/** How many may have left: the first ones, and none of the others. */
async function countLeft(results: Promise<SubmitResult>[]): Promise<number> {
  const kinds = (await Promise.all(results)).map((result) =>
    result.kind === 'rejected' ? `rejected ${result.retryable}` : result.kind,
  );
  const left = kinds.lastIndexOf('unknown') + 1;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(results.length);
  expect(kinds).toEqual([
    ...Array(left).fill('unknown'),
    ...Array(results.length - left).fill('rejected true'),
  ]);
  return left;
}

/** What may happen then. */
const ends: [string, (session: SmscSession, carrier: Carrier) => void][] = [
  ['a drop', (session) => session.drop()],
  ['garbage', (session) => session.raw(Buffer.from('HTTP/1.1 400 Bad Request'))],
  ['a deadline', () => {}],
  ['an unbind', (session) => void session.unbind()],
  ['our own stop', (_, carrier) => void carrier.stop()],
];

test.each(ends)(
  'after %s, exactly what was not written is certain not to have left, and it never arrives',
  async (how, end) => {
    const { session, carrier, results } = await openFilled();
    end(session, carrier);
    await until(() => carrier.capacity() === 0);
    // At once, and not when time has passed.
    expect(await results.at(-1)).toMatchObject({ kind: 'rejected', retryable: true });
    // It takes what is still in the buffers.
    session.resume();
    const left = await countLeft(results);
    if (how === 'a drop') return;
    await until(() => session.isClosed);
    expect(smsc.submits).toHaveLength(left);
  },
);

test('an answer to what was not written is not believed', async () => {
  const { session, results } = await openFilled();
  // The bind was the first request.
  const header = { command: responseTo(command.submitSm), status: 0, sequence: results.length + 1 };
  session.raw(Buffer.concat([encodePdu(header, encodeText('never')), Buffer.from('garbage')]));
  await countLeft(results);
});
