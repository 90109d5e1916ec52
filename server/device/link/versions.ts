// Which version of the link protocol two sides speak: the newest that both know, or none, and then a sentence that
// says which side is to be updated.
import { ProtocolError } from '../reports.ts';

/** A range of versions, both ends included. */
export interface SpokenVersions {
  oldest: number;
  newest: number;
}

/** What this core speaks. */
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
