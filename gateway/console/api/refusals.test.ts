// A refusal is said in the reader's language, and says as much as the service knows.
import { afterEach, expect, test } from 'vitest';
import { catalogue } from '../words/de/catalogue.ts';
import { speak } from '../words/language.ts';
import { refusalWords } from './refusals.ts';

const sentence = 'The broadcast cannot be started: it is cancelled.';

afterEach(() => speak('en', {}));

test('what German has no words for is said in both languages', () => {
  expect(refusalWords('invalid_request', sentence)).toBe(sentence);
  speak('de', catalogue);
  expect(refusalWords('invalid_request', sentence)).toBe(
    `Etwas davon wurde nicht angenommen. Der Dienst sagt auf Englisch: „${sentence}“`,
  );
  expect(refusalWords('opted_out', sentence)).not.toContain(sentence);
  // In the audit log only the code is kept.
  expect(refusalWords('invalid_request', 'invalid_request')).toBe('Etwas davon wurde nicht angenommen.');
});
