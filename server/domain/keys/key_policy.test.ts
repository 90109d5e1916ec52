import { expect, test } from 'vitest';
import { isOpen, isRecipient, type KeyPolicy, openPolicy, tidyPolicy, wrongPolicy } from './key_policy.ts';

const nowMs = Date.UTC(2026, 10, 20);
const wrong = (policy: Partial<KeyPolicy>) => wrongPolicy({ ...openPolicy, ...policy }, nowMs);

test('the open policy is sound, and forbids nothing', () => {
  expect([wrong({}), isOpen(openPolicy)]).toEqual([undefined, true]);
});

test.each([
  ['scopes', { scopes: [] }],
  ['recipients', { recipients: [] }],
  ['recipients', { recipients: ['any', '+1500*'] }],
  ['recipients', { recipients: ['any', 'any'] }],
  ['recipients', { recipients: ['writers', 'any'] }],
  ['recipients', { recipients: ['Any'] }],
  ['recipients', { recipients: ['*'] }],
  ['recipients', { recipients: Array.from({ length: 1001 }, (_, n) => `+1500${n}*`) }],
  ['per_hour', { perHour: 0 }],
  ['per_hour', { perHour: 1_000_001 }],
  ['per_day', { perDay: 0 }],
  ['per_day', { perDay: 1.5 }],
  ['per_hour', { perHour: 11, perDay: 10 }],
  ['ends_at', { endsAtMs: nowMs }],
  ['ends_at', { endsAtMs: Date.UTC(9999, 0) + 1 }],
  ['without the scope send', { scopes: ['read'], perDay: 1 }],
  ['without the scope send', { scopes: ['read', 'manage'], recipients: ['writers'] }],
  ['without the scope send', { scopes: ['manage'], sender: 'device:1' }],
] as const)('a policy is refused for its %s: %j', (says, policy) => {
  expect(wrong(policy as Partial<KeyPolicy>)).toContain(says);
});

test.each([
  { scopes: ['read'] },
  { recipients: ['writers'] },
  { recipients: Array.from({ length: 1000 }, (_, n) => `+1500${n}*`) },
  { perHour: 1, perDay: 1 },
  { perHour: 1_000_000, perDay: 1_000_000 },
  { endsAtMs: nowMs + 1 },
] as const)('a policy is sound: %j', (policy) => {
  const sound = { ...openPolicy, ...policy } as KeyPolicy;
  expect([wrongPolicy(sound, nowMs), isOpen(sound)]).toEqual([undefined, false]);
});

test.each([
  ...['+15005550006', '+1500*', '+1*', '+1234567', `+${'1'.repeat(15)}`, `+${'1'.repeat(14)}*`].map(
    (text) => [text, true] as const,
  ),
  ...['', '+', '*', '+*', '+0*', '1500*', '+1500', '+15*00', '+1500**', ' +1500*', '+1500*\n'].map(
    (text) => [text, false] as const,
  ),
  ...[`+${'1'.repeat(16)}`, `+${'1'.repeat(15)}*`, '+123456', '+١٥٠٠*', '+1500%', '+1500_*'].map(
    (text) => [text, false] as const,
  ),
])('%j can be listed: %s', (text, can) => {
  expect(isRecipient(text)).toBe(can);
});

test('a policy is stored in one form', () => {
  const policy = tidyPolicy({
    ...openPolicy,
    scopes: ['send', 'read', 'send'],
    recipients: ['+1*', '+44*', '+1*'],
  });
  expect([policy.scopes, policy.recipients]).toEqual([
    ['read', 'send'],
    ['+1*', '+44*'],
  ]);
});
