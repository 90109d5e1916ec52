// What a campaign leaves behind for its judges: what clients asked and were answered, what the counterparts' ledgers say, and
// what the tables hold. Plain data, so that a test can make it up.
import type { Oddity, RevokedUse } from '../load/caller.ts';
import type { Incoming } from '../load/inbound.ts';
import type { Read, ReadFault } from '../load/reader.ts';
import type { Sent } from '../load/sends.ts';
import type { DoneFault } from '../timeline.ts';
import type { Crash } from '../world/kept_process.ts';
import type { Tenant } from '../world/tenant.ts';
import type { StoryEvidence } from './stories/evidence.ts';

/** A row of the table of texts. */
export interface Row {
  accountId: bigint;
  id: number;
  seq: number;
  direction: 'out' | 'in';
  address: string;
  addressNorm: string;
  body: string;
  status: string;
  error: string | null;
  clientRef: string | null;
  route: string;
  charged: boolean;
}

/** One part that a counterpart's ledger says it took. */
export interface Left {
  way: 'simulated' | 'modem' | 'smsc';
  /** Which one of them. */
  where: string;
  /** Of the text that it is of; null when no text is known that it could be of. */
  word: string | null;
  part: number;
  total: number;
  recipient: string;
  text: string;
  /** What became of its receipt: acknowledged by us, not asked for or never sent, or not acknowledged yet. */
  receipt: 'reported' | 'none' | 'waiting';
  /** When the counterpart read it; null where its clock is one that faults step. */
  atMs: number | null;
}

/** What the counterpart knows of a text that it had for us. */
export interface IncomingFate {
  /** Whether we have said that we have it; unknown: the counterpart does not know. */
  acknowledged: 'yes' | 'no' | 'unknown';
  /** It was delivered again on purpose after that. */
  isTwice: boolean;
  /** The counterpart itself lost it. */
  isLost: boolean;
}

export interface Account {
  id: bigint;
  used: number;
  charged: number;
}

export interface Thread {
  accountId: bigint;
  addressNorm: string;
  count: number;
  last: number;
}

export interface ReaderEvidence {
  name: string;
  tenant: Tenant;
  known: ReadonlyMap<number, Read>;
  faults: readonly ReadFault[];
  /** Whether it could read to the end after all was well. */
  isUpToDate: boolean;
}

export interface Evidence {
  tenants: readonly Tenant[];
  sends: readonly Sent[];
  rows: readonly Row[];
  left: readonly Left[];
  incoming: readonly (Incoming & { fate: IncomingFate })[];
  accounts: readonly Account[];
  threads: readonly Thread[];
  readers: readonly ReaderEvidence[];
  threadFaults: readonly ReadFault[];
  crashes: readonly Crash[];
  oddities: readonly Oddity[];
  revokedUses: readonly RevokedUse[];
  /** Reports that the modem itself threw away, as one does that starts anew. */
  modemLostReports: number;
  /** Lines of the processes' logs that name a key, or a text's words. */
  leaks: readonly { file: string; line: string }[];
  /** What did not answer after all was well. */
  deaf: readonly string[];
  /** What was done to the system meanwhile. */
  faults: readonly DoneFault[];
  stories: StoryEvidence;
}

/** A guarantee that was broken, once. */
export interface Breach {
  /** Which one, in a few words; the same for all of its kind. */
  guarantee: string;
  what: string;
  tenant?: string;
  /** The text's word, id and when it was asked for, where it is about one. */
  word?: string;
  id?: number;
  atMs?: number;
}
