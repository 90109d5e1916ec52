// What people read of a delivery that failed.
import { afterEach, expect, test } from 'vitest';
import { catalogue } from '../../words/de/catalogue.ts';
import type { English } from '../../words/english.ts';
import { speak } from '../../words/language.ts';
import { faultWords } from './fault_words.ts';

afterEach(() => speak('en', {}));

const failed = (error_code: 'tls_failed' | 'connection_failed' | 'no_answer', error: string) =>
  faultWords({ error: error as unknown as English, error_code, status: null });

test('a certificate, or a connection, is explained by its code in each language, and another code is named', () => {
  expect(failed('tls_failed', 'TLS failed: CERT_HAS_EXPIRED')).toBe(
    'TLS failed: the certificate has expired (CERT_HAS_EXPIRED)',
  );
  speak('de', catalogue);
  expect(failed('tls_failed', 'TLS failed: CERT_HAS_EXPIRED')).toBe(
    'TLS ist gescheitert: Das Zertifikat ist abgelaufen (CERT_HAS_EXPIRED)',
  );
  expect(failed('connection_failed', 'the connection failed: EPIPE')).toBe(
    'Die Verbindung ist gescheitert (EPIPE)',
  );
  expect(failed('connection_failed', 'the connection failed')).toBe('Die Verbindung ist gescheitert');
  expect(failed('no_answer', 'no answer within 10 seconds')).toBe('Es kam nicht rechtzeitig eine Antwort');
});
