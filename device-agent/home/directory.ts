// The owner of the agent's directory. Root may write everywhere, and what root writes there the agent cannot read: a
// command that writes is stopped before it does that.
import { statSync } from 'node:fs';
import { AgentError } from '../agent_error.ts';

/** The user id of this process, where the system has such. */
export const ownUid = (): number | undefined => process.getuid?.();

/** Throws an AgentError when root is about to write into another user's directory. A missing directory is fine. */
export function refuseForeignDir(dir: string, uid = ownUid()): void {
  const owner = ownerOf(dir);
  if (uid !== 0 || owner === undefined || owner === 0) return;
  throw new AgentError(`${dir} belongs to another user: ${asOwner(owner)}`);
}

/** The command that acts as the owner. */
export function asOwner(uid: number): string {
  return `run this as its owner, with sudo -u '#${uid}' in front`;
}

/** The owner's user id; undefined when the directory is missing or cannot be seen. */
function ownerOf(dir: string): number | undefined {
  try {
    return statSync(dir).uid;
  } catch {
    return undefined;
  }
}
