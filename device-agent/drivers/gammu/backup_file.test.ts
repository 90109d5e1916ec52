// What gammu-smsd's files say, on files that gammu 1.42 wrote.
import { expect, test } from 'vitest';
import type { DriverJob } from '../driver.ts';
import { readBackup, writeBackup } from './backup_file.ts';
import { interpretFile } from './inbox_file.ts';

const section = (lines: string[], number = 0) =>
  [
    `[SMSBackup00${number}]`,
    ...lines,
    'Folder = 1',
    'ReplaceMessage = 0',
    'MessageReference = 0',
    '',
    '',
  ].join('\n');

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
const part = (text: string, header: string, number: number) =>
  section(
    [
      '; a comment',
      'PDU = Deliver',
      'DateTime = 20261121T093843Z',
      'Number = "+15557770001"',
      'NumberUnicode = 002B00310035003500350037003700370030003000300031',
      `UDH = ${header}`,
      `Text00 = ${hex(text)}`,
      'Text01 = 0000006E00640020006C',
      'Coding = Default_No_Compression',
      'Length = 153',
    ],
    number,
  );

const read = (file: string) =>
  interpretFile(
    [{ name: 'IN20261121_093843_00_+15557770001_00.txt', content: Buffer.from(file) }],
    'detail',
    5,
  );

const job: DriverJob = {
  messageId: 7n,
  identity: '',
  attempt: 1,
  address: '+15550001111',
  body: 'whole',
  encoding: 'ucs2',
  part: { text: 'snö ☃ 😀', number: 2, total: 3, reference: 0x1234, referenceBits: 16 },
  sim: 1,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
};

test('a part is written so that it reads back with its header, its words and its recipient', () => {
  const [back] = readBackup(writeBackup(job, true)) ?? [];
  expect(back).toMatchObject({
    number: '+15550001111',
    text: 'snö ☃ 😀',
    header: '06080412340302',
    kind: 'report',
  });
});

test('a lone part has no header, and no report is asked for when none would come', () => {
  const lone = { text: 'x'.repeat(160), number: 1, total: 1, reference: 9, referenceBits: 8 as const };
  const written = writeBackup({ ...job, encoding: 'gsm7', part: lone }, false);
  expect(written).not.toContain('UDH');
  expect(written).toContain('PDU = Submit');
  expect(readBackup(written)?.[0]?.text).toBe(lone.text);
  expect(written.split('\n').every((line) => line.length < 220)).toBe(true);
});

test('a text ends where gammu began to write what was in memory before', () => {
  const content = read(part('hello', '', 0));
  expect(content).toMatchObject({ kind: 'texts', texts: [{ body: 'hello', address: '+15557770001' }] });
});

test('a file that is still being written is left alone', () => {
  const whole = part('hello', '', 0);
  for (const end of [0, 20, whole.indexOf('MessageReference') + 10])
    expect(read(whole.slice(0, end))).toEqual({ kind: 'unfinished' });
});

test('parts are joined in their order; without one of them each is passed on for the agent to join', () => {
  const [one, two] = [part('first ', '050003010201', 0), part('second', '050003010202', 1)];
  expect(read(two + one)).toMatchObject({ texts: [{ body: 'first second' }] });
  expect(read(two)).toMatchObject({
    texts: [{ body: 'second', concat: { reference: 1, total: 2, number: 2 } }],
  });
});

test('the same text filed twice has one name; other words, another stamp or sender have others', () => {
  const nameIn = (file: string) => {
    const content = read(file);
    return content.kind === 'texts' ? content.texts[0]?.inboundId : undefined;
  };
  const text = part('hello', '', 0);
  expect(nameIn(`; Saved another time\n${text}`)).toBe(nameIn(text));
  const others = [
    text.replace('093843', '093844'),
    part('hello!', '', 0),
    text.replace('00300031', '00300032'),
  ];
  expect(new Set([text, ...others].map(nameIn)).size).toBe(4);
});

test('reports become receipts; those that gammu makes up or that are not final become none', () => {
  const report = (text: string, number = '002B0031') =>
    read(
      section([
        'PDU = Status_Report',
        `NumberUnicode = ${number}`,
        `Text00 = ${hex(text)}`,
        'Coding = Unicode_No_Compression',
      ]).replace('MessageReference = 0', 'MessageReference = 17'),
    );
  const match = { by: 'ref', ref: '17', address: '+1' };
  expect(report('Delivered')).toEqual({ kind: 'report', receipt: { match, outcome: 'delivered', atMs: 5 } });
  expect(report('Failed')).toMatchObject({ receipt: { match, outcome: 'failed' } });
  expect(report('Pending')).toEqual({ kind: 'report' });
  expect(report('Delivered', '')).toEqual({ kind: 'report' });
});

test('the plain formats take sender and stamp from the name, and join the files of one text', () => {
  const file = (sequence: string, content: Buffer) => ({
    name: `IN20261121_093843_00_Bank_${sequence}.txt`,
    content,
  });
  const utf16 = (text: string) => Buffer.from(`feff${hex(text)}0000dead`, 'hex');
  expect(interpretFile([file('00', utf16('snö ')), file('01', utf16('☃'))], 'unicode', 5)).toMatchObject({
    texts: [{ address: 'Bank', body: 'snö ☃' }],
  });
  expect(interpretFile([file('00', Buffer.from('hi'))], 'standard', 5)).toMatchObject({
    texts: [{ body: 'hi' }],
  });
  expect(interpretFile([{ name: 'INx.txt', content: Buffer.from('hi') }], 'standard', 5)).toEqual({
    kind: 'nothing',
  });
});
