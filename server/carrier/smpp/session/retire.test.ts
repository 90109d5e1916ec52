// A connection that is not trusted any more still hears the answers that are on their way.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MessageCentre } from '../../../../test/support/message_centre/centre.ts';
import { textOf } from '../../../../test/support/message_centre/deliveries.ts';
import { openBound, submissionOf } from '../../../../test/support/message_centre/open_carrier.ts';
import { command, encodePdu, encodeShortMessage, encodeText, responseTo } from '../pdu/pdu.ts';
import { maxUnderWay } from './deliveries.ts';

let centre: MessageCentre;
beforeEach(async () => {
  centre = await MessageCentre.start();
  centre.onSubmit = () => ({ kind: 'silence' });
});
afterEach(() => centre.close());

test('one lost answer makes one submit unknown, and not those that are answered soon after', async () => {
  const { carrier, clock } = await openBound(centre, { response_timeout_s: 20 });
  const lost = carrier.submit(submissionOf('hello'));
  await centre.whenSubmitted(1);
  clock.advance(19_900);
  const rest = Array.from({ length: 50 }, () => carrier.submit(submissionOf('hello')));
  await centre.whenSubmitted(51);
  clock.advance(100);
  expect((await lost).kind).toBe('unknown');
  expect(carrier.capacity()).toBe(0);
  for (const submit of centre.submits.slice(1)) submit.answer({ kind: 'accept' });
  expect(new Set((await Promise.all(rest)).map(({ kind }) => kind))).toEqual(new Set(['accepted']));
});

test('a message centre that forgot the bind refuses each submit for certain, one after another', async () => {
  const { carrier } = await openBound(centre);
  const all = Array.from({ length: 20 }, () => carrier.submit(submissionOf('hello')));
  await centre.whenSubmitted(20);
  for (const [index, submit] of centre.submits.entries()) {
    submit.answer({ kind: 'refuse', status: 0x04 });
    expect(await all[index]).toMatchObject({ kind: 'rejected', retryable: true });
  }
});

test('an answer that waits behind deliveries counts although the connection ends before they are stored', async () => {
  const { carrier, session, sink, passUntil } = await openBound(centre);
  sink.beforeText = () => new Promise(() => {});
  let reported: string | undefined;
  void carrier.submit(submissionOf('hello')).then(({ kind }) => {
    reported = kind;
  });
  await centre.whenSubmitted(1);
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
  await passUntil(() => reported !== undefined);
  expect(reported).toBe('accepted');
});
