// Judges what clients were answered: nothing acknowledged is lost, nothing is stored twice, and a client_ref is one text with
// one answer.
import type { Sent } from '../load/sends.ts';
import { answerWord } from '../load/stories/stop_rounds.ts';
import type { Breach, Evidence, Row } from './evidence.ts';

const about = (sent: Sent, id?: number | null) => ({
  tenant: sent.tenant.name,
  word: sent.word,
  atMs: sent.askedMs,
  ...(typeof id === 'number' && { id }),
});

/** The word of a text, out of its body. */
export const wordOf = (body: string): string => /\b[wi][0-9a-z]+[wi]\b/.exec(body)?.[0] ?? '';

/** Judges the sends. */
export function judgeSends({ sends, rows }: Evidence): Breach[] {
  const byWord = Map.groupBy(
    rows.filter(({ direction }) => direction === 'out'),
    ({ body }) => wordOf(body),
  );
  const known = new Set([...sends.map(({ word }) => word), answerWord]);
  const breaches: Breach[] = [];
  for (const sent of sends) breaches.push(...judgeSend(sent, byWord.get(sent.word) ?? []));
  for (const [word, stored] of byWord)
    if (!known.has(word))
      breaches.push({
        guarantee: 'a text that nobody asked for',
        what: `${stored.length} rows hold a body that nobody sent`,
        id: stored[0]?.id as number,
      });
  return breaches;
}

function judgeSend(sent: Sent, stored: readonly Row[]): Breach[] {
  const breaches: Breach[] = [];
  const breach = (guarantee: string, what: string, id?: number | null) =>
    breaches.push({ guarantee, what, ...about(sent, id) });
  const accepted = sent.reported.filter(({ status }) => status === 200);
  const refused = sent.reported.filter(({ status }) => status !== 200);
  const ids = new Set(accepted.map(({ id }) => id));
  const mine = stored.filter(({ accountId }) => accountId === sent.tenant.id);
  const reported = sent.reported
    .map(({ atMs, status, code, id }) => `${atMs}: ${status} ${id ?? code}`)
    .join(', ');

  if (stored.length > mine.length)
    breach('a text in another account', 'its body is stored for somebody else', stored[0]?.id);
  if (mine.length > 1)
    breach('stored twice', `rows ${mine.map(({ id }) => id).join(', ')} are the same text`, mine[1]?.id);
  for (const id of ids) {
    const row = mine.find((each) => each.id === id);
    if (!row) breach('acknowledged and lost', `the answer named text ${id}; ${reported}`, id);
    else if (row.body !== sent.body || row.address !== sent.address || row.clientRef !== sent.clientRef)
      breach('stored otherwise than asked', `text ${id} is not what was asked for`, id);
  }
  if (ids.size > 1) breach('a client_ref with two texts', reported, accepted[0]?.id);
  if (accepted.length > 0 && refused.length > 0)
    breach('a client_ref with two answers', reported, accepted[0]?.id);
  if (accepted.length === 0 && refused.length > 0 && mine.length > 0)
    breach('refused and stored', reported, mine[0]?.id);
  return breaches;
}
