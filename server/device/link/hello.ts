// An agent's Hello, checked against the protocol's bounds, and which version of the protocol
// both sides speak.
import { type Hello, ReceiptSupport, SentMeans } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { isName, mostSims, ProtocolError } from '../reports.ts';

/** A range of versions, both ends included. */
interface SpokenVersions {
  oldest: number;
  newest: number;
}

/** The versions that this core speaks. */
export const spokenHere: SpokenVersions = { oldest: 1, newest: 1 };

/** An agent's range; it speaks its newest alone when it names no oldest one. Throws ProtocolError for an empty range. */
export function spokenByAgent(oldest: number, newest: number): SpokenVersions {
  if (oldest > newest) throw new ProtocolError('oldest_protocol_version must not be above protocol_version');
  return { oldest: oldest === 0 ? newest : oldest, newest };
}

const named = ({ oldest, newest }: SpokenVersions) =>
  oldest === newest ? `version ${newest}` : `versions ${oldest} to ${newest}`;

/** The newest version that both speak; a sentence for people when there is none. */
export function agreeOnVersion(agent: SpokenVersions, core: SpokenVersions): number | string {
  const newest = Math.min(agent.newest, core.newest);
  if (newest >= Math.max(agent.oldest, core.oldest)) return newest;
  const both = `the core speaks ${named(core)} of the link protocol, the agent ${named(agent)}`;
  return agent.newest < core.oldest
    ? `the agent is too old for this core: ${both}; update the agent`
    : `the core is too old for this agent: ${both}; update the core, or install an older agent`;
}

const maxWindow = 100;
/** Longest agent_version and driver, in characters. */
const maxWordLength = 64;

/** A name that an agent gives itself, within bounds. */
export interface Greeting {
  versions: SpokenVersions;
  agentVersion: string;
  driver: string;
  journalId: string;
  /** Most jobs that it takes at a time. */
  window: number;
  /** The slots of its SIMs, at least one, ascending. */
  sims: readonly number[];
  /** Whether delivery receipts come from it; null when it does not say. */
  givesReceipts: boolean | null;
  /** Whether it takes Cancel. */
  takesCancel: boolean;
}

/** U+0000 cannot be stored; any other character is fine. */
const name = (field: string, text: string): string => {
  if (lengthInCodePoints(text) > maxWordLength)
    throw new ProtocolError(`${field} must have at most ${maxWordLength} characters`);
  return text.replaceAll('\u0000', '');
};

function slotsOf(sims: readonly number[]): number[] {
  if (sims.length === 0) return [1];
  if (sims.length > mostSims) throw new ProtocolError(`sims must have at most ${mostSims} entries`);
  if (sims.some((slot) => slot < 1 || slot > mostSims))
    throw new ProtocolError(`a sim must be from 1 to ${mostSims}`);
  if (new Set(sims).size < sims.length) throw new ProtocolError('a sim came twice');
  return [...sims].sort((a, b) => a - b);
}

function receiptsOf(support: ReceiptSupport): boolean | null {
  switch (support) {
    case ReceiptSupport.UNSPECIFIED:
      return null;
    case ReceiptSupport.NONE:
      return false;
    case ReceiptSupport.DELIVERY:
      return true;
    default:
      throw new ProtocolError('receipts is not known');
  }
}

/** The versions that an agent speaks. Read them first: another version may give everything else another meaning. */
export const versionsOf = ({ oldestProtocolVersion, protocolVersion }: Hello): SpokenVersions =>
  spokenByAgent(oldestProtocolVersion, protocolVersion);

/** Checks a hello of a version that is spoken here. Throws ProtocolError. */
export function readHello(hello: Hello): Greeting {
  if (!isName(hello.journalId, 64)) throw new ProtocolError('journal_id must have 1 to 64 characters');
  if (hello.window < 1 || hello.window > maxWindow)
    throw new ProtocolError(`window must be from 1 to ${maxWindow}`);
  if (hello.sentMeans > SentMeans.HANDED_OFF || hello.sentMeans < 0)
    throw new ProtocolError('sent_means is not known');
  return {
    versions: versionsOf(hello),
    agentVersion: name('agent_version', hello.agentVersion),
    driver: name('driver', hello.driver),
    journalId: hello.journalId,
    window: hello.window,
    sims: slotsOf(hello.sims),
    givesReceipts: receiptsOf(hello.receipts),
    takesCancel: hello.takesCancel,
  };
}
