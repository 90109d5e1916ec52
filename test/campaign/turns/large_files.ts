// Files and texts that cost most to read, fill or list. Each was once a product of two lists, or one line without a bound.
import type { Ask } from '../../support/http_client.ts';
import type { LargeAsk } from './large_bodies.ts';

const mib = 1_024 * 1_024;
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const number = (at: number) => `+1500${String(5_550_000 + at).padStart(7, '0')}`;

const csvFiles = {
  '100,000 lines': `address,name\n${lines(100_000, (at) => `${number(at)},n${at}`)}\n`,
  'a line of cells': `address,name\n+15005550006${','.repeat(8 * mib - 100)}\n`,
  'a head of cells': `${','.repeat(8 * mib - 100)}\n`,
  'a head of names': `address,${lines(900_000, (at) => `n${at.toString(36)}`).replaceAll('\n', ',')}\n`,
  'a cell that never ends': `address,name\n+15005550006,"${'a'.repeat(8 * mib - 100)}`,
  quotes: `address,name\n+15005550006,"${'""'.repeat(4 * mib - 100)}"\n`,
  'ends of lines': '\n'.repeat(8 * mib - 100),
  'many groups': `address,name,groups\n+15005550006,x,${'g;'.repeat(4 * mib - 100)}\n`,
};

const card = (inner: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${inner}END:VCARD\r\n`;
const vcards = {
  'numbers by groups': card(
    `${Array.from({ length: 1_500 }, (_, at) => `TEL:${number(at)}\r\n`).join('')}CATEGORIES:${'g,'.repeat(210_000)}\r\n`,
  ),
  '70,000 cards': Array.from({ length: 70_000 }, (_, at) => card(`TEL:${number(at)}\r\n`)).join(''),
  'folded lines': card(`NOTE:${'\r\n a'.repeat(2 * mib)}\r\n`),
  'a card that never ends': `BEGIN:VCARD\r\n${'A:1\r\n'.repeat(1.5 * mib)}`,
};

const asked = (method: string, path: string, body: unknown): Ask => ({
  method,
  path: `/api/v1${path}`,
  body,
});

/** Asks with such contents, for an account of its own. */
export function* largeFiles(): Generator<LargeAsk> {
  for (const [what, csv] of Object.entries(csvFiles)) {
    yield { what: `contacts, CSV: ${what}`, ask: asked('POST', '/contacts/import', { csv }) };
    yield {
      what: `opt-outs, CSV: ${what}`,
      ask: asked('POST', '/opt-outs/import', { csv: csv.slice(0, mib) }),
    };
  }
  for (const [what, vcard] of Object.entries(vcards))
    yield { what: `contacts, vCard: ${what}`, ask: asked('POST', '/contacts/import', { vcard }) };
  const long = 'ß'.repeat(1_600);
  const texts = Array.from({ length: 500 }, (_, at) => ({ address: number(at), body: '+'.repeat(60) }));
  yield { what: 'a batch of 500 texts', ask: asked('POST', '/messages/batch', { texts }) };
  const national = texts.map(({ body }, at) => ({
    address: `(500) 555-${String(at).padStart(4, '0')}`,
    body,
  }));
  yield {
    what: 'a dry run of 500 texts',
    ask: asked('POST', '/messages/batch?dry_run=true', { texts: national }),
  };
  for (let round = 0; round < 20; round++)
    yield { what: 'a long text', ask: asked('POST', '/messages', { address: number(round), body: long }) };
  const hook = {
    template: '{{a}}'.repeat(300),
    recipients: ['+15005550006'],
    event_id: '{{a.*}}'.repeat(50).slice(0, 200),
  };
  yield { what: 'a hook', ask: asked('PUT', '/hooks/large', hook) };
  for (const [what, a] of Object.entries({
    text: 'x'.repeat(255_000),
    list: Array(60_000).fill(0),
    numbers: '9'.repeat(200_000),
  }))
    yield { what: `a call of a hook: ${what}`, ask: { method: 'POST', path: '/hooks/large', body: { a } } };
  for (const [what, q] of Object.entries({
    'one word': `${'a'.repeat(90)}b`,
    words: 'a1 b2 c3 d4 e5 f6 g7 h8',
  }))
    yield { what: `a search: ${what}`, ask: { path: `/api/v1/search?q=${encodeURIComponent(q)}` } };
  for (const path of [
    '/messages?limit=1000',
    '/contacts?limit=1000',
    '/threads?limit=1000',
    '/messages/export.csv',
    '/contacts/export.csv',
    '/contacts/export.vcf',
    '/opt-outs/export.csv',
    '/opt-outs?limit=1000',
  ])
    yield { what: path, ask: { path: `/api/v1${path}` } };
}
