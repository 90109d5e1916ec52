// Compares what an account was shown with what the phones' radios did, and with the phones' acknowledged reports.
// Each text of a story has its own words, and they match the three.
import type { Exchange } from '../support/stock_phone/conversation.ts';
import type { SentLine } from '../support/stock_phone/ledger.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { PublicText } from './world.ts';

export interface Evidence {
  /** The words of the accepted texts. */
  accepted: readonly string[];
  texts: readonly PublicText[];
  phones: readonly StockPhone[];
  /** Phones were away for longer than the service waits for a report: a text that they then report as sent may have ended as unknown. */
  isLong?: boolean;
}

interface Report {
  id: string;
  state: string;
  error: string;
  /** The service must know it. Without an answer it may know it: the answer may have been lost with who had to pass it on. */
  isAcknowledged: boolean;
}

/** What the phones' conversations and radios say about one text. */
interface Trace {
  /** Names under which it was listed, each with the token that it was listed to. */
  names: Set<string>;
  lines: SentLine[];
  /** Reports of it: the state and the error of its one recipient. */
  reports: Report[];
  /** Extra hand-overs that the phone itself caused. */
  excused: number;
}

/** The faults, a line each. */
export function judge(evidence: Evidence): string[] {
  const traces = traceAll(evidence.phones);
  return [
    ...evidence.accepted.flatMap((words) => judgeSent(words, evidence, traces.get(words))),
    ...judgeReceived(evidence),
    ...evidence.phones.flatMap(({ conversation }) => conversation.departures),
  ];
}

function traceAll(phones: readonly StockPhone[]): Map<string, Trace> {
  const traces = new Map<string, Trace>();
  const traceOf = (words: string) => {
    const known = traces.get(words);
    const trace = known ?? { names: new Set<string>(), lines: [], reports: [], excused: 0 };
    if (!known) traces.set(words, trace);
    return trace;
  };
  for (const phone of phones) {
    const wordsOf = new Map<string, string>();
    for (const exchange of phone.conversation.calls('GET', '/message')) {
      for (const { id, words } of listedIn(exchange)) {
        wordsOf.set(id, words);
        traceOf(words).names.add(`${id} for ${exchange.headers.authorization}`);
      }
    }
    for (const exchange of phone.conversation.calls('PATCH', '/message'))
      for (const report of reportsIn(exchange))
        traceOf(wordsOf.get(report.id) ?? report.id).reports.push(report);
    for (const line of phone.ledger.sent) traceOf(line.words).lines.push(line);
    for (const { id } of phone.ownDoubles) traceOf(wordsOf.get(id) ?? id).excused += 1;
  }
  return traces;
}

function listedIn({ status, answer }: Exchange): { id: string; words: string }[] {
  if (status !== 200) return [];
  const items = JSON.parse(answer) as { id: string; textMessage?: { text: string }; message?: string }[];
  return items.map(({ id, textMessage, message }) => ({ id, words: textMessage?.text ?? message ?? '' }));
}

function reportsIn({ body = '[]', status }: Exchange): Report[] {
  const items = JSON.parse(body) as { id: string; recipients: { state: string; error?: string }[] }[];
  return items.map(({ id, recipients: [recipient] }) => ({
    id,
    state: recipient?.state ?? '',
    error: recipient?.error ?? '',
    isAcknowledged: status === 204,
  }));
}

const nothing: Trace = { names: new Set(), lines: [], reports: [], excused: 0 };

function judgeSent(words: string, { texts, isLong = false }: Evidence, trace = nothing): string[] {
  const rows = texts.filter(({ direction, body }) => direction === 'out' && body === words);
  const [text, ...more] = rows;
  if (!text) return [`"${words}" was accepted and is not there`];
  const faults = more.length > 0 ? [`"${words}" is there ${rows.length} times`] : [];
  const { names, lines, reports, excused } = trace;
  // A second name is right after a report that the first one failed for good: the app never takes that back.
  const failed = new Set(reports.filter(({ state }) => state === 'Failed').map(({ id }) => id));
  const open = [...names].filter((name) => !failed.has(name.split(' ')[0] ?? ''));
  if (names.size > 1 && open.length > 1)
    faults.push(`"${words}" was listed under ${names.size} names: ${[...names].join(', ')}`);
  if (lines.length > 1 + excused) faults.push(`"${words}" left ${lines.length} times`);
  const fault = faultOfStatus(text, trace, isLong);
  if (fault !== undefined) faults.push(`"${words}" is ${text.failure ?? text.status}: ${fault}`);
  return faults;
}

/** The app never handed it over. An expiry proves nothing if the hub set a time that had already passed. */
const isRefusal = (error: string) => error.startsWith("Can't send message");

/** Why a text cannot be in the state that its account sees; undefined when it can. */
function faultOfStatus(
  { status, failure }: PublicText,
  { names, lines, reports }: Trace,
  isLong: boolean,
): string | undefined {
  const left = lines.length > 0;
  const leftWhole = lines.some((line) => line.left === line.parts);
  const posted = (...states: string[]) => reports.filter(({ state }) => states.includes(state));
  const reported = (...states: string[]) => posted(...states).some(({ isAcknowledged }) => isAcknowledged);
  switch (failure ?? status) {
    case 'delivered':
      if (!leftWhole) return 'it never left';
      return posted('Delivered').length > 0 ? undefined : 'no receipt was reported';
    case 'sent':
      if (!left) return 'it never left';
      return reported('Delivered') ? 'a receipt was reported' : undefined;
    case 'expired_in_queue':
    case 'cancelled':
      return left ? 'it left' : undefined;
    case 'rejected_by_network':
    case 'device_failed':
      if (reported('Sent', 'Delivered') && posted('Failed').length === 0) return 'it was reported as sent';
      return leftWhole && !reports.some(({ error }) => error.startsWith('Delivery result'))
        ? 'it left as a whole'
        : undefined;
    case 'outcome_unknown': {
      if (names.size === 0) return 'it was never listed';
      if (reported('Delivered') || (reported('Sent') && !isLong)) return 'it was reported as sent';
      return reports.some(({ error, isAcknowledged }) => isAcknowledged && isRefusal(error)) && !left
        ? 'it was reported as refused'
        : undefined;
    }
    default:
      return 'it never ended';
  }
}

/** Each received text is there once, except those that the app lost, swallowed or still has to post. */
function judgeReceived({ texts, phones }: Evidence): string[] {
  const inbound = texts.filter(({ direction }) => direction === 'in');
  const lines = phones.flatMap(({ ledger }) => ledger.received);
  const lost = phones.reduce((sum, { ownLosses }) => sum + ownLosses.length, 0);
  const countOf = (words: string, sender: string) =>
    inbound.filter(({ body, address }) => body === words && address === sender).length;
  const waiting = new Set(phones.flatMap(({ waitingWords }) => waitingWords));
  const missing = lines.filter(({ words, sender }) => countOf(words, sender) === 0 && !waiting.has(words));
  const repeated = lines.filter(({ words, sender }) => countOf(words, sender) > 1);
  const invented = inbound.filter(({ body }) => !lines.some(({ words }) => words === body));
  return [
    ...(missing.length > lost ? missing.map(({ words }) => `"${words}" came in and is not there`) : []),
    ...repeated.map(
      ({ words, sender }) => `"${words}" came in once and is there ${countOf(words, sender)} times`,
    ),
    ...invented.map(({ body }) => `"${body}" is there and never came in`),
  ];
}
