import { expect, test } from 'vitest';
import { form } from './form.ts';

const read = (text: string) => {
  const said = form?.parse(Buffer.from(text)) ?? {};
  return 'value' in said ? (said.value as Record<string, unknown>) : undefined;
};

test('a form has 1,000 fields, and one with 1,001 is refused before any of it is read', () => {
  expect(read(Array(1_000).fill('a').join('&'))?.a).toHaveLength(1_000);
  expect(read(Array(1_001).fill('a').join('&'))).toBeUndefined();
  const named = (count: number) => Array.from({ length: count }, (_, nth) => `f${nth}=${nth}`).join('&');
  expect(Object.keys(read(named(1_000)) ?? {})).toHaveLength(1_000);
  // The second is the worst that 64 KiB can hold; nothing is decoded of it.
  for (const refused of [named(1_001), 'a&'.repeat(32_768), `%ff${'&'.repeat(1_000)}`])
    expect(form?.parse(Buffer.from(refused))).toMatchObject({
      refusal: { message: 'the request body must have at most 1000 fields' },
    });
});

test('a field that comes once is a text, and one that comes several times a list', () => {
  expect(read('To=%2B1&Body=a+b&MediaUrl=x&MediaUrl=y&Empty')).toEqual({
    ...{ To: '+1', Body: 'a b', MediaUrl: ['x', 'y'], Empty: '' },
  });
});
