// The client_refs that a send may have had before, as a tool's call may. Only this process can name them, for a request that
// it sends to itself; clients cannot.
import type { IncomingMessage } from 'node:http';

const named = new WeakMap<IncomingMessage, string[]>();

export const nameEarlierRefs = (request: IncomingMessage, refs: string[]): void =>
  void named.set(request, refs);

/** None for a request of a client. */
export const earlierRefsOf = (request: IncomingMessage): string[] => named.get(request) ?? [];
