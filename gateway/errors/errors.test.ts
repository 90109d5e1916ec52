import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  BroadcastRecipientSchema,
  FaultyRowSchema,
} from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { renderFaultyRow, renderRow } from '../resources/broadcasts/broadcast.ts';
import { refusedVerdict } from '../resources/messages/batch.ts';
import { describeError, errorBody } from './error_body.ts';
import { consoleCodes, guideOf, publicCodes, publicError, statusOf } from './error_codes.ts';
import { Refusal, refusalFrom } from './errors.ts';

const tableOf = (codes: typeof publicCodes) =>
  Object.fromEntries(codes.map((code) => [code, statusOf(code)]));

describe('the error table', () => {
  test.each(Object.entries(ErrorCode))('%s has a public word and status', (_name, code) => {
    const entry = publicError(code);
    expect(entry.code).toMatch(/^[a-z_]+$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(guideOf(entry.code)).toMatchObject({
      means: expect.stringMatching(/^[A-Z].+\.$/s),
      advice: expect.stringMatching(/^[A-Z].+\.$/s),
      example: expect.stringMatching(/^\S.+[^.]$/s),
    });
  });

  test('the error table is the documented one', () => {
    const documented = {
      invalid_api_key: 401,
      platform_key_scope: 403,
      key_ended: 403,
      key_scope: 403,
      recipient_not_allowed: 403,
      sender_not_allowed: 403,
      key_budget_reached: 403,
      incoming_webhook_budget_reached: 403,
      not_found: 404,
      invalid_request: 400,
      invalid_address: 400,
      unknown_plan: 400,
      no_subscription: 402,
      not_cancellable: 409,
      cap_reached: 402,
      no_plan: 402,
      no_route: 409,
      opted_out: 409,
      account_suspended: 403,
      loop_suspected: 409,
      consumer_busy: 409,
      exempt_account: 409,
      rate_limited: 429,
      payment_error: 502,
      billing_disabled: 503,
      unavailable: 503,
    };
    expect(tableOf(publicCodes)).toEqual(documented);
  });

  test('what only the console answers is in a table of its own', () => {
    expect(tableOf(consoleCodes)).toEqual({
      not_signed_in: 401,
      wrong_credentials: 401,
      reauthentication_required: 403,
      approval_not_pending: 409,
      forbidden: 403,
      last_owner: 409,
      already_exists: 409,
      link_expired: 410,
    });
  });

  test('a code of a newer core is unavailable', () => {
    expect(publicError(99 as ErrorCode)).toEqual({ code: 'unavailable', status: 503 });
  });
});

test('an error body says what is wrong, its code and what to do next, and nothing else', () => {
  const body = errorBody(new Refusal(ErrorCode.NO_PLAN, 'never had a plan'));
  expect(JSON.parse(body)).toEqual({
    error: 'never had a plan',
    code: 'no_plan',
    next: 'Choose one with POST /api/v1/plan, have checkout_url paid, then repeat the send.',
  });
});

test.each([...publicCodes, ...consoleCodes])('an error of code %s says what to do next', (code) => {
  expect(describeError('refused', code).next).toMatch(/^[A-Z].+\.$/);
});

test.each(publicCodes)('what is refused in a list with the code %s says what to do next', (code) => {
  const { next } = describeError('refused', code);
  const number = guideOf(code)?.number as ErrorCode;
  expect(refusedVerdict(new Refusal(number, 'refused'))).toMatchObject({ code, next });
  const row = create(BroadcastRecipientSchema, { number: 1, status: 'refused', code, error: 'refused' });
  expect(renderRow(row)).toMatchObject({ code, next });
  expect(renderFaultyRow(create(FaultyRowSchema, { number: 1, code, error: 'refused' }))).toMatchObject({
    ...{ code, next },
  });
});

test('what is refused in a list by a newer core says what to do next, too, and what is taken says nothing', () => {
  const row = { number: 1, status: 'refused', error: 'refused' };
  expect(renderRow(create(BroadcastRecipientSchema, { ...row, code: 'not_on_a_monday' })).next).toBe(
    'Do as error says.',
  );
  expect(renderRow(create(BroadcastRecipientSchema, { number: 1, status: 'waiting' })).next).toBeNull();
});

test('a request that came too late may be repeated, and any other malformed one may not', () => {
  const nextOf = (status?: number) =>
    JSON.parse(errorBody(new Refusal(ErrorCode.INVALID_REQUEST, 'refused', status ? { status } : {}))).next;
  expect([nextOf(408), nextOf(), nextOf(413)]).toEqual([
    'Repeat the request.',
    ...Array(2).fill('Correct the request; as it is it will always be refused.'),
  ]);
});

test('an error body names each field that is wrong, with its rule, and a rule of a newer core is another one', () => {
  const detail = create(ErrorDetailSchema, {
    code: ErrorCode.INVALID_REQUEST,
    message: 'name is wrong; url is wrong',
    fields: [
      { field: 'name', reason: 'not_a_name', message: 'name is wrong' },
      { field: 'url', reason: 'not_on_a_monday', message: 'url is wrong' },
    ],
  });
  expect(JSON.parse(errorBody(refusalFrom(detail)))).toMatchObject({
    error: 'name is wrong; url is wrong',
    fields: [
      { field: 'name', reason: 'not_a_name', error: 'name is wrong', min_length: null, max_length: null },
      { field: 'url', reason: 'other', error: 'url is wrong' },
    ],
  });
});

test('a 503 always says when to come back', () => {
  expect(new Refusal(ErrorCode.UNAVAILABLE, '').retryAfterSeconds).toBe(1);
  expect(new Refusal(ErrorCode.UNAVAILABLE, '', { retryAfterSeconds: 4 }).retryAfterSeconds).toBe(4);
  expect(new Refusal(ErrorCode.NOT_FOUND, '').retryAfterSeconds).toBeUndefined();
});
