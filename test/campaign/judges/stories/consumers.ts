// Judges named cursors by what their programs were given: nothing is missed, nothing comes again that was acknowledged, and
// nobody is given what another program has for its 60 seconds.
import type { Breach, Evidence } from '../evidence.ts';
import type { StoryEvidence } from './evidence.ts';

/** Breaches of one consumer that are listed one by one. */
const most = 20;
/** How long a lease holds from the last word of whoever has it, in milliseconds. */
const leaseMs = 60_000;

type Consumer = StoryEvidence['consumers'][number];

/** Judges every consumer. */
export function judgeConsumers({ stories, rows }: Evidence): Breach[] {
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return stories.consumers.flatMap((consumer) => {
    const { name, tenant, known, isUpToDate } = consumer;
    const breach = (guarantee: string, what: string, more: Partial<Breach> = {}): Breach => ({
      guarantee,
      what: `${name} of ${tenant.name}: ${what}`,
      tenant: tenant.name,
      ...more,
    });
    const words = [...judgeCursor(consumer, breach), ...judgeLeases(consumer, breach)];
    if (!isUpToDate)
      return [...words, breach('a consumer is not answered', 'it cannot read to the end')].slice(0, most);
    const missed = (byAccount.get(tenant.id) ?? [])
      .filter(({ id, seq }) => known.get(id)?.seq !== seq)
      .map(({ id, seq, status }) =>
        breach(
          'a consumer missed a change',
          `last got seq ${known.get(id)?.seq ?? 'none'}; there is seq ${seq}, ${status}`,
          { id },
        ),
      );
    return [...words.slice(0, most), ...missed.slice(0, most)];
  });
}

/** Counts what there was to judge. */
export function countConsumers({ stories }: Evidence): Record<string, number> {
  const { consumers } = stories;
  const words = consumers.flatMap((consumer) => consumer.words);
  const acks = words.filter(({ kind, status }) => kind === 'ack' && status === 200);
  return {
    consumers: consumers.length,
    judged: words.filter(({ kind }) => kind === 'read').length,
    acknowledged: acks.length,
    'died before or after it': consumers.reduce((sum, { deaths }) => sum + deaths, 0),
    'taken over': consumers.reduce((sum, each) => sum + takeovers(each).length, 0),
    'refused acknowledgements': words.filter(({ kind, status }) => kind === 'ack' && status === 409).length,
  };
}

type Say = (guarantee: string, what: string, more?: Partial<Breach>) => Breach;

function judgeCursor({ words }: Consumer, breach: Say): Breach[] {
  const found: Breach[] = [];
  /** What is certain to be acknowledged, and what may be. */
  let [certain, possible] = [0, 0];
  for (const { kind, seqs, seq, status, endedMs } of words) {
    if (kind === 'ack') {
      if (status === 200) certain = Math.max(certain, seq);
      possible = Math.max(possible, seq);
      continue;
    }
    const at = { atMs: endedMs };
    if (seqs.some((each, index) => index > 0 && each <= (seqs[index - 1] as number)))
      found.push(breach('a consumer in order', `seqs ${seqs.join(', ')} in one page`, at));
    if (seqs[0] !== undefined && seqs[0] <= certain)
      found.push(
        breach('acknowledged and given again', `seq ${seqs[0]} after ${certain} was acknowledged`, at),
      );
    if (seqs.length === 0 && seq > possible)
      found.push(
        breach(
          'a cursor moves only by being acknowledged',
          `it is at ${seq}; ${possible} was acknowledged`,
          at,
        ),
      );
  }
  return found;
}

/** Pages that were given under another lease than the page or acknowledgement before. */
function takeovers({ words }: Consumer): { heldFromMs: number; atMs: number }[] {
  const good = words.filter(({ status }) => status === 200);
  return good.flatMap(({ lease, endedMs }, index) => {
    const before = good[index - 1];
    return before && before.lease !== lease ? [{ heldFromMs: before.startedMs, atMs: endedMs }] : [];
  });
}

const judgeLeases = (consumer: Consumer, breach: Say): Breach[] =>
  takeovers(consumer)
    .filter(({ heldFromMs, atMs }) => atMs < heldFromMs + leaseMs)
    .map(({ heldFromMs, atMs }) =>
      breach(
        'one reader at a time',
        `another was given a page ${atMs - heldFromMs} ms after the last one's word`,
        { atMs },
      ),
    );
