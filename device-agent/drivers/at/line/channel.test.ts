// The conversation with a modem, line by line: what is an answer, what is not, and what happens when none comes.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import { Channel, ChannelLost, type CommandOptions, type Loss } from './channel.ts';

const simulated = simulateEachTest();
const { clock, run } = simulated;

const pduLine = '07912160130300F4040B915155214365F70000625011214365000568656C6C6F';

class Talk {
  readonly written: string[] = [];
  readonly unsolicited: [string, string | undefined][] = [];
  readonly lost: Loss[] = [];
  readonly channel = new Channel(clock, {
    write: (data) => void this.written.push(data),
    onUnsolicited: (line, pdu) => void this.unsolicited.push([line, pdu]),
    onLost: (why) => void this.lost.push(why),
  });

  run(command: string, options?: CommandOptions) {
    return this.channel.run(command, options);
  }

  handOver() {
    return this.channel.handOver('AT+CMGS=20', pduLine, 70_000, { answers: '+CMGS:' });
  }

  say(...lines: string[]) {
    for (const line of lines) this.channel.feed(`\r\n${line}\r\n`);
  }
}

test('commands are asked one at a time, in order, and urgent ones next', async () => {
  const talk = new Talk();
  const answers = [talk.run('AT+A'), talk.run('AT+B'), talk.run('AT+C', { urgent: true })];
  expect(talk.written).toEqual(['AT+A\r']);
  talk.say('OK');
  expect(talk.written).toEqual(['AT+A\r', 'AT+C\r']);
  talk.say('+CMS ERROR: 38');
  talk.say('OK');
  expect(await Promise.all(answers)).toEqual([
    { ok: true, lines: [] },
    { ok: true, lines: [] },
    { ok: false, error: { family: 'cms', code: 38 }, lines: [] },
  ]);
});

test('lines in the middle of an answer that do not belong to it are distinguished', async () => {
  const talk = new Talk();
  const list = talk.run('AT+CMGL=4', { answers: '+CMGL:', withPdu: true });
  talk.say('+CMGL: 1,1,,25', '+CMTI: "SM",4', '+CDS: 25', 'ABCD', pduLine, 'RING', '+CMGL: 2,0,,25');
  talk.say('+CMTI: "SM",5', 'BEEF', 'OK');
  expect(await list).toEqual({ ok: true, lines: ['+CMGL: 1,1,,25', pduLine, '+CMGL: 2,0,,25', 'BEEF'] });
  expect(talk.unsolicited).toEqual([
    ['+CMTI: "SM",4', undefined],
    ['+CDS: 25', 'ABCD'],
    ['RING', undefined],
    ['+CMTI: "SM",5', undefined],
  ]);
});

test('lines are whole in whatever pieces they come', async () => {
  const talk = new Talk();
  const answer = talk.run('AT+CSQ', { answers: '+CSQ:' });
  for (const character of '\r\n+CSQ: 17,99\r\n\r\nOK\r\n') talk.channel.feed(character);
  expect(await answer).toEqual({ ok: true, lines: ['+CSQ: 17,99'] });
});

test('a line without end costs no memory, and the next one is read again', async () => {
  const talk = new Talk();
  const answer = talk.run('AT');
  for (let i = 0; i < 100; i += 1) talk.channel.feed('x'.repeat(1_000));
  talk.say('', 'OK');
  expect(await answer).toEqual({ ok: true, lines: [] });
  expect(talk.unsolicited).toEqual([]);
});

test('an unsolicited pair whose second line is lost swallows no answer', async () => {
  const talk = new Talk();
  const answer = talk.run('AT+CMGD=1');
  talk.say('+CDS: 25', 'OK');
  expect(await answer).toEqual({ ok: true, lines: [] });
  expect(talk.unsolicited).toEqual([]);
});

test('a stored text whose PDU is lost on the line is no text', async () => {
  const talk = new Talk();
  const list = talk.run('AT+CMGL=4', { answers: '+CMGL:', withPdu: true });
  talk.say('+CMGL: 1,1,,25', '+CMGL: 2,1,,25', 'BEEF', '+CMGL: 3,1,,25', 'OK');
  expect(await list).toEqual({ ok: true, lines: ['+CMGL: 2,1,,25', 'BEEF'] });
});

test('the text is written at the prompt and not before, and the reference is read', async () => {
  const talk = new Talk();
  const handedOver = talk.handOver();
  talk.say('OK', '+CMGS: 99', '+CMTI: "SM",4');
  expect(talk.written).toEqual(['AT+CMGS=20\r']);
  talk.channel.feed('\r\n>');
  talk.channel.feed(' ');
  expect(talk.written).toEqual(['AT+CMGS=20\r', `${pduLine}\x1a`]);
  talk.say('+CDS: 25', 'ABCD', '+CMGS: 12', 'OK');
  expect(await handedOver).toEqual({ kind: 'ok', written: true, lines: ['+CMGS: 12'] });
  expect(talk.unsolicited.at(-1)).toEqual(['+CDS: 25', 'ABCD']);
});

test('a prompt with something unsolicited right behind it is seen', async () => {
  const talk = new Talk();
  const handedOver = talk.handOver();
  talk.channel.feed('\r\n> \r\n+CMTI: "SM",4\r\n');
  expect(talk.written.at(-1)).toBe(`${pduLine}\x1a`);
  talk.say('+CMGS: 12', 'OK');
  await handedOver;
});

test('without a prompt the text is never written and the prompt is left', async () => {
  const talk = new Talk();
  const handedOver = talk.handOver();
  await run('10 s');
  expect(await handedOver).toEqual({ kind: 'lost', why: 'mute', written: false, lines: [] });
  expect(talk.written).toEqual(['AT+CMGS=20\r', '\x1b']);
  talk.channel.feed('\r\n> ');
  expect(talk.written).toHaveLength(2);
});

test('a prompt that nobody asked for is left at once', async () => {
  const talk = new Talk();
  talk.channel.feed('\r\n> ');
  const answer = talk.run('AT');
  talk.channel.feed('\r\n> ');
  talk.say('OK');
  await answer;
  expect(talk.written).toEqual(['\x1b', 'AT\r', '\x1b']);
});

test('no answer in time loses the channel for everyone, and nothing is written any more', async () => {
  const talk = new Talk();
  const both = Promise.allSettled([talk.run('AT+A'), talk.run('AT+B')]);
  await run('10 s');
  expect((await both).map((one) => one.status === 'rejected' && (one.reason as ChannelLost).why)).toEqual([
    'mute',
    'mute',
  ]);
  await expect(talk.run('AT+C')).rejects.toBeInstanceOf(ChannelLost);
  expect(talk.written).toEqual(['AT+A\r']);
  expect(talk.lost).toEqual(['mute']);
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('an echo means that the modem forgot its settings, once it was set not to send any', async () => {
  const talk = new Talk();
  const first = talk.run('ATE0');
  talk.say('ATE0', 'OK');
  await first;
  const quiet = talk.run('AT+CMEE?');
  talk.say('OK');
  await quiet;
  talk.channel.expectNoEcho();
  const second = expect(talk.run('AT+CSQ')).rejects.toThrow('rebooted');
  talk.say('AT+CSQ');
  await second;
  expect(talk.lost).toEqual(['rebooted']);
});

test('a modem that echoes whatever it is set to is not taken for one that starts anew for ever', async () => {
  const talk = new Talk();
  const first = talk.run('ATE0');
  talk.say('ATE0', 'OK');
  await first;
  const second = talk.run('AT+CMEE?', { answers: '+CMEE:' });
  talk.say('AT+CMEE?', '+CMEE: 1', 'OK');
  await second;
  talk.channel.expectNoEcho();
  const third = talk.run('AT+CSQ', { answers: '+CSQ:' });
  talk.say('AT+CSQ', '+CSQ: 5,99', 'OK');
  expect((await third).lines).toEqual(['+CSQ: 5,99']);
});

test('answers that an earlier conversation was owed are not taken for those of this one', async () => {
  const talk = new Talk();
  const answer = talk.run('AT+CMEE?', { answers: '+CMEE:', needsLine: true });
  talk.say('OK', 'ERROR', '+CMEE: 1', 'OK');
  expect(await answer).toEqual({ ok: true, lines: ['+CMEE: 1'] });
});

test('a modem that answers such a question without its line is believed a second later', async () => {
  const talk = new Talk();
  const answer = talk.run('AT+CMEE?', { answers: '+CMEE:', needsLine: true });
  talk.say('ERROR');
  await run('1 s');
  expect(await answer).toEqual({ ok: false, error: { family: 'plain' }, lines: [] });
});

test('an answer of any length costs bounded memory', async () => {
  const talk = new Talk();
  const list = talk.run('AT+CMGL=4', { answers: '+CMGL:', withPdu: true });
  for (let index = 0; index < 3_000; index += 1) talk.say(`+CMGL: ${index},1,,25`, 'BEEF');
  talk.say('OK');
  expect((await list).lines).toHaveLength(2_000);
});

test('64 commands wait behind the one that is asked, and one more loses the channel', async () => {
  const talk = new Talk();
  const answers = Array.from({ length: 65 }, () => talk.run('AT'));
  expect(talk.lost).toEqual([]);
  answers.push(talk.run('AT'));
  expect(talk.lost).toEqual(['mute']);
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(ChannelLost);
});
