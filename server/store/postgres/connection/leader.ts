// Which server leads, by what all of them say of themselves. Pure: it decides by its arguments.
import type { PollAnswer } from './host_poll.ts';
import type { ServerIdentity } from './server_identity.ts';

/** A server that takes writes. */
export interface Leader extends ServerIdentity {
  /** Its index among the servers of the URL. */
  at: number;
  timeline: number;
}

/** What earlier rounds have found. */
interface Known {
  leader: Leader | undefined;
  /** The highest timeline that was seen of the own database. */
  highest: number;
  /** Those that led at the highest timeline in the last round: more than one while nothing goes on because of it. */
  rivals: readonly Leader[];
}

type Choice =
  /** These lead at the highest timeline, in the order of the URL: one, unless there are two primaries. */
  | { kind: 'found'; leading: readonly [Leader, ...Leader[]] }
  /** This server holds another database. */
  | { kind: 'strange'; at: number };

/** A machine that answers so is there, and no server listens on it. */
const isStopped = (fault: unknown): boolean =>
  (fault as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';

/** Undefined where nothing changes. A server that does not answer changes nothing. */
export function chooseLeader(answers: readonly PollAnswer[], known: Known): Choice | undefined {
  const leading = answers.flatMap((answer, at): Leader[] => {
    if ('fault' in answer || answer.timeline === null) return [];
    return [{ ...answer, timeline: answer.timeline, at }];
  });
  const { leader } = known;
  const systemId = leader?.systemId ?? leading[0]?.systemId;
  const foreign = leading.find((server) => server.systemId !== systemId);
  const own = leading.filter((server) => server.systemId === systemId);
  const isInItsPlace = own.length === 0 && foreign?.at === leader?.at;
  if (foreign && (!leader || isInItsPlace)) return { kind: 'strange', at: foreign.at };
  const timeline = Math.max(...own.map((server) => server.timeline));
  if (timeline < known.highest) return undefined;
  const isKnown = ({ at }: Leader) => Number(at === leader?.at);
  const highest = own
    .filter((server) => server.timeline === timeline)
    .sort((one, other) => isKnown(other) - isKnown(one));
  const [first, ...others] = distinct([...highest, ...stillLeading(timeline, answers, known)]);
  return first && { kind: 'found', leading: [first, ...others] };
}

/** Those that led at this timeline and are silent now; one whose machine says that nobody listens there was stopped. */
function stillLeading(timeline: number, answers: readonly PollAnswer[], { leader, rivals }: Known): Leader[] {
  const before = rivals.length > 0 ? rivals : leader ? [leader] : [];
  return before.filter((server) => {
    const answer = answers[server.at] as PollAnswer;
    return server.timeline === timeline && 'fault' in answer && !isStopped(answer.fault);
  });
}

/** Each server once, since one may have several names: the first one of those given. In the order of the URL. */
function distinct(servers: readonly Leader[]): Leader[] {
  return servers
    .filter(({ startedAt }, index) => servers.findIndex((other) => other.startedAt === startedAt) === index)
    .sort((one, other) => one.at - other.at);
}
