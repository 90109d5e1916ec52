// What people type about themselves: an e-mail address is one address, whoever reads it.
import { expect, test } from 'vitest';
import { normalizeEmail } from './user.ts';

test.each([
  'ada@example.com',
  "o'n+a=b@x.example",
  'ä@ö.example',
  'a`|{}~!#$%^&*/?_-@x.example',
  'a.b@localhost',
])('%s is an address', (email) => {
  expect(normalizeEmail(` ${email.toUpperCase()} `)).toBe(email);
});

// A mailer takes comments out and sends to the members of a group: each of these would be one more address of one mailbox.
test.each([
  ['a comment before', '(1)ada@example.com'],
  ['a comment behind', 'ada@example.com(1)'],
  ['a comment within', 'ada(1)@example.com'],
  ['a group', 'group:ada@example.com'],
  ['a group behind', 'ada@example.com:1'],
  ['a name', 'ada<bob@example.com>'],
  ['quotes', '"ada"@example.com'],
  ['an escape', 'a\\da@example.com'],
  ['an address of a machine', 'ada@[127.0.0.1]'],
  ['two addresses', 'ada@example.com,bob@example.com'],
  ['a line break', 'ada@example.com\r\nbcc:bob@example.com'],
])('an address with %s is refused', (_title, email) => {
  expect(normalizeEmail(email)).toBeNull();
});
