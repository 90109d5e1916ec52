// Judges what left by the counterparts' own ledgers: every part once, and no status that says otherwise.
import type { Sent } from '../load/sends.ts';
import { answerWord } from '../load/stories/stop_rounds.ts';
import type { Breach, Evidence, Left, Row } from './evidence.ts';
import { wordOf } from './sends.ts';

/** Judges what left. */
export function judgeSubmits({ sends, rows, left, modemLostReports }: Evidence): Breach[] {
  const breaches: Breach[] = [];
  const sentByWord = new Map(sends.map((sent) => [sent.word, sent]));
  const leftByWord = Map.groupBy(left, ({ word }) => word);
  for (const each of leftByWord.get(null) ?? [])
    breaches.push({
      guarantee: 'a submit of nobody',
      what: `${each.where} took part ${each.part} for ${each.recipient}, which nobody asked for`,
    });
  const waiting: Breach[] = [];
  for (const row of rows) {
    const sent = row.direction === 'out' ? sentByWord.get(wordOf(row.body)) : undefined;
    if (!sent || sent.tenant.id !== row.accountId) continue;
    const parts = leftByWord.get(sent.word) ?? [];
    const breach = (guarantee: string, what: string): Breach => ({
      guarantee,
      what: `${what}; ${describe(row, parts)}`,
      tenant: sent.tenant.name,
      word: sent.word,
      id: row.id,
      atMs: sent.askedMs,
    });
    breaches.push(...judgeParts(sent, row, parts).map(([guarantee, what]) => breach(guarantee, what)));
    const lostReceipt = lostReceiptOf(row, parts);
    if (lostReceipt === 'modem') waiting.push(breach('a receipt was lost', 'the modem had it'));
    else if (lostReceipt) breaches.push(breach('a receipt was lost', lostReceipt));
  }
  breaches.push(...judgeOrder(sentByWord, rows, left));
  // A modem that starts anew throws reports away: so many may be missing.
  return [...breaches, ...waiting.slice(modemLostReports)];
}

/** Texts to one recipient leave a phone in the order in which they were stored. */
function judgeOrder(
  sentByWord: ReadonlyMap<string, Sent>,
  rows: readonly Row[],
  left: readonly Left[],
): Breach[] {
  const idOf = new Map(rows.map(({ body, id }) => [wordOf(body), id]));
  // A text that waits for its time leaves later than those that were stored after it; answers have no word of their own.
  const waits = (word: string | null) =>
    word === answerWord || (sentByWord.get(word ?? '')?.dueMs ?? null) !== null;
  const phones = left.filter(
    ({ way, word, part }) => way !== 'smsc' && word !== null && part === 1 && !waits(word),
  );
  const breaches: Breach[] = [];
  for (const submits of Map.groupBy(phones, ({ where, recipient }) => `${where} ${recipient}`).values()) {
    let newest = 0;
    for (const { word, where } of submits) {
      const [id, sent] = [idOf.get(word as string) ?? 0, sentByWord.get(word as string)];
      if (id < newest)
        breaches.push({
          guarantee: 'texts to one recipient in order',
          what: `text ${newest} left ${where} before it`,
          id,
          ...(sent && { tenant: sent.tenant.name, word: sent.word, atMs: sent.askedMs }),
        });
      newest = Math.max(newest, id);
    }
  }
  return breaches;
}

function judgeParts(sent: Sent, row: Row, parts: readonly Left[]): [guarantee: string, what: string][] {
  const found: [string, string][] = [];
  const numbers = new Set(parts.map(({ part }) => part));
  const total = parts[0]?.total ?? 0;
  const isWhole = total > 0 && numbers.size === total;
  const isUnknown = row.error?.startsWith('outcome_unknown') ?? false;
  if (numbers.size < parts.length)
    found.push(['submitted twice', `${parts.length} submits of ${numbers.size} parts`]);
  if (row.status === 'delivered' && !isWhole)
    found.push(['shown as delivered, never left', `${numbers.size} of ${total} parts left`]);
  if (row.status === 'sent' && parts.length === 0)
    found.push(['shown as sent, never left', 'no ledger has it']);
  if (row.status === 'failed' && !isUnknown && isWhole)
    found.push(['shown as failed, but it left', 'all parts left']);
  if (row.status === 'failed' && !row.charged && parts.length > 0)
    found.push(['a unit given back for what left', `${numbers.size} parts left`]);
  if (row.status === 'failed' && row.charged && !isUnknown && parts.length === 0)
    found.push(['a unit kept for what never left', 'no ledger has it']);
  if (row.error?.startsWith('expired_in_queue'))
    found.push(['expired before its time', 'no campaign lasts for a day']);
  if (row.status === 'queued' || row.status === 'sending') found.push(['stuck', `it is ${row.status}`]);
  const words = joined(parts);
  if (isWhole && numbers.size === parts.length && words !== null && words !== sent.body)
    found.push(['left with other words', words.slice(0, 100)]);
  return found;
}

/** The words that left; null where the ledger does not hold them. */
function joined(parts: readonly Left[]): string | null {
  if (parts.some(({ way }) => way === 'simulated')) return null;
  return [...parts]
    .sort((a, b) => a.part - b.part)
    .map(({ text }) => text)
    .join('');
}

/** Why a text that waits for its receipt should have it; 'modem' where the modem may have lost it. */
function lostReceiptOf(row: Row, parts: readonly Left[]): string | undefined {
  if (row.status !== 'sent' || parts.length === 0) return undefined;
  if (parts.some(({ way }) => way === 'modem')) return 'modem';
  const isReported = parts.every(({ receipt }) => receipt === 'reported');
  return isReported ? 'every receipt was acknowledged, and it is still shown as sent' : undefined;
}

const describe = (row: Row, parts: readonly Left[]) =>
  `${row.route}, ${row.status}${row.error ? ` (${row.error})` : ''}, charged ${row.charged}, seq ${row.seq}; ledgers: ${
    parts.length === 0
      ? 'nothing'
      : parts.map(({ where, part, total, receipt }) => `${where} ${part}/${total} ${receipt}`).join(', ')
  }`;
