// A connection that is not trusted any more still hears the answers that are on their way.
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/support/smsc/deliveries.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import { command, encodePdu, encodeShortMessage, encodeText, responseTo } from '../pdu/pdu.ts';
import { maxUnderWay } from './deliveries.ts';

let smsc: Smsc;
const { run, idle, during, openBound } = provideSmsc((started) => {
  smsc = started;
  smsc.onSubmit = () => ({ kind: 'silence' });
});

test('one lost answer makes one submit unknown, and not those that are answered soon after', async () => {
  const { carrier, session } = await openBound({ response_timeout_s: 20 });
  session.answersEnquiries = false;
  const lost = carrier.submit(submissionOf('hello'));
  await run(19_900);
  const rest = Array.from({ length: 50 }, () => carrier.submit(submissionOf('hello')));
  await run(100);
  expect((await lost).kind).toBe('unknown');
  expect(carrier.capacity()).toBe(0);
  for (const submit of smsc.submits.slice(1)) submit.answer({ kind: 'accept' });
  expect(new Set((await Promise.all(rest)).map(({ kind }) => kind))).toEqual(new Set(['accepted']));
});

test('an SMSC that forgot the bind refuses each submit for certain, one after another', async () => {
  const { carrier } = await openBound();
  const all = Array.from({ length: 20 }, () => carrier.submit(submissionOf('hello')));
  await idle();
  for (const [index, submit] of smsc.submits.entries()) {
    submit.answer({ kind: 'refuse', status: 0x04 });
    expect(await all[index]).toMatchObject({ kind: 'rejected', retryable: true });
  }
});

test('an answer that waits behind deliveries counts although the connection ends before they are stored', async () => {
  const { carrier, session, sink } = await openBound();
  sink.beforeText = () => new Promise(() => {});
  const submitted = carrier.submit(submissionOf('hello'));
  await idle();
  const sequence = session.receivedOf(command.submitSm)[0]?.sequence ?? 0;
  const body = encodeShortMessage(textOf('15005550006', '15005550100', 'hello'));
  const deliveries = Array.from({ length: maxUnderWay }, (_, index) =>
    encodePdu({ command: command.deliverSm, status: 0, sequence: 1_000 + index }, body),
  );
  const answer = encodePdu(
    { command: responseTo(command.submitSm), status: 0, sequence },
    encodeText('a-name'),
  );
  session.raw(Buffer.concat([...deliveries, answer]));
  expect(await during(submitted)).toMatchObject({ kind: 'accepted' });
});
