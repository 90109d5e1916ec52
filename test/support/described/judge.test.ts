// The judge is shown to find what is wrong: one good answer of the real service, broken in each way in turn.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Ask } from '../http_client.ts';
import { type Stack, startStack } from '../stack.ts';
import { judge } from './judge.ts';

let stack: Stack;
let good: Answer;
let refused: Answer;
const sending = { method: 'POST', path: '/api/v1/messages' } satisfies Ask;

beforeAll(async () => {
  stack = await startStack();
  const account = await stack.createAccount();
  good = await stack.send(account, { client_ref: 'once' });
  refused = await stack.post('/api/v1/messages', account.key, { address: 'x', body: 'x' });
});
afterAll(() => stack.stop());

/** An answer like `answer`, changed by `change`. */
function broken(answer: Answer, change: (copy: Answer) => void): string[] {
  const copy = structuredClone(answer);
  change(copy);
  return judge(stack.described, sending, copy);
}

test('answers of the service as they are have no fault', () => {
  expect(judge(stack.described, sending, good)).toEqual([]);
  expect(judge(stack.described, sending, refused)).toEqual([]);
});

test.each<[string, (answer: Answer) => void]>([
  ['a field is missing', ({ json }) => delete json.message.encoding],
  ['a field is missing deep inside', ({ json }) => delete json.usage.resets_at],
  ['there is one field more', ({ json }) => Object.assign(json.message, { account_id: 7 })],
  ['there is one more at the top', ({ json }) => Object.assign(json, { debug: true })],
  ['an integer is text', ({ json }) => Object.assign(json.message, { id: '17' })],
  ['an integer is too large for JSON readers', ({ json }) => Object.assign(json.message, { seq: 2 ** 53 })],
  ['a word is none of the documented', ({ json }) => Object.assign(json.message, { status: 'lost' })],
  ['a text is null', ({ json }) => Object.assign(json.message, { body: null })],
  [
    'an instant lacks its milliseconds',
    ({ json }) => Object.assign(json.usage, { resets_at: '2026-12-01T00:00:00Z' }),
  ],
  [
    'an instant is no date',
    ({ json }) => Object.assign(json.usage, { resets_at: '2026-13-41T00:00:00.000Z' }),
  ],
  ['the status is undocumented', (answer) => Object.assign(answer, { status: 201 })],
  ['the status is a 500', (answer) => Object.assign(answer, { status: 500 })],
  ['a header is undocumented', ({ headers }) => Object.assign(headers, { 'x-powered-by': 'us' })],
  ['a header is missing', ({ headers }) => delete headers['x-request-id']],
  ['the allowance is missing', ({ headers }) => delete headers.ratelimit],
  ['a header is malformed', ({ headers }) => Object.assign(headers, { ratelimit: '119' })],
  ['the type is another', ({ headers }) => Object.assign(headers, { 'content-type': 'text/html' })],
])('a fault is found when %s', (_name, change) => {
  expect(broken(good, change)).not.toEqual([]);
});

test.each<[string, (answer: Answer) => void]>([
  ['the code comes with another status only', ({ json }) => Object.assign(json, { code: 'cap_reached' })],
  ['the code is unknown', ({ json }) => Object.assign(json, { code: 'oops' })],
  ['there is no code', ({ json }) => delete json.code],
  [
    'a stack is shown',
    (answer) => Object.assign(answer, { text: `${answer.text}\n    at x (node:internal/y)` }),
  ],
  ['the text is empty', ({ json }) => Object.assign(json, { error: '' })],
  ['it says when to come back without need', ({ headers }) => Object.assign(headers, { 'retry-after': '1' })],
  ['it names methods without need', ({ headers }) => Object.assign(headers, { allow: 'GET' })],
])('a fault is found when %s', (_name, change) => {
  expect(broken(refused, change)).not.toEqual([]);
});

test('an answer where no operation was reached is judged as well', async () => {
  const asked = { method: 'DELETE', path: '/api/v1/usage' };
  const answer = await stack.ask(asked);
  const judged = (change: (copy: Answer) => void) => {
    const copy = structuredClone(answer);
    change(copy);
    return judge(stack.described, asked, copy);
  };
  expect(judged(() => {})).toEqual([]);
  expect(judged(({ headers }) => delete headers.allow)).not.toEqual([]);
  expect(judged(({ headers }) => Object.assign(headers, { allow: 'GET, PUT' }))).not.toEqual([]);
  expect(judged((copy) => Object.assign(copy, { status: 404 }))).not.toEqual([]);
  expect(judged(({ headers }) => Object.assign(headers, { server: 'x' }))).not.toEqual([]);
});
