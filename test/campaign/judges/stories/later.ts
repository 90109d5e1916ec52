// Judges texts that were to leave at an instant, by the clock of the SMSCs, which is the database's and which no fault
// steps: none leaves before, and none that is due waits in the end.
import { spread } from '../../felt.ts';
import type { Breach, Evidence } from '../evidence.ts';
import { wordOf } from '../sends.ts';

/** Two processes of one machine read its clock, and round, so far apart at most, in milliseconds. */
const toleranceMs = 20;

/** Judges them. */
export function judgeLater({ sends, left, rows }: Evidence): Breach[] {
  const due = new Map(sends.map((sent) => [sent.word, sent]));
  const breaches: Breach[] = [];
  for (const { word, atMs, where } of left) {
    const sent = due.get(word ?? '');
    if (!sent || sent.dueMs === null || atMs === null || atMs >= sent.dueMs - toleranceMs) continue;
    breaches.push({
      guarantee: 'nothing leaves before its time',
      what: `${where} took it ${Math.round(sent.dueMs - atMs)} ms before`,
      tenant: sent.tenant.name,
      word: sent.word,
      atMs,
    });
  }
  for (const row of rows) {
    const sent = row.direction === 'out' ? due.get(wordOf(row.body)) : undefined;
    if (!sent || sent.dueMs === null || row.status !== 'queued') continue;
    const what = 'its time has come, and it is still queued';
    breaches.push({
      guarantee: 'what is due leaves',
      what,
      tenant: sent.tenant.name,
      word: sent.word,
      id: row.id,
    });
  }
  return breaches;
}

/** Counts what there was to judge. */
export function countLater({ sends, left, faults }: Evidence): Record<string, number> {
  const due = sends.filter(
    ({ dueMs, reported }) => dueMs !== null && reported.some(({ status }) => status === 200),
  );
  const first = new Map([...left].reverse().map(({ word, atMs }) => [word, atMs]));
  const late = due.flatMap(({ word, dueMs }) => {
    const atMs = first.get(word) ?? null;
    return atMs === null ? [] : [atMs - (dueMs as number)];
  });
  return {
    asked: due.length,
    judged: late.length,
    'cores whose clock stepped': faults.filter(({ kind }) => kind === 'step_clock_of_core').length,
    'ms late, half of them': Math.round(spread(late).p50),
    'ms late, the latest': Math.round(spread(late).max),
  };
}
