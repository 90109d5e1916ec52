// The targets of alerts: what is understood, and what is refused without a word of the secret in it.
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../runtime/config/config_values.ts';
import { readConfig } from './config_core.ts';

const needed = {
  DATABASE_URL: 'postgres://127.0.0.1/texts',
  TEXTRELAY_SERVICE_TOKEN: 'a-token-for-the-tests',
};
const smtp = { TEXTRELAY_SMTP_URL: 'smtp://mail.example.com' };
const read = (environment: Record<string, string>) => readConfig({ ...needed, ...environment }).alerts;

test('nobody, mail, a post, or both', () => {
  expect(read({})).toBeUndefined();
  expect(read({ TEXTRELAY_ALERT_MAIL: 'a@example.com, b@example.com', ...smtp })).toEqual({
    mail: ['a@example.com', 'b@example.com'],
    post: undefined,
  });
  const url = 'https://:token@ntfy.example.com/texts';
  expect(read({ TEXTRELAY_ALERT_URL: url })).toEqual({ mail: [], post: { url, format: 'text' } });
  expect(read({ TEXTRELAY_ALERT_URL: url, TEXTRELAY_ALERT_FORMAT: 'json' })?.post?.format).toBe('json');
});

const eleven = Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(',');

describe('what is refused', () => {
  test.each([
    [{ TEXTRELAY_ALERT_MAIL: 'a@example.com' }, /TEXTRELAY_SMTP_URL is missing/],
    [{ TEXTRELAY_ALERT_MAIL: 'nobody', ...smtp }, /TEXTRELAY_ALERT_MAIL must be/],
    [{ TEXTRELAY_ALERT_MAIL: eleven, ...smtp }, /up to 10 e-mail addresses/],
    [{ TEXTRELAY_ALERT_URL: 'secret.example.com/topic' }, /TEXTRELAY_ALERT_URL must be a URL/],
    [{ TEXTRELAY_ALERT_URL: 'ftp://secret.example.com' }, /TEXTRELAY_ALERT_URL must be a URL/],
    [{ TEXTRELAY_ALERT_FORMAT: 'xml' }, /TEXTRELAY_ALERT_FORMAT/],
  ])('%j', (environment, words) => {
    let error: unknown;
    try {
      read(environment as Record<string, string>);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).not.toContain('secret');
  });
});
