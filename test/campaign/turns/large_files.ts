// Files and texts that cost most to read, fill or list. Each was once a product of two lists, or one line without a bound.
import {
  batchTexts,
  card,
  contactLines,
  lineOfCells,
  linesOf,
  mib,
  nationalTexts,
  numberAt,
  numbersByGroups,
} from '../../support/hostile/large_contents.ts';
import type { Ask } from '../../support/http_client.ts';
import type { LargeAsk } from './large_bodies.ts';

const csvFiles = {
  '100,000 lines': contactLines(100_000),
  'a line of cells': lineOfCells(8 * mib - 100),
  'a head of cells': `${','.repeat(8 * mib - 100)}\n`,
  'a head of names': `address,${linesOf(900_000, (at) => `n${at.toString(36)}`).replaceAll('\n', ',')}\n`,
  'a cell that never ends': `address,name\n+15005550006,"${'a'.repeat(8 * mib - 100)}`,
  quotes: `address,name\n+15005550006,"${'""'.repeat(4 * mib - 100)}"\n`,
  'ends of lines': '\n'.repeat(8 * mib - 100),
  'many groups': `address,name,groups\n+15005550006,x,${'g;'.repeat(4 * mib - 100)}\n`,
};

const vcards = {
  'numbers by groups': numbersByGroups,
  '70,000 cards': Array.from({ length: 70_000 }, (_, at) => card(`TEL:${numberAt(at)}\r\n`)).join(''),
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
  yield { what: 'a batch of 500 texts', ask: asked('POST', '/messages/batch', { texts: batchTexts }) };
  yield {
    what: 'a dry run of 500 texts',
    ask: asked('POST', '/messages/batch', { dry_run: true, texts: nationalTexts }),
  };
  for (let round = 0; round < 20; round++)
    yield { what: 'a long text', ask: asked('POST', '/messages', { address: numberAt(round), body: long }) };
  const incomingWebhook = {
    template: '{{a}}'.repeat(300),
    recipients: ['+15005550006'],
    event_id: '{{a.*}}'.repeat(50).slice(0, 200),
  };
  yield { what: 'an incoming webhook', ask: asked('PUT', '/incoming-webhooks/large', incomingWebhook) };
  for (const [what, a] of Object.entries({
    text: 'x'.repeat(255_000),
    list: Array(60_000).fill(0),
    numbers: '9'.repeat(200_000),
  }))
    yield {
      what: `a call of an incoming webhook: ${what}`,
      ask: { method: 'POST', path: '/hooks/large', body: { a } },
    };
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
