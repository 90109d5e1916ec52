// Judges webhooks by the endpoints' own ledger: every text's last change came, in order of seq; only the request that was
// under way when something went wrong comes again; and an id stands for one event.
import type { DoneFault } from '../../timeline.ts';
import type { Breach, Evidence } from '../evidence.ts';
import type { RequestGot, WebhookGot } from './evidence.ts';

/** Breaches of one endpoint that are listed one by one. */
const most = 20;
/** What a fault leaves behind is felt so much later, in milliseconds: a claim runs out, an answer is waited for. */
const aftermathMs = 25_000;

/** What may end a request that was taken before that is written down. */
const interrupts = /core|database|end_sessions|fill_disk|endpoint|hold_account|kill_after_stop/;
/** What lets a core go on late with what it had begun, though another one has taken over. */
const sleeps = /^(freeze_(core|database)|(slow|half_open|stop_amid)_core_database)$/;

const isTaken = ({ status }: RequestGot) => status !== null && status >= 200 && status < 300;
const textsOf = ({ events }: RequestGot) => events.flatMap(({ text }) => (text ? [text] : []));

/** Judges every endpoint. */
export function judgeWebhooks({ stories, rows, faults }: Evidence): Breach[] {
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return stories.webhooks.flatMap((webhook) => {
    const breach = (guarantee: string, what: string, more: Partial<Breach> = {}): Breach => ({
      guarantee,
      what: `${webhook.name}: ${what}`,
      tenant: webhook.tenant.name,
      ...more,
    });
    const taken = new Set(
      webhook.requests
        .filter(isTaken)
        .flatMap((request) => textsOf(request).map(({ id, seq }) => `${id} ${seq}`)),
    );
    const missed = (byAccount.get(webhook.tenant.id) ?? [])
      .filter(({ id, seq }) => !taken.has(`${id} ${seq}`))
      .map(({ id, seq, status }) => breach('an event never came', `seq ${seq}, ${status}`, { id }));
    const unsigned = webhook.requests
      .filter(({ isSigned }) => !isSigned)
      .map(({ atMs }) => breach('a request without its signature', 'it is signed otherwise', { atMs }));
    const order = judgeOrder(webhook, faults).map(({ atMs, what }) =>
      breach('events in order', what, { atMs }),
    );
    const ids = judgeIds(webhook).map(({ atMs, what }) => breach('an id is one event', what, { atMs }));
    return [missed, unsigned, order, ids].flatMap((list) => list.slice(0, most));
  });
}

/** Counts what there was to judge. */
export function countWebhooks({ stories }: Evidence): Record<string, number> {
  const requests = stories.webhooks.flatMap((webhook) => webhook.requests);
  const got = requests.filter(isTaken);
  return {
    endpoints: stories.webhooks.length,
    requests: requests.length,
    'not answered 2xx': requests.length - got.length,
    judged: got.flatMap(textsOf).length,
    'more than once':
      got.flatMap(textsOf).length -
      new Set(got.flatMap(({ events }) => events.map(({ id, content }) => id + content))).size,
  };
}

interface Fault {
  atMs: number;
  what: string;
}

function judgeOrder({ requests, replayedMs }: WebhookGot, faults: readonly DoneFault[]): Fault[] {
  const found: Fault[] = [];
  /** Beyond the request before the last one that was taken, and the last one's end. */
  let [floor, top, takenMs] = [0, 0, 0];
  let isReplayed = false;
  for (const request of requests) {
    const { atMs } = request;
    const seqs = textsOf(request).map(({ seq }) => seq);
    const [first, last] = [seqs[0], seqs.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (seqs.some((seq, index) => index > 0 && seq <= (seqs[index - 1] as number)))
      found.push({ atMs, what: `seqs ${seqs.join(', ')} in one request` });
    if (!isReplayed && first <= top && atMs >= replayedMs && atMs < replayedMs + aftermathMs)
      [floor, top, isReplayed] = [0, 0, true];
    const isExcused = faults.some(
      ({ kind, beganMs, endedMs }) =>
        interrupts.test(kind) && beganMs <= atMs && (endedMs ?? Infinity) + aftermathMs >= takenMs,
    );
    const isSlept = faults.some(
      ({ kind, beganMs, endedMs }) =>
        sleeps.test(kind) && beganMs <= atMs && (endedMs ?? Infinity) + aftermathMs >= atMs,
    );
    if (first <= floor && !isSlept)
      found.push({
        atMs,
        what: `seq ${first} came again, though a request after it was taken (up to ${floor})`,
      });
    else if (first <= top && !isExcused)
      found.push({ atMs, what: `seq ${first} came again, though it was taken and nothing was wrong` });
    if (!isTaken(request)) continue;
    if (first > top) floor = top;
    top = Math.max(top, last);
    takenMs = atMs;
  }
  return found;
}

function judgeIds({ requests }: WebhookGot): Fault[] {
  const contents = new Map<string, string>();
  const requestOf = new Map<string, string>();
  const found: Fault[] = [];
  for (const { atMs, requestId, events } of requests) {
    for (const { id, content } of events) {
      const before = contents.get(id) ?? content;
      if (before !== content) found.push({ atMs, what: `${id} was ${before}, and is ${content}` });
      contents.set(id, before);
    }
    const held = events.map(({ id }) => id).join(' ');
    const before = requestOf.get(requestId) ?? held;
    if (before !== held) found.push({ atMs, what: `request ${requestId} held ${before}, and holds ${held}` });
    requestOf.set(requestId, before);
  }
  return found;
}
