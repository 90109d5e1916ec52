// What consumers and webhooks may be called.
import { expect, test } from 'vitest';
import { checkKnownName, checkNewName } from './subscriptions.ts';

const isRefused = (check: () => void) => {
  try {
    check();
    return false;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each(['a', '0', '_', '-', 'a.b', '...', '.well-known', 'Shop_2-orders.v1', 'x'.repeat(64)])(
  '%j is a name',
  (name) => {
    expect(isRefused(() => checkNewName(name))).toBe(false);
    expect(isRefused(() => checkKnownName(name, 'webhook'))).toBe(false);
  },
);

test.each([
  ...[
    '',
    'x'.repeat(65),
    ' ',
    'a b',
    'a ',
    'a/b',
    'a\\b',
    'a%',
    'a?',
    'a#',
    'a:b',
    'ä',
    'а',
    '１',
    '\u{1f600}',
  ],
  ...['\u0000', 'a\u0000', 'a\n', '\ud800', '.', '..', 'a\u200b', 'a\u0301'],
])('%j is none: it cannot be made, and nothing is called so', (name) => {
  expect(isRefused(() => checkNewName(name))).toBe('invalid_request');
  expect(isRefused(() => checkKnownName(name, 'webhook'))).toBe('not_found');
});
