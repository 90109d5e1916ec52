// Judges batches: an answer has one verdict for each text, in their order, on the text itself. That each client_ref is one text
// with one answer, stored as answered and within the cap, the judges of sends and accounts find out.
import type { Breach, Evidence } from '../evidence.ts';

/** Judges the batches. */
export function judgeBatches({ stories }: Evidence): Breach[] {
  return stories.batches
    .filter(({ status }) => status === 200)
    .flatMap(({ tenant, askedMs, words, shown }) => {
      const breach = (what: string): Breach => ({
        guarantee: 'one verdict for each text of a batch',
        what,
        tenant: tenant.name,
        atMs: askedMs,
      });
      if (shown.length !== words.length) return [breach(`${shown.length} verdicts on ${words.length} texts`)];
      const wrong = words.findIndex((word, index) => shown[index] !== null && shown[index] !== word);
      return wrong < 0 ? [] : [breach(`the verdict on ${words[wrong]} is about ${shown[wrong]}`)];
    });
}

/** Counts what there was to judge. */
export function countBatches({ stories, sends }: Evidence): Record<string, number> {
  const { batches } = stories;
  const words = new Set(batches.flatMap((batch) => batch.words));
  const texts = sends.filter(({ word }) => words.has(word));
  const are = (status: number) =>
    texts.filter(({ reported }) => reported.some((report) => report.status === status)).length;
  return {
    judged: batches.filter(({ status }) => status === 200).length,
    'cut or not answered': batches.filter(({ status }) => status === 0).length,
    refs: texts.length,
    accepted: are(200),
    'over a cap': are(402),
    'repeats on purpose': texts.flatMap(({ reported }) => reported).filter(({ isRepeat }) => isRepeat).length,
  };
}
