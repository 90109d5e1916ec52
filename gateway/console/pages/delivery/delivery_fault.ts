// Why a delivery failed, in the words of a person: the service says it in a sentence of its own.
import { delivery as say } from '../../words/en/delivery.ts';
import { asSentence, type English, inEnglish } from '../../words/english.ts';
import { served } from '../../words/language.ts';

/** What the service says, by how it begins; the words get what stands in the brackets. */
const known = (): readonly [RegExp, (found: string) => string][] => {
  const { faults } = say;
  return [
    [/^the endpoint answered (\d+)/, faults.answered],
    [/^no (?:answer|connection) within (\d+) second/, (seconds) => faults.slow(Number(seconds))],
    [/^TLS failed: (\w+)/, faults.tls],
    [/^the connection failed(?:: (\w+))?/, faults.noConnection],
    [/ that this service does not deliver to/, () => faults.notPublic],
    [/ must begin with https:/, () => faults.notEncrypted],
    [/^not tried: /, () => faults.leftAlone],
  ];
};

/** The service's sentence; in other languages the words for it, where there are some, else that it was not delivered. */
export function deliveryFault(error: English): string {
  const sentence = inEnglish(error);
  for (const [pattern, words] of known()) {
    const found = pattern.exec(sentence);
    if (found) return served(asSentence(error), words(found[1] ?? ''));
  }
  return served(asSentence(error), say.faults.other);
}
