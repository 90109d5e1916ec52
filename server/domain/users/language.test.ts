import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at, en;q=0.8', 'de'],
  ['fr-FR, fr;q=0.9, de;q=0.5, en;q=0.4', 'de'],
  ['en;q=0.5, de;q=0.7', 'de'],
  ['de;q=0, en', 'en'],
  ['de ; q=0.1,en ; q=0.2', 'en'],
  ['fr', undefined],
  ['den', undefined],
  ['*', undefined],
  ['de;q=much', undefined],
  ['', undefined],
])('of "%s" the service speaks %s', (accepted, language) => {
  expect(preferredLanguage(accepted)).toBe(language);
});
