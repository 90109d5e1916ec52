// Refusals of Twilio's interface, and their form.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { askTwilio, twilioProgram } from '../support/twilio_program.ts';

const to = '+15005550123';
const hour = 3_600_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ servesTwilio: true });
});
afterAll(() => stack.stop());

const url = () => stack.gateways[0]?.url ?? '';
const ask = (path: string, asked: Parameters<typeof askTwilio>[2]) => askTwilio(url(), path, asked);
async function startProgram(fields: Parameters<Stack['createAccount']>[0] = {}) {
  const account = await stack.createAccount(fields);
  return { account, program: twilioProgram(url(), account) };
}

test('a text that cannot be sent is refused with Twilio’s error number, and nothing is stored', async () => {
  const { account, program } = await startProgram();
  const path = `/2010-04-01/Accounts/${accountSid(account.id)}/Messages.json`;
  await stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/+15005550177', key: account.key });
  const good = { To: to, Body: 'x' };
  const refused: [form: Record<string, string> | string, status: number, code: number][] = [
    [{ Body: 'x' }, 400, 21604],
    [{ To: '', Body: 'x' }, 400, 21604],
    [{ To: '12', Body: 'x' }, 400, 21211],
    [{ To: 'x'.repeat(65), Body: 'x' }, 400, 21211],
    [{ To: to }, 400, 21602],
    [{ To: to, Body: '' }, 400, 21602],
    [{ To: to, Body: '😀'.repeat(1_601) }, 400, 21617],
    [{ To: to, Body: 'a\u0000b' }, 400, 20001],
    [{ ...good, To: '+15005550177' }, 400, 21610],
    [{ ...good, From: '+15005550199' }, 400, 21606],
    [{ ...good, From: 'device:x' }, 400, 21212],
    [{ ...good, StatusCallback: 'ftp://shop.example/' }, 400, 21609],
    [{ ...good, StatusCallback: 'https://10.0.0.1/' }, 400, 21609],
    [{ ...good, MediaUrl: 'https://shop.example/a.png' }, 400, 20001],
    [{ ...good, ContentSid: 'HX1' }, 400, 20001],
    [{ ...good, ValidityPeriod: '60' }, 400, 20001],
    [{ ...good, ContentRetention: 'discard' }, 400, 20001],
    [{ ...good, SendAt: new Date(Date.now() + hour).toISOString() }, 400, 20001],
    [{ ...good, ScheduleType: 'fixed' }, 400, 20001],
    [{ ...good, ScheduleType: 'fixed', SendAt: 'tomorrow' }, 400, 20001],
    [{ ...good, ScheduleType: 'fixed', SendAt: '2020-01-01T00:00:00Z' }, 400, 35114],
    [{ ...good, MessagingServiceSid: 'x' }, 400, 20001],
    [{ ...good, Form: '+15005550199' }, 400, 20001],
    ['To=%2B15005550123&To=%2B15005550124&Body=x', 400, 20001],
    ['To=%2B15005550123&Body=%FF', 400, 20001],
    ['To=%2B15005550123&Body=%', 400, 20001],
    ['To=%2B15005550123&Body=%ED%A0%80', 400, 20001],
    [`To=%2B15005550123&Body=${'x'.repeat(70_000)}`, 413, 20001],
    ['', 400, 21604],
  ];
  for (const [form, status, code] of refused) {
    const answer = await ask(path, { account, form });
    const named = typeof form === 'string' ? form.slice(0, 60) : form;
    expect([named, answer.status, answer.json]).toMatchObject([
      named,
      status,
      {
        code,
        status,
        message: expect.stringMatching(/\S/),
        more_info: expect.stringContaining(String(code)),
      },
    ]);
  }
  expect((await ask(path, { account })).json).toMatchObject({ code: 21604 });
  const json = await ask(path, { account, form: '{}', headers: { 'content-type': 'application/json' } });
  expect([json.status, json.json]).toMatchObject([415, { code: 20001 }]);
  expect(await program.messages.list()).toEqual([]);
});

test('an account that may not send, or a key that asks too often, is refused as Twilio would', async () => {
  const code = (fields: Parameters<Stack['createAccount']>[0], asked = {}) =>
    startProgram(fields).then(({ program }) =>
      program.messages.create({ to, body: 'x', from: 'device:1', ...asked }).then(
        () => 0,
        (error: { code: number; status: number }) => `${error.status} ${error.code}`,
      ),
    );
  expect(await code({ plan: '' })).toBe('403 20005');
  expect(await code({ paired: false })).toBe('400 21606');
  const { account } = await startProgram();
  const path = `/2010-04-01/Accounts/${accountSid(account.id)}.json`;
  const answers = await Promise.all(Array.from({ length: 125 }, () => ask(path, { account, method: 'GET' })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(5);
  for (const { status, json, headers } of refused)
    expect([status, json.code, Number(headers['retry-after'])]).toEqual([429, 20429, expect.any(Number)]);
});

test('any input is answered in Twilio’s shape, and none causes an internal error', async () => {
  const { account } = await startProgram();
  const root = `/2010-04-01/Accounts/${accountSid(account.id)}`;
  const words = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }).map(encodeURIComponent),
    fc.constantFrom(to, '%', '%FF'),
  );
  const name = fc.oneof(
    fc.constantFrom('To', 'From', 'Body', 'SendAt', 'ScheduleType', 'StatusCallback', '__proto__'),
    words,
  );
  const pairs = fc.array(fc.tuple(name, words), { maxLength: 8 });
  const lists = fc.constantFrom(
    'To',
    'From',
    'DateSent',
    'DateSent>',
    'DateSent<',
    'PageSize',
    'Page',
    'PageToken',
    '[]',
  );
  const asked = fc.oneof(
    pairs.map(
      (all) => ['POST', `${root}/Messages.json`, all.map((pair) => pair.join('=')).join('&')] as const,
    ),
    fc.array(fc.tuple(lists, words)).map((all) => {
      const query = all.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      return ['GET', `${root}/Messages.json?${query}`, undefined] as const;
    }),
    words.map((path) => ['POST', `/2010-04-01/${encodeURIComponent(path)}`, 'Status=canceled'] as const),
  );
  await fc.assert(
    fc.asyncProperty(asked, async ([method, path, form]) => {
      const { status, json } = await ask(path, { account, method, ...(form !== undefined && { form }) });
      expect(status).toBeLessThan(500);
      if (status >= 400)
        expect(json).toMatchObject({ code: expect.any(Number), status, message: expect.any(String) });
    }),
    // A key may make 120 requests a minute.
    { numRuns: 110 },
  );
});

test('unsupported and unknown paths are answered in Twilio’s shape', async () => {
  const { account, program } = await startProgram();
  const { account: other, program: others } = await startProgram();
  const sent = await program.messages.create({ to, body: 'x' });
  const foreign = await others.messages.create({ to, body: 'x' });
  const root = `/2010-04-01/Accounts/${accountSid(account.id)}`;
  const cases: [method: string, path: string, status: number, code: number, form?: Record<string, string>][] =
    [
      ['GET', `${root}/Messages/${foreign.sid}.json`, 404, 20404],
      ['POST', `${root}/Messages/${foreign.sid}.json`, 404, 20404, { Status: 'canceled' }],
      ['GET', `${root}/Messages/SM1.json`, 404, 20404],
      [
        'GET',
        `${root}/Messages/${sent.sid.slice(0, -1)}${sent.sid.endsWith('f') ? 'e' : 'f'}.json`,
        404,
        20404,
      ],
      ['DELETE', `${root}/Messages/${sent.sid}.json`, 405, 20004],
      ['POST', `${root}/Messages/${sent.sid}.json`, 400, 20001, { Body: '' }],
      ['POST', `${root}/Messages/${sent.sid}.json`, 400, 20001, { Status: 'sent' }],
      ['POST', `${root}/Messages/${sent.sid}.json`, 400, 20001],
      ['GET', `${root}/Messages/${sent.sid}/Media.json`, 404, 20404],
      ['GET', `${root}/Calls.json`, 404, 20404],
      ['GET', '/2010-04-01/Accounts.json', 404, 20404],
      ['GET', `${root}/Messages.json?PageSize=0`, 400, 20001],
      ['GET', `${root}/Messages.json?PageToken=x`, 400, 20001],
      ['GET', `${root}/Messages.json?PageToken=PA${foreign.sid}`, 400, 20001],
      ['GET', `${root}/Messages.json?DateSent=2026-02-30`, 400, 20001],
      ['GET', `${root}/Messages.json?DateSent%3E=x`, 400, 20001],
      // Another account, to which this key does not belong.
      ['GET', `/2010-04-01/Accounts/${accountSid(other.id)}/Messages.json`, 401, 20003],
    ];
  for (const [method, path, status, code, form] of cases) {
    const answer = await ask(path, { account, method, ...(form && { form }) });
    expect([method, path, answer.status, answer.json]).toMatchObject([
      method,
      path,
      status,
      { code, status },
    ]);
  }
  const path = `/2010-04-01/Accounts/${accountSid(other.id)}/Messages.json`;
  for (const user of [accountSid(other.id), 'SK0123456789abcdef0123456789abcdef']) {
    const answer = await ask(path, { account, user, form: { To: to, Body: 'y' } });
    expect([user, answer.status, answer.json]).toMatchObject([user, 404, { code: 20404 }]);
  }
  expect(await others.messages.list()).toHaveLength(1);
});

test('a key works as the password of its account’s SID or of a key’s SID, and in no other way', async () => {
  const { account } = await startProgram();
  const { account: other } = await startProgram();
  const path = `/2010-04-01/Accounts/${accountSid(account.id)}.json`;
  const status = async (headers: Record<string, string>, at = path) => {
    const answer = await sendRequest(url(), { path: at, headers });
    if (answer.status === 401) {
      expect(answer.json).toMatchObject({
        code: 20003,
        status: 401,
        message: expect.stringContaining('auth token'),
      });
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Textrelay"');
    }
    return answer.status;
  };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(await status(basic(`${accountSid(account.id)}:${account.key}`))).toBe(200);
  expect(await status(basic(`SK0123456789abcdef0123456789abcdef:${account.key}`))).toBe(200);
  const wrong = [
    {},
    { authorization: `Bearer ${account.key}` },
    { authorization: 'Basic' },
    { authorization: 'Basic !!!' },
    basic(account.key),
    basic(`${accountSid(account.id)}:`),
    basic(`${accountSid(account.id)}:wrong`),
    basic(`${accountSid(other.id)}:${account.key}`),
    basic(`:${account.key}`),
    basic(`${account.key}:${account.key}`),
  ];
  for (const headers of wrong) expect([headers, await status(headers)]).toEqual([headers, 401]);
  expect(await status(basic(`AC1:${account.key}`), '/2010-04-01/Accounts/AC1.json')).toBe(401);
  // The other interfaces do not accept a password either.
  const headers = basic(`${accountSid(account.id)}:${account.key}`);
  const me = await sendRequest(url(), { path: '/api/v1/me', headers });
  expect([me.status, me.json.code]).toEqual([401, 'invalid_api_key']);
});
