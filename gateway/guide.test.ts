// The guide for agents says what the tables say: every code, every endpoint, every bound.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { magicNumbers } from '../runtime/texts/magic_numbers.ts';
import { publicGuide } from './errors/error_codes.ts';
import { rateLimit, rateWindowSeconds } from './errors/rate_limit.ts';
import { UsageShape } from './resources/accounts/usage.ts';
import { MessageShape } from './resources/messages/message.ts';
import { maxBodyLength, maxClientRefLength } from './schemas/bodies.ts';
import { type Pair, startPair } from './testing/start_pair.ts';

interface Endpoint {
  method: string;
  path: string;
  auth: string;
  summary: string;
}

let pair: Pair;
let answer: Response;
let guide: string;
let index: { guide: string; endpoints: Endpoint[] };

beforeAll(async () => {
  pair = await startPair();
  index = (await (await fetch(`${pair.gateway.url}/api/v1`)).json()) as typeof index;
  answer = await fetch(pair.gateway.url + index.guide);
  guide = await answer.text();
});
afterAll(() => pair.stop());

/** The lines of one chapter. */
const chapter = (title: string) =>
  (guide.split(`\n## ${title}\n`)[1] ?? '').split('\n## ')[0]?.split('\n') ?? [];

describe('the guide', () => {
  test('is plain text, needs no key, and is where the index says', () => {
    expect(index.guide).toBe('/llms.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(pair.core.asked.admissions).toEqual([]);
  });

  test('may be kept, and is asked for again', async () => {
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    const etag = answer.headers.get('etag') as string;
    const again = await fetch(pair.gateway.url + index.guide, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is the same for every Host, so that nobody can have it kept with an address of theirs', async () => {
    const other = await pair.raw(
      `GET ${index.guide} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(other).not.toContain('evil.example');
    expect(other.endsWith(guide.slice(-200))).toBe(true);
  });

  test('is one title, one summary and chapters, short enough to be read whole', () => {
    expect(guide).toMatch(/^# \w+\n\n> .+\n/);
    expect(guide.match(/^# /gm)).toHaveLength(1);
    expect(guide.match(/^```/gm)?.length).toBe(2 * (guide.match(/^```sh$/gm)?.length ?? 0));
    expect(guide.split('\n').length).toBeLessThan(400);
    expect(guide.split(/\s+/).length).toBeLessThan(4000);
    expect(guide).not.toMatch(/undefined|\[object|NaN/);
  });

  test('begins with the shortest bot', () => {
    expect(guide.match(/^## (.+)$/m)?.[1]).toBe('Ask a person and wait');
  });

  test('says which number answers, so that the bot can be tried out', () => {
    const [address] = magicNumbers.filter(({ fate }) => fate.replies).map((one) => one.address);
    expect(chapter('Ask a person and wait').join('\n')).toContain(`write to \`${address}\``);
  });

  test('refers to no outside host', () => {
    expect(guide).not.toMatch(/https?:\/\//);
  });

  test('names the numbers to try things out with, in a chapter of their own', () => {
    const lines = chapter('Numbers to try things out with').filter((line) => line.startsWith('- '));
    expect(lines).toEqual(magicNumbers.map(({ address, meaning }) => `- \`${address}\`: ${meaning}`));
  });
});

describe('what an agent acts on', () => {
  test('every code of the table has its line, with its status and what to do', () => {
    const lines = chapter('Errors').filter((line) => /^- `[a-z_]+` \(/.test(line));
    const reported = lines.map((line) => /^- `([a-z_]+)` \((\d{3})\): \S.+\. \S.+\.$/.exec(line)?.slice(1));
    expect(reported).toEqual(publicGuide.map(({ code, status }) => [code, String(status)]));
  });

  test('every endpoint of the index has its line, with the keys it takes', () => {
    const keys: Record<string, string> = {
      none: 'no key',
      account_key: 'account key',
      account_or_platform_key: 'account or platform key',
    };
    expect(chapter('All endpoints').filter((line) => line.startsWith('- '))).toEqual(
      index.endpoints.map(
        ({ method, path, auth, summary }) => `- \`${method} ${path}\` (${keys[auth]}): ${summary}`,
      ),
    );
  });

  test('every field of a text and of usage is named', () => {
    const fields = chapter('Fields').join('\n');
    for (const name of [...Object.keys(MessageShape.properties), ...Object.keys(UsageShape.properties)])
      expect(fields).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test('every bound is the one that holds', () => {
    const text = guide.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`\`body\` (1 to ${maxBodyLength} characters)`);
    expect(text).toContain(`\`client_ref\` (1 to ${maxClientRefLength} characters)`);
    expect(text).toContain(`${rateLimit} requests in any ${rateWindowSeconds} seconds`);
    // The feed's own bounds are in the document, from the rules that parse them.
    expect(text).toContain('`limit`: 1 to 500, 100 when left out');
    expect(text).toContain('`wait`: 0 to 25, 0 when left out');
  });

  test('the bounds of limit and wait are the document’s', async () => {
    const document = (await (await fetch(`${pair.gateway.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, { get: { parameters: { name?: string; schema?: Record<string, number> }[] } }>;
    };
    const parameters = document.paths['/api/v1/messages']?.get.parameters ?? [];
    const reported = ['limit', 'wait'].map((name) => {
      const {
        minimum,
        maximum,
        default: fallback,
      } = parameters.find((one) => one.name === name)?.schema ?? {};
      return `\`${name}\`: ${minimum} to ${maximum}, ${fallback} when left out`;
    });
    for (const line of reported) expect(guide).toContain(line);
  });

  test.each([
    ['statuses and their order', /queued, sending, sent, then delivered or failed/],
    ['that status 200 is not yet sent', /durable/],
    ['the cursor to go on from', /next_since/],
    ['that an empty page is no error', /empty list is no error/],
    ['how a repeat is reported', /Idempotent-Replayed: true/],
    ['how a differing repeat is reported', /Idempotent-Differs: true/],
    ['how long to wait', /Retry-After/],
    ['what remains of the rate', /RateLimit: "key";r=N;t=S/],
    ['who pays', /Give `checkout_url` to a person/],
    ['how threads are paged', /`next_cursor` as `cursor` until it is null/],
    ['how one thread is paged', /`next_before` as `before` until it is null/],
    ['which account a platform key acts for', /X-SVC-Account/],
    ['how numbers are written', /E\.164 .*national formats are read in the account's country/],
    ['which routes there are', /`route` \(device or gateway: a phone or a carrier; leave it out\)/],
  ])('it says %s', (_what, pattern) => {
    expect(guide.replaceAll(/\s+/g, ' ')).toMatch(pattern);
  });
});
