// The end of a carrier, and of a connection that the SMSC ends in order: what is under way is waited for.
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../../test/support/smsc/deliveries.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import { command } from '../pdu/pdu.ts';

let smsc: Smsc;
const { run, idle, during, open, openBound } = provideSmsc((started) => {
  smsc = started;
});

describe('ending', () => {
  test('stop waits for what is under way, says unbind, and takes nothing more', async () => {
    const { carrier } = await openBound({ connections: 2 });
    smsc.onSubmit = () => ({ kind: 'silence' });
    const results = [carrier.submit(submissionOf('one')), carrier.submit(submissionOf('two'))];
    await idle();
    const { submits } = smsc;
    expect(submits).toHaveLength(2);
    const stopped = carrier.stop();
    expect(carrier.stop()).toBe(stopped);
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('three'))).toMatchObject({ kind: 'rejected', retryable: true });
    for (const submit of submits) submit.answer({ kind: 'accept' });
    for (const result of results) expect(await result).toMatchObject({ kind: 'accepted' });
    await stopped;
    await idle();
    for (const session of smsc.sessions) {
      expect(session.receivedOf(command.unbind)).toHaveLength(1);
      expect(session.isClosed).toBe(true);
    }
    expect(carrier.health()).toEqual({ up: false, detail: 'closed' });
    await run('1 h');
    expect([smsc.sessions.length, smsc.submits.length]).toEqual([2, 2]);
  });

  test('stop ends within 3 s though nothing is answered; what was written is unknown', async () => {
    const { carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'silence' });
    for (const session of smsc.sessions) session.answersUnbind = false;
    const result = carrier.submit(submissionOf('hello'));
    await idle();
    const stopped = carrier.stop();
    const unbinds = () => smsc.sessions[0]?.receivedOf(command.unbind).length;
    await run(1_999);
    expect(unbinds()).toBe(0);
    await run(1);
    expect(unbinds()).toBe(1);
    await run('1 s');
    await stopped;
    expect(await result).toMatchObject({ kind: 'unknown' });
  });

  test('stop waits for texts that are being stored; what comes after unbind is left to be delivered again', async () => {
    const { carrier, sink, session } = await openBound();
    const gate = Promise.withResolvers<boolean>();
    sink.beforeText = () => gate.promise;
    const first = session.deliver(textOf('+15005550006', '+15005550100', 'first'));
    await session.enquire();
    session.answersUnbind = false;
    const stopped = carrier.stop();
    expect(session.receivedOf(command.unbind)).toHaveLength(0);
    gate.resolve(true);
    expect(await first).toBe(0);
    await idle();
    expect(session.receivedOf(command.unbind)).toHaveLength(1);
    let isAnswered = false;
    void session.deliver(textOf('+15005550006', '+15005550100', 'second')).then(() => {
      isAnswered = true;
    });
    await session.enquire();
    expect([isAnswered, sink.texts.map(({ text }) => text)]).toEqual([false, ['first']]);
    session.drop();
    await stopped;
  });

  test('stop before anything is bound ends at once, and no connection is made afterwards', async () => {
    smsc.onBind = () => 0x0d;
    const { carrier } = open();
    await idle();
    expect(carrier.health().detail).toContain('the bind was refused');
    await carrier.stop();
    await run('1 h');
    expect(smsc.sessions).toHaveLength(1);
  });

  test('an unbind of the SMSC is answered after what is under way, and the carrier binds again', async () => {
    const { carrier, whenCapacity } = await openBound();
    smsc.onSubmit = () => ({ kind: 'silence' });
    const result = carrier.submit(submissionOf('hello'));
    await idle();
    const [submit] = smsc.submits;
    const answered = submit?.session.unbind();
    await idle();
    expect(carrier.capacity()).toBe(0);
    submit?.answer({ kind: 'accept' });
    expect(await answered).toBe(0);
    expect(await result).toMatchObject({ kind: 'accepted' });
    await during(whenCapacity());
    expect(smsc.sessions).toHaveLength(2);
  });

  // The simulation ends only where no timer is left.
  test('nothing is left of a connection that both sides have ended', async () => {
    const { carrier, session } = await openBound();
    await during(carrier.stop());
    await idle();
    expect(session.isClosed).toBe(true);
  });

  test('nothing is left after 1.5 s of a connection that the SMSC does not end', async () => {
    const { carrier, session } = await openBound();
    session.answersUnbind = false;
    session.pause();
    await during(carrier.stop());
    await run(1_500);
    session.resume();
    await idle();
    expect(session.isClosed).toBe(true);
  });
});
