// Judges what readers were shown: in order, without a gap, and in the end what the table holds; and the conversations.
import type { Breach, Evidence, ReaderEvidence, Row } from './evidence.ts';

/** Faults of one reader that are listed one by one. */
const most = 20;

/** Judges the readers. */
export function judgeFeeds({ readers, rows, threadFaults }: Evidence): Breach[] {
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  const breaches: Breach[] = threadFaults.map(({ atMs, what }) => ({
    guarantee: 'threads in order',
    what,
    atMs,
  }));
  for (const reader of readers) breaches.push(...judgeReader(reader, byAccount.get(reader.tenant.id) ?? []));
  return breaches;
}

function judgeReader(
  { name, tenant, known, faults, isUpToDate }: ReaderEvidence,
  rows: readonly Row[],
): Breach[] {
  const breaches: Breach[] = faults.map(({ atMs, what }) => ({
    guarantee: 'the feed in order',
    what: `${name}: ${what}`,
    tenant: tenant.name,
    atMs,
  }));
  if (!isUpToDate)
    return [
      ...breaches,
      { guarantee: 'a reader is not answered', what: `${name} cannot read to the end`, tenant: tenant.name },
    ];
  const missed: Breach[] = [];
  for (const row of rows) {
    const read = known.get(row.id);
    // By its words as well: after a failover another text may have the id and the seq of one that was lost.
    const isOther = read !== undefined && read.body !== row.body;
    const isSame = read && read.seq === row.seq && read.status === row.status && read.error === row.error;
    if (isSame && !isOther) continue;
    const last = read && `last got seq ${read.seq}, ${read.status}${isOther ? ', of another text' : ''}`;
    const reported = last ?? 'never got it';
    missed.push({
      guarantee: 'a change was missed',
      what: `${name} ${reported}; the table has seq ${row.seq}, ${row.status}`,
      tenant: tenant.name,
      id: row.id,
    });
  }
  const ids = new Set(rows.map(({ id }) => id));
  for (const id of known.keys())
    if (!ids.has(id))
      missed.push({
        guarantee: 'a reader was shown what is not there',
        what: `${name} was shown text ${id}`,
        tenant: tenant.name,
        id,
      });
  return [...breaches, ...missed.slice(0, most)];
}

/** Judges the conversations. */
export function judgeThreads({ rows, threads, tenants }: Evidence): Breach[] {
  const name = new Map(tenants.map((tenant) => [tenant.id, tenant.name]));
  const keyOf = (accountId: bigint, addressNorm: string) => `${accountId} ${addressNorm}`;
  const kept = new Map(threads.map((thread) => [keyOf(thread.accountId, thread.addressNorm), thread]));
  const breaches: Breach[] = [];
  const byThread = Map.groupBy(rows, ({ accountId, addressNorm }) => keyOf(accountId, addressNorm));
  for (const [key, texts] of byThread) {
    const thread = kept.get(key);
    kept.delete(key);
    const last = texts.reduce((newest, { id }) => Math.max(newest, id), 0);
    if (thread?.count === texts.length && thread.last === last) continue;
    breaches.push({
      guarantee: 'a conversation as its texts',
      what: `${thread ? `it counts ${thread.count}, newest ${thread.last}` : 'it is not listed'}; there are ${texts.length}, newest ${last}`,
      tenant: name.get(texts[0]?.accountId as bigint) ?? '',
      id: last,
    });
  }
  for (const { accountId, count } of kept.values())
    breaches.push({
      guarantee: 'a conversation as its texts',
      what: `it counts ${count}, and there are none`,
      tenant: name.get(accountId) ?? '',
    });
  return breaches;
}
