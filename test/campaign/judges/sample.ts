// Evidence of a small campaign in which everything held, for tests that break one thing of it: a text on each route, one
// that came in, and one that was refused at the cap.
import type { Incoming } from '../load/inbound.ts';
import type { Sent } from '../load/sends.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Evidence, Left, Row } from './evidence.ts';
import { sampleStories } from './stories/sample_stories.ts';

export const tenant: Tenant = {
  name: 'mixed',
  id: 7n,
  role: 'capped',
  ways: ['simulated', 'smsc'],
  cap: 3,
  keys: [],
  number: '+15005570001',
  smscs: [0, 1],
};

/** A text that was asked for and answered with 200. */
export const sampleSent = (number: number, fields: Partial<Sent> = {}): Sent => ({
  word: `w${number}w`,
  tenant,
  address: `+1300000000${number}`,
  isAlone: true,
  body: `w${number}w hello`,
  clientRef: `ref-${number}`,
  route: 'gateway',
  askedMs: number * 1_000,
  dueMs: null,
  reported: [{ atMs: number * 1_000 + 5, status: 200, code: null, id: number, gateway: 0, isRepeat: false }],
  unanswered: 0,
  first: { status: 200, ms: 5 },
  totalMs: 5,
  ...fields,
});

/** The row of a text that was delivered. */
export const sampleRow = (number: number, fields: Partial<Row> = {}): Row => ({
  accountId: tenant.id,
  id: number,
  seq: number * 10,
  direction: 'out',
  address: `+1300000000${number}`,
  addressNorm: `+1300000000${number}`,
  body: `w${number}w hello`,
  status: 'delivered',
  error: null,
  clientRef: `ref-${number}`,
  route: 'gateway',
  charged: true,
  ...fields,
});

/** What the SMSC's ledger says of a text. */
export const sampleLeft = (number: number, fields: Partial<Left> = {}): Left => ({
  way: 'smsc',
  where: 'smsc-0',
  word: `w${number}w`,
  part: 1,
  total: 1,
  recipient: `+1300000000${number}`,
  text: `w${number}w hello`,
  receipt: 'reported',
  atMs: number * 1_000 + 500,
  ...fields,
});

const incoming: Incoming = {
  word: 'i1i',
  tenant,
  way: 'smsc',
  from: '+15050000001',
  body: 'i1i hello back',
  atMs: 4_000,
  name: 'in-i1i',
  smsc: 0,
  parts: 1,
  pdus: [],
};

/** Evidence without a breach; what a test needs otherwise it replaces. */
export function sampleEvidence(): Evidence {
  const received = sampleRow(4, {
    direction: 'in',
    address: incoming.from,
    addressNorm: incoming.from,
    body: incoming.body,
    status: 'received',
    clientRef: null,
    charged: false,
  });
  const stop = {
    ...received,
    id: 6,
    seq: 60,
    address: '+14700000001',
    addressNorm: '+14700000001',
    body: 'STOP',
  };
  const rows = [sampleRow(1), sampleRow(2), sampleRow(3, { route: 'device' }), received, stop];
  const refused = { atMs: 5_005, status: 402, code: 'cap_reached', id: null, gateway: 1, isRepeat: false };
  return {
    tenants: [tenant],
    sends: [
      sampleSent(1),
      sampleSent(2),
      sampleSent(3, { route: 'device', dueMs: 3_400 }),
      sampleSent(5, { reported: [refused] }),
    ],
    rows,
    left: [sampleLeft(1), sampleLeft(2), sampleLeft(3, { way: 'simulated', where: 'agent-mixed', text: '' })],
    incoming: [{ ...incoming, fate: { acknowledged: 'yes', isTwice: false, isLost: false } }],
    accounts: [{ id: tenant.id, used: 3, charged: 3 }],
    threads: rows.map(({ accountId, addressNorm, id }) => ({ accountId, addressNorm, count: 1, last: id })),
    readers: [readerOf(rows)],
    threadFaults: [],
    crashes: [],
    oddities: [],
    revokedUses: [],
    modemLostReports: 0,
    leaks: [],
    deaf: [],
    faults: [],
    stories: sampleStories(tenant, rows),
  };
}

/** A reader that knows these rows. */
export const readerOf = (rows: readonly Row[]): Evidence['readers'][number] => ({
  name: 'poller',
  tenant,
  known: new Map(rows.map(({ id, seq, status, error, body }) => [id, { seq, status, error, body }])),
  faults: [],
  isUpToDate: true,
});
