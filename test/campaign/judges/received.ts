// Judges what came in: every text once, whole, at its account.
import type { Breach, Evidence } from './evidence.ts';
import { wordOf } from './sends.ts';

/** Judges the received texts. */
export function judgeReceived({ incoming, rows }: Evidence): Breach[] {
  const byWord = Map.groupBy(
    rows.filter(({ direction }) => direction === 'in'),
    ({ body }) => wordOf(body),
  );
  const breaches: Breach[] = [];
  for (const { word, tenant, way, body, atMs, fate, smsc } of incoming) {
    const stored = byWord.get(word) ?? [];
    const whole = stored.filter((row) => row.body === body && row.accountId === tenant.id);
    const where = way === 'smsc' ? `smsc-${smsc}` : `${way} phone`;
    const breach = (guarantee: string, what: string) =>
      breaches.push({
        guarantee,
        what,
        tenant: tenant.name,
        word,
        atMs,
        ...(stored[0] && { id: stored[0].id }),
      });
    if (stored.length === 0 && !fate.isLost) {
      if (fate.acknowledged === 'no') breach('a received text was not taken', `${where} still has it`);
      else breach('a received text was lost', `${where} says that we have it (${fate.acknowledged})`);
    }
    if (stored.length > 1 && !fate.isTwice)
      breach('a received text was stored twice', `${where}; rows ${stored.map(({ id }) => id).join(', ')}`);
    if (stored.length > 0 && whole.length === 0 && !fate.isLost)
      breach(
        'a received text was damaged',
        `${where}; ${JSON.stringify(stored[0]?.body)} for ${JSON.stringify(body)}`,
      );
  }
  return breaches;
}
