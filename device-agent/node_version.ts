// The oldest Node that can run the agent. This file is loaded by any Node, so it imports nothing.

/** From here on node:sqlite is there without a flag, waits for locks and knows whether it is open. */
export const oldestNode = '22.16.0';

/** The fault of this Node, in one line; undefined for one that will do. `version` as in process.versions.node. */
export function describeOldNode(version: string): string | undefined {
  if (compare(version, oldestNode) >= 0) return undefined;
  return `textrelay-agent needs Node ${oldestNode} or newer, and this is ${version}; its journal needs node:sqlite`;
}

function compare(one: string, other: string): number {
  const others = other.split('.').map(Number);
  for (const [index, part] of one.split('.').map(Number.parseFloat).entries()) {
    const difference = part - (others[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
