// Why a delivery failed: in words, and in the service's own sentence where only that one says more.
import { asSentence } from '../../words/english.ts';
import { language, served } from '../../words/language.ts';
import { Quoted } from '../../words/quoted.tsx';
import { type Failed, faultWords, ofConnection } from './fault_words.ts';

/** Kinds of which the service's sentence names a part of an answer, or what has no kind. */
const quoted: readonly Failed['error_code'][] = ['answer_not_followed', 'other'];

export function DeliveryFault({ of }: { of: Failed }) {
  const words = faultWords(of);
  if (of.error === null || words === null) return null;
  return (
    <>
      {ofConnection.includes(of.error_code) ? words : served(asSentence(of.error), words)}
      {language() !== 'en' && quoted.includes(of.error_code) && (
        <>
          {': '}
          <Quoted words={of.error} />
        </>
      )}
    </>
  );
}
