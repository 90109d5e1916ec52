// What answers mean: the operator's rules first, and without one only what is certain.
import { describe, expect, test } from 'vitest';
import type { AnswerRule } from '../http_settings.ts';
import { type CarrierAnswer, judgeAnswer, retryAfterMs } from './answer_rules.ts';
import type { DocumentFormat } from './document.ts';

const nowMs = Date.parse('2026-03-10T12:00:00Z');
const accepted: AnswerRule = { status: ['2xx'], means: 'accepted', ref: 'id' };

const judge = (
  answer: Partial<CarrierAnswer> & { text?: string },
  answers: AnswerRule[] = [accepted],
  format: DocumentFormat = 'json',
) =>
  judgeAnswer(
    { status: 200, headers: {}, body: Buffer.from(answer.text ?? ''), ...answer },
    { answers, format, nowMs },
  );
const short = (...parameters: Parameters<typeof judge>) => {
  const { result } = judge(...parameters);
  if (result.kind !== 'rejected') return result.kind;
  return result.retryable ? 'retry' : result.code;
};

test('an answer that no rule describes is never taken for a refusal or an acceptance', () => {
  const certain = new Map<number, string>([
    ...[401, 407, 429].map((status): [number, string] => [status, 'retry']),
    ...[400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431].map((status): [number, string] => [
      status,
      'carrier_failed',
    ]),
  ]);
  for (let status = 200; status < 600; status++)
    expect([status, short({ status }, [])]).toEqual([status, certain.get(status) ?? 'unknown']);
  expect(short({ status: 503, headers: { 'retry-after': '5' } })).toBe('retry');
});

describe('rules', () => {
  test('rules are asked in their order', () => {
    const rules: AnswerRule[] = [
      { status: ['200'], where: [{ path: 'ok', is: ['false'] }], means: 'rejected_by_network' },
      { status: ['200-299'], means: 'accepted' },
      { status: ['4xx'], means: 'unknown' },
    ];
    expect(short({ text: '{"ok":false}' }, rules)).toBe('rejected_by_network');
    expect(short({ text: '{"ok":true}' }, rules)).toBe('accepted');
    expect(short({ status: 299 }, rules)).toBe('accepted');
    expect(short({ status: 400 }, rules)).toBe('unknown');
  });

  test('rules that look into an answer do not fit one that cannot be read', () => {
    const rules: AnswerRule[] = [{ where: [{ path: 'ok' }], means: 'accepted' }];
    for (const text of ['', '{"ok"', 'ok', '{"ok":null}']) expect(short({ text }, rules)).toBe('unknown');
    expect(short({ text: '{"ok":1}', headers: { 'content-encoding': 'gzip' } }, rules)).toBe('unknown');
  });

  test('read forms, plain text, headers and the status', () => {
    const form: AnswerRule[] = [{ where: [{ path: 'result', is: ['0'] }], means: 'accepted', ref: 'id' }];
    expect(judge({ text: 'result=0&id=a+b' }, form, 'form').result).toEqual({ kind: 'accepted', ref: 'a b' });
    const plain: AnswerRule[] = [
      {
        where: [{ path: '$body', matches: '^OK' }],
        means: 'accepted',
        ref: '$body',
        ref_matches: 'ID: ?(\\w+)',
      },
      { where: [{ path: '$body', matches: '^ERR 3' }], means: 'rejected_by_network' },
    ];
    expect(judge({ text: 'OK ID: x77' }, plain, 'text').result).toEqual({ kind: 'accepted', ref: 'x77' });
    expect(short({ text: 'ERR 3' }, plain, 'text')).toBe('rejected_by_network');
    const header: AnswerRule[] = [{ means: 'accepted', ref: '$header.Location', ref_matches: '[^/]+$' }];
    expect(judge({ headers: { location: '/texts/9' } }, header).result).toEqual({
      kind: 'accepted',
      ref: '9',
    });
    expect(short({ status: 207 }, [{ where: [{ path: '$status', is: ['207'] }], means: 'accepted' }])).toBe(
      'accepted',
    );
  });

  test('an acceptance without a name stays one', () => {
    for (const text of ['', '{}', '{"id":""}', '{"id":{}}'])
      expect(judge({ text }).result).toEqual({ kind: 'accepted', ref: null });
  });

  test('a name is kept as it is written', () => {
    expect(judge({ text: '{"id":900719925474099312345}' }).result).toEqual({
      kind: 'accepted',
      ref: '900719925474099312345',
    });
  });
});

test('the backoff follows what may pass, and not what is refused', () => {
  const backoffs = [200, 400, 408, 429, 500, 503].map((status) => judge({ status }, []).backoffMs);
  expect(backoffs).toEqual([null, null, null, 0, 0, 0]);
  expect(judge({ status: 429, headers: { 'retry-after': '7' } }).backoffMs).toBe(7_000);
  expect(judge({ status: 502, headers: { 'retry-after': '7' } }).backoffMs).toBe(7_000);
});

test.each([
  ['0', 0],
  ['120', 120_000],
  ['999999999', 300_000],
  ['Tue, 10 Mar 2026 12:00:30 GMT', 30_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026-03-10', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(retryAfterMs(header, nowMs)).toBe(expected);
});

describe('an answer for several parts', () => {
  const rules: AnswerRule[] = [
    { where: [{ path: 'messages[0].status', is: ['0'] }], means: 'accepted', ref: 'messages[0].id' },
    { where: [{ path: 'messages[0].status', is: ['1'] }], means: 'retry', code: 'messages[0].status' },
    { where: [{ path: 'messages[0].status', is: ['6'] }], means: 'rejected_by_network' },
    { where: [{ path: 'messages[0].status', is: ['9'] }], means: 'unknown' },
  ];
  const answered = (...statuses: string[]) =>
    judge(
      {
        text: JSON.stringify({
          messages: statuses.map((status, index) => ({ status, id: `m${index + 1}` })),
        }),
      },
      rules,
    ).result;
  const taken = (ref: string) => ({ kind: 'accepted', ref });
  const throttled = {
    kind: 'rejected',
    code: 'carrier_failed',
    detail: 'the carrier takes no text now (status 200, code 1)',
    retryable: true,
  };

  test('an answer for several parts is judged part by part, wherever the one stands that was not taken', () => {
    expect(answered('0')).toEqual(taken('m1'));
    expect(answered('0', '0', '0')).toEqual({
      kind: 'divided',
      parts: [taken('m1'), taken('m2'), taken('m3')],
    });
    for (const statuses of [
      ['1', '0', '0'],
      ['0', '1', '0'],
      ['0', '0', '1'],
    ])
      expect(answered(...statuses)).toEqual({
        kind: 'divided',
        parts: statuses.map((status, index) => (status === '0' ? taken(`m${index + 1}`) : throttled)),
      });
    expect(answered('9', '0')).toMatchObject({ kind: 'divided', parts: [{ kind: 'unknown' }, taken('m2')] });
  });

  test('an answer for several parts of which none was taken is a refusal, for good where one of them is', () => {
    expect(answered('1', '1', '1')).toEqual(throttled);
    expect(answered('1', '6', '1')).toMatchObject({ code: 'rejected_by_network', retryable: false });
  });

  test('an answer for several parts may have one name for all of them', () => {
    const text = '{"messages":[{"status":"0","id":"all"},{"status":"0","id":"all"}]}';
    expect(judge({ text }, rules).result).toEqual(taken('all'));
  });

  test('an answer may speak of 255 parts; of 256 it says nothing that can be relied on', () => {
    expect(answered(...Array.from({ length: 255 }, () => '0'))).toMatchObject({ kind: 'divided' });
    expect(answered(...Array.from({ length: 256 }, () => '0'))).toMatchObject({ kind: 'unknown' });
  });

  test('an answer for several parts in groups keeps the name of each', () => {
    const grouped: AnswerRule[] = [
      { where: [{ path: 'groups[0].ok', is: ['true'] }], means: 'accepted', ref: 'groups[0].parts[0].id' },
    ];
    const groups = [['a', 'b'], ['c']].map((ids) => ({ ok: true, parts: ids.map((id) => ({ id })) }));
    expect(judge({ text: JSON.stringify({ groups }) }, grouped).result).toEqual({
      kind: 'divided',
      parts: [taken('a'), taken('b'), taken('c')],
    });
  });

  test('a list of what was wrong is no list of parts', () => {
    const failing: AnswerRule[] = [
      { status: ['2xx'], means: 'accepted', ref: 'id' },
      { where: [{ path: 'errors[0].code' }], means: 'rejected_by_network', code: 'errors[0].code' },
    ];
    const text = '{"errors":[{"code":"a"},{"code":"b"}]}';
    expect(judge({ text, status: 422 }, failing).result).toMatchObject({
      kind: 'rejected',
      detail: expect.stringContaining('code a'),
    });
  });
});
