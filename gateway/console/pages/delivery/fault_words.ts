// Why a delivery failed, in the words of a person: by its kind, and by the code of the connection.
import type { Schemas } from '../../api/types.ts';
import { delivery as say } from '../../words/en/delivery.ts';
import { inEnglish } from '../../words/english.ts';
import { wordOf } from '../../words/language.ts';

export type Failed = Pick<Schemas['WebhookAttempt'], 'error' | 'error_code' | 'status'>;

/**
 * Kinds of which the service's sentence ends with a code of TLS or of the connection. The words for them say more than that
 * sentence.
 */
export const ofConnection: readonly Failed['error_code'][] = ['tls_failed', 'connection_failed'];

/** Without a full stop; null for a delivery that was simply acknowledged. */
export function faultWords({ error, error_code: kind, status }: Failed): string | null {
  if (error === null || kind === null) return null;
  if (kind === 'endpoint_answered' && status !== null) return say.answeredWith(status);
  const words = say.faults[kind];
  const [code] = ofConnection.includes(kind) ? (/[A-Z][A-Z0-9_]+$/.exec(inEnglish(error)) ?? []) : [];
  if (code === undefined) return words;
  const meaning = wordOf(say.codes, code, '');
  return meaning === '' ? `${words} (${code})` : `${words}: ${meaning} (${code})`;
}
