// Judges cancels: what is cancelled never left, and a cancel that came too late has cancelled nothing but what a device still held.
import type { Breach, Evidence } from '../evidence.ts';
import { wordOf } from '../sends.ts';

const isDone = ({ status }: { status: number }) => status === 200;
const isTooLate = ({ code }: { code: string | null }) => code === 'not_cancellable';
const isCancelled = (error: string | null | undefined) => error?.startsWith('cancelled') ?? false;

/** Judges the cancels. */
export function judgeCancels({ stories, left, rows, sends }: Evidence): Breach[] {
  const rowOf = new Map(rows.map((row) => [wordOf(row.body), row]));
  const tenantOf = new Map(sends.map(({ word, tenant }) => [word, tenant.name]));
  const leftWords = Map.groupBy(left, ({ word }) => word);
  const wanted = new Set(stories.cancels.map(({ word }) => word));
  const breaches: Breach[] = [];
  for (const cancel of stories.cancels) {
    const { word, askedMs, error, unanswered } = cancel;
    const row = rowOf.get(word);
    const breach = (guarantee: string, what: string) =>
      breaches.push({
        guarantee,
        what,
        word,
        atMs: askedMs,
        tenant: tenantOf.get(word) ?? '',
        ...(row && { id: row.id }),
      });
    const parts = leftWords.get(word) ?? [];
    if (isDone(cancel) && !isCancelled(error))
      breach('a cancel says what it did', `it was answered with ${error}`);
    if ((isDone(cancel) || isCancelled(row?.error)) && parts.length > 0)
      breach('cancelled, and it left', `${parts.length} parts at ${parts[0]?.where}`);
    if (isDone(cancel) && !(row?.status === 'failed' && isCancelled(row.error)))
      breach('cancelled, and shown otherwise', `the table has ${row?.status} (${row?.error})`);
    // A request that was not answered may still be carried out; and a device that holds the text is asked for it.
    if (isTooLate(cancel) && unanswered === 0 && row?.route !== 'device' && isCancelled(row?.error))
      breach('too late to cancel, and cancelled', `the table has ${row?.error}`);
  }
  for (const row of rows)
    if (row.direction === 'out' && isCancelled(row.error) && !wanted.has(wordOf(row.body)))
      breaches.push({ guarantee: 'a cancel of nobody', what: 'nobody asked for it', id: row.id });
  return breaches;
}

/** Counts what there was to judge. */
export function countCancels({ stories }: Evidence): Record<string, number> {
  const { cancels } = stories;
  return {
    judged: cancels.filter((each) => isDone(each) || isTooLate(each)).length,
    done: cancels.filter(isDone).length,
    'too late': cancels.filter(isTooLate).length,
    'never known': cancels.filter(({ status }) => status !== 200 && status !== 409).length,
  };
}
