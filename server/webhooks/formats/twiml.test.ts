// The reader of TwiML, judged by what Twilio's own builder writes, and by what is no XML.
import fc from 'fast-check';
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { readTwiml } from './twiml.ts';

const plain = { to: null, from: null, statusCallback: null };
const { MessagingResponse } = twilio.twiml;

test('every text that the builder of Twilio’s package writes is read as it was given', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter(
    // What XML cannot hold, and blanks at the ends, which nobody means.
    (text) => !/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text) && text.trim() === text,
  );
  fc.assert(
    fc.property(words, words, (body, to) => {
      const twiml = new MessagingResponse();
      twiml.message({ to }, body);
      twiml.message('').body(body);
      expect(readTwiml(twiml.toString())).toEqual({
        messages: [
          { ...plain, body, to },
          { ...plain, body },
        ],
        ignored: [],
      });
    }),
  );
});

test('what stands in TwiML is read, and what is not served is named once', () => {
  const read = (inner: string) =>
    readTwiml(`<?xml version="1.0" encoding="UTF-8"?>\n<Response>${inner}</Response>\n`);
  expect(read('')).toEqual({ messages: [], ignored: [] });
  expect(read('<!-- <Message>no</Message> -->')).toEqual({ messages: [], ignored: [] });
  expect(read('<Message>a &amp; b &#65;&#x1F600; <![CDATA[<c> & ]]></Message>')?.messages).toEqual([
    { ...plain, body: 'a & b A😀 <c> &' },
  ]);
  expect(
    read(`<Message to='+15005550006' from = "device:3" statusCallback="/s?a=1&amp;b=2" action="/x">
      <Body>One</Body> <Body> and two</Body><Media>x</Media>
    </Message><Message>B</Message><Redirect/><Redirect/><Dial><Number>1</Number></Dial>`),
  ).toEqual({
    messages: [
      { to: '+15005550006', from: 'device:3', statusCallback: '/s?a=1&b=2', body: 'One and two' },
      { ...plain, body: 'B' },
    ],
    ignored: ['<Redirect>', '<Dial>', '<Media> in <Message>', 'action of <Message>'],
  });
});

test('what is no TwiML is not read, however it goes wrong', () => {
  const nothing = [
    ...['ok', '{"a":1}', '<html><body>x</body></html>', '<Response>', '<Response></response>', '</Response>'],
    ...['<Response/><Response/>', 'x<Response/>', '<Response/>x', '<Response><Message></Response></Message>'],
    ...[
      '<Response><Message>&unknown;</Message></Response>',
      '<Response>&#0;</Response>',
      '<Response>&#xd800;</Response>',
    ],
    ...[
      '<Response>&#x110000;</Response>',
      '<Response a=b/>',
      '<Response a="<"/>',
      '<Response><![CDATA[x</Response>',
    ],
    ...[
      '<!DOCTYPE Response [<!ENTITY a "b">]><Response><Message>&a;</Message></Response>',
      '<Response><!-- </Response>',
    ],
    ...['<Response>'.repeat(20) + '</Response>'.repeat(20), '<Response><Message>a & b</Message></Response>'],
  ];
  for (const answer of nothing) expect([answer, readTwiml(answer)]).toEqual([answer, null]);
});

test('hostile answers of full length are read in no time', () => {
  const most = 65_536;
  const hostile = [
    '<'.repeat(most),
    `<Response ${' '.repeat(most)}`,
    `<Response ${'a="" '.repeat(most / 5)}`,
    `<Response ${'a'.repeat(most)}`,
    `<Response>${'&'.repeat(most)}`,
    `<Response>${'<!---->'.repeat(most / 7)}`,
    `<Response>${'<a>'.repeat(most / 3)}`,
    `<Response>${'<a/>'.repeat(most / 4)}</Response>`,
    `<Response>${'<![CDATA['.repeat(most / 9)}`,
  ];
  // Processor time, because others may have the machine. Whoever looks at each place once per place needs minutes.
  const before = process.threadCpuUsage();
  for (const answer of hostile) readTwiml(answer);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
