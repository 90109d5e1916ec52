// vCards: what is written is read again, and cards as other programs write them are read for what they say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Card, mostGroups, mostNumbers, readCards, writeCard } from './vcard.ts';

const words = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).map((text) => text.replace(/\r\n?/g, '\n').trim());
const name = words(200).filter((text) => text !== '');
const card: fc.Arbitrary<Card> = fc.record({
  name,
  numbers: fc.uniqueArray(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/), { maxLength: 3 }),
  note: words(300),
  groups: fc.uniqueArray(
    words(40).filter((text) => text !== ''),
    { maxLength: 4 },
  ),
});

const read = (text: string) => [...readCards(text)].filter((card) => card !== undefined);

test('cards that are written are read again, in lines of 75 octets at most', () => {
  fc.assert(
    fc.property(fc.array(card, { maxLength: 4 }), (cards) => {
      const text = cards.map(writeCard).join('');
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(read(text).map((one) => 'card' in one && one.card)).toEqual(cards);
    }),
  );
});

test('any text is read to its end, and cards before and after it stay what they are', () => {
  const whole = writeCard({ name: 'Ada', numbers: ['+15005550006'], note: '', groups: [] });
  const sign = fc.constantFrom(
    'BEGIN:VCARD',
    'END:VCARD',
    'TEL',
    ':',
    ';',
    '"',
    '=',
    '\\',
    '\n',
    ' ',
    'N:',
    'x',
    '=3D',
  );
  const wild = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(sign).map((signs) => signs.join('')),
  );
  fc.assert(
    fc.property(wild, (text) => {
      const found = read(`${whole}X:\r\n${text}\r\nX:\r\n${whole}`);
      expect(found[0]).toMatchObject({ line: 1, card: { name: 'Ada' } });
      expect(found.at(-1)).toMatchObject({ card: { name: 'Ada' } });
    }),
  );
});

const cardOf = (...lines: string[]) => read(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n'))[0];

test.each<[string, string[], Partial<Card>]>([
  ['a name alone in parts', ['N:Lovelace;Ada;King;;'], { name: 'Ada King Lovelace' }],
  ['a company', ['N:;;;;', 'ORG:Example\\, Ltd;Sales'], { name: 'Example, Ltd, Sales' }],
  ['lines that are folded', ['FN:Ada', '  Love', '\tlace'], { name: 'Ada Lovelace' }],
  ['groups of properties', ['item1.FN:Ada', 'item1.TEL:123'], { name: 'Ada', numbers: ['123'] }],
  [
    'version 4',
    ['FN:Ada', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+1-500-555-0006;ext=2'],
    { numbers: ['+1-500-555-0006'] },
  ],
  [
    'quoted-printable',
    ['N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=', '=B6rg;;;'],
    { name: 'Jörg Müller' },
  ],
  ['an old alphabet', ['FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FCller'], { name: 'Müller' }],
  [
    'mobile numbers alone',
    ['TEL;HOME:1', 'TEL;TYPE=cell:2', 'TEL;TYPE=FAX:3', 'TEL;CELL:2'],
    { numbers: ['2'] },
  ],
  ['no fax', ['TEL;TYPE=HOME,VOICE:1', 'TEL;TYPE=WORK,FAX:3'], { numbers: ['1'] }],
  [
    'notes and groups',
    ['NOTE:a\\nb\\, c', 'CATEGORIES:Family,A\\,B'],
    { note: 'a\nb, c', groups: ['Family', 'A,B'] },
  ],
  ['a picture', ['FN:Ada', 'PHOTO;ENCODING=b:AAAA', ' BEGIN:VCARD', ' END:VCARD='], { name: 'Ada' }],
])('%s', (_what, lines, expected) => {
  expect(cardOf(...lines)).toMatchObject({ line: 1, card: expected });
});

test('a card without an end is named by its line, and harms no other', () => {
  const text = 'BEGIN:VCARD\nFN:One\nBEGIN:VCARD\nFN:Two\nEND:VCARD\n\nBEGIN:VCARD\nFN:Three';
  expect(read(text)).toEqual([
    { line: 1, error: 'the card has no end', code: 'card_open' },
    { line: 3, card: { name: 'Two', numbers: [], note: '', groups: [] } },
    { line: 7, error: 'the card has no end', code: 'card_open' },
  ]);
});

test.each(['a', ';', '"', '=', '\\', ','])('a value of a million %s is read within a moment', (sign) => {
  const value = sign.repeat(1_000_000);
  const found = cardOf(
    `NOTE;ENCODING=QUOTED-PRINTABLE:${value}`,
    `TEL;${value}`,
    `CATEGORIES:${value}`,
    `FN:Ada`,
  );
  expect(found).toMatchObject({ line: 1 });
});

const cardWith = (numbers: number, groups: number) =>
  [
    'BEGIN:VCARD',
    'FN:Ada',
    ...Array.from({ length: numbers }, (_, index) => `TEL:+1500555${1_000 + index}`),
    `CATEGORIES:${Array.from({ length: groups }, (_, index) => `g${index}`).join()}`,
    'END:VCARD',
  ].join('\n');

test('a card has at most 100 numbers and 50 groups, each of which goes with each', () => {
  expect(read(cardWith(mostNumbers, mostGroups))).toMatchObject([
    { card: { numbers: { length: mostNumbers }, groups: { length: mostGroups } } },
  ]);
  expect(read(cardWith(mostNumbers + 1, 1))).toMatchObject([{ code: 'too_long' }]);
  expect(read(cardWith(1, mostGroups + 1))).toMatchObject([{ code: 'too_many_groups' }]);
});

test('a card has at most 500 lines and 100,000 characters, and the next one is read', () => {
  const next = cardWith(1, 1);
  for (const lines of [Array(501).fill('NOTE:a'), Array(4).fill(`NOTE:${'a'.repeat(29_000)}`)])
    expect(read(`BEGIN:VCARD\nFN:A\n${lines.join('\n')}\nEND:VCARD\n${next}`)).toMatchObject([
      { line: 1, code: 'too_long' },
      { card: { name: 'Ada' } },
    ]);
});

test('others have a turn at each 64 KiB that hold no card', () => {
  const steps = [...readCards('x\n'.repeat(1_024 * 1_024))];
  expect(steps.length).toBe(32);
});

const wholeCard = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, string[], { name: string; numbers: string[] }]>([
  [
    'an agent’s card inside',
    ['FN:Anna', 'AGENT:', wholeCard('FN:Bert', 'TEL:+15005550002'), 'TEL:+15005550001'],
    { name: 'Anna', numbers: ['+15005550001'] },
  ],
  [
    'an agent as text',
    ['FN:Anna', 'AGENT:BEGIN:VCARD\\nFN:Bert\\nTEL:+15005550002\\nEND:VCARD\\n', 'TEL:+15005550001'],
    { name: 'Anna', numbers: ['+15005550001'] },
  ],
  [
    'a name in base64, of 2.1',
    [`FN;CHARSET=UTF-8;ENCODING=BASE64:${base64('Élise')}`, 'TEL:1'],
    { name: 'Élise', numbers: ['1'] },
  ],
  [
    'a name in base64, of 3.0',
    [`FN;ENCODING=b:${base64('Ünal')}`, 'TEL:1'],
    { name: 'Ünal', numbers: ['1'] },
  ],
  [
    'a number with its country',
    [
      'FN:A',
      'TEL;VALUE=uri:tel:0612340007;phone-context=+33',
      'TEL;VALUE=uri:tel:1712340008;phone-context=+49',
    ],
    { name: 'A', numbers: ['+33612340007', '+491712340008'] },
  ],
  [
    'a number with its extension',
    ['FN:A', 'TEL;VALUE=uri:tel:+33-6-12-34-00-09;ext=12'],
    { name: 'A', numbers: ['+33-6-12-34-00-09'] },
  ],
  ['an address of SIP', ['FN:A', 'TEL;VALUE=uri:sip:+1@x.example', 'TEL:2'], { name: 'A', numbers: ['2'] }],
])('%s is read', (_what, lines, card) => {
  expect(read(wholeCard(...lines))).toMatchObject([{ card }]);
});

test('an agent’s card without an end spoils that card alone', () => {
  const lines = ['BEGIN:VCARD', 'FN:Anna', 'AGENT:', 'BEGIN:VCARD', 'FN:Bert', wholeCard('FN:Cy', 'TEL:3')];
  expect(read(lines.join('\r\n'))).toMatchObject([
    { line: 1, code: 'card_open' },
    { card: { name: 'Cy', numbers: ['3'] } },
  ]);
});

test('a group of an address book is nobody', () => {
  expect(read(wholeCard('FN:Friends', 'X-ADDRESSBOOKSERVER-KIND:group'))).toEqual([]);
  expect(read(wholeCard('FN:Friends', 'KIND:group', 'TEL:1'))).toEqual([]);
  expect(read(wholeCard('FN:Ada', 'KIND:individual', 'TEL:1'))).toMatchObject([{ card: { name: 'Ada' } }]);
});
