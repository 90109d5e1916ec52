// The two doors to one service, as a test sees them: REST, and gRPC. Each answers in the same words, so that what they
// answer can be held against each other.

import type { ActName } from './delivery.ts';

/** Who asks. */
export interface Caller {
  /** The account that the key acts for. */
  accountId: bigint;
  key: string;
  /** X-SVC-Account. */
  target?: string;
}

export interface Text {
  address: string;
  body: string;
  client_ref?: string;
  route?: 'device' | 'gateway';
  /** An instant in UTC. */
  send_at?: string;
  urgent?: boolean;
}

export interface Hours {
  time_zone: string;
  from: string;
  until: string;
}

export interface Page {
  limit?: number;
  /** `since`, `cursor` or `before`. */
  from?: string;
}

/** What was answered. */
export interface Outcome {
  /** `ok`, or the error's code. */
  code: string;
  /** The documented body; absent for an error. */
  answer?: unknown;
  /** Whether a refusal for too many requests says when to come back. */
  saysWhen?: boolean;
  /** What a replay says besides. */
  replay?: { replayed: boolean; differs: boolean };
  /** The key's allowance; absent when no key was judged. */
  rate?: { limit: number; windowSeconds: number; remaining: number };
}

/** What can be asked through either door. */
/** Which stats are asked for. */
export interface AskedStats {
  from?: string;
  to?: string;
  by?: string;
  split?: string;
}

export interface Door {
  send(caller: Caller, text: Text): Promise<Outcome>;
  getMessage(caller: Caller, id: string): Promise<Outcome>;
  listChanges(caller: Caller, page: Page): Promise<Outcome>;
  listThreads(caller: Caller, page: Page): Promise<Outcome>;
  listThreadMessages(caller: Caller, address: string, page: Page): Promise<Outcome>;
  getMe(caller: Caller): Promise<Outcome>;
  getUsage(caller: Caller): Promise<Outcome>;
  listStats(caller: Caller, asked: AskedStats): Promise<Outcome>;
  listAccounts(caller: Caller): Promise<Outcome>;
  changePlan(caller: Caller, plan: string): Promise<Outcome>;
  listOptOuts(caller: Caller, asked: { limit?: number; address?: string }): Promise<Outcome>;
  addOptOut(caller: Caller, address: string): Promise<Outcome>;
  removeOptOut(caller: Caller, address: string): Promise<Outcome>;
  cancel(caller: Caller, id: string): Promise<Outcome>;
  listEvents(caller: Caller, id: string): Promise<Outcome>;
  /** What has become of a text, without a wait. */
  findOutcome(caller: Caller, id: string): Promise<Outcome>;
  /** Does something with the consumer or webhook of that name. */
  arrange(caller: Caller, act: ActName, name: string, body?: Record<string, unknown>): Promise<Outcome>;
  readConsumer(caller: Caller, name: string, lease?: string): Promise<Outcome>;
  getQuietHours(caller: Caller): Promise<Outcome>;
  setQuietHours(caller: Caller, hours: Hours): Promise<Outcome>;
  clearQuietHours(caller: Caller): Promise<Outcome>;
  importOptOuts(caller: Caller, csv: string): Promise<Outcome>;
}
