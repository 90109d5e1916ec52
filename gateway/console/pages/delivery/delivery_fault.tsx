// Why a delivery failed, in the words of a person: by its kind, and in the service's own sentence where that says more.
import type { Schemas } from '../../api/types.ts';
import { delivery as say } from '../../words/en/delivery.ts';
import { asSentence } from '../../words/english.ts';
import { language, served } from '../../words/language.ts';
import { Quoted } from '../../words/quoted.tsx';

type Attempt = Pick<Schemas['WebhookAttempt'], 'error' | 'error_code' | 'status'>;

/** Kinds of which the service's sentence names what the words for the kind do not: a code of TLS, or a part of an answer. */
const quoted: readonly Attempt['error_code'][] = [
  'tls_failed',
  'connection_failed',
  'answer_not_followed',
  'other',
];

/** Without a full stop; nothing for a delivery that was simply acknowledged. */
export function DeliveryFault({ of: { error, error_code: code, status } }: { of: Attempt }) {
  if (error === null || code === null) return null;
  const words = code === 'endpoint_answered' && status !== null ? say.answeredWith(status) : say.faults[code];
  return (
    <>
      {served(asSentence(error), words)}
      {language() !== 'en' && quoted.includes(code) && (
        <>
          {': '}
          <Quoted words={error} />
        </>
      )}
    </>
  );
}
