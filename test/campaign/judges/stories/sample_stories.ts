// Stories of a small campaign in which everything held, for tests that break one thing of it.
import type { Tenant } from '../../world/tenant.ts';
import type { EventGot, RequestGot, StopFate, StoryEvidence } from './evidence.ts';

/** Whoever wrote this to the account's number got nothing more; its text is the sample's fifth row. */
export const sampleStop = (tenant: Tenant, fields: Partial<StopFate> = {}): StopFate => ({
  tenant,
  recipient: '+14700000001',
  way: 'smsc',
  stop: { askedMs: 20_000, acknowledgedMs: 20_100, isHeld: false, isTwice: false },
  start: null,
  held: [],
  ...fields,
});

/** The event of a text's change. */
export const sampleEvent = (id: number, seq: number, fields: Partial<EventGot> = {}): EventGot => ({
  id: `${id}.${seq}`,
  content: `text ${id} at ${seq}`,
  text: { id, seq },
  ...fields,
});

/** A request that was taken. */
export const sampleRequest = (
  atMs: number,
  events: readonly EventGot[],
  fields: Partial<RequestGot> = {},
): RequestGot => ({
  atMs,
  requestId: `evt_${events.map(({ id }) => id).join('_')}`,
  isSigned: true,
  events: [...events],
  status: 204,
  ...fields,
});

/** Each story played once; `changes` are what the account's texts came to. */
export function sampleStories(
  tenant: Tenant,
  changes: readonly { id: number; seq: number; status: string; error: string | null; body: string }[],
): StoryEvidence {
  const ordered = [...changes].sort((a, b) => a.seq - b.seq);
  const events = ordered.map(({ id, seq }) => sampleEvent(id, seq));
  const seqs = ordered.map(({ seq }) => seq);
  const seq = seqs.at(-1) ?? 0;
  const times = { startedMs: 30_000, endedMs: 30_010 };
  return {
    played: ['stops', 'webhooks', 'consumers', 'cancels', 'later', 'batches'],
    stops: [sampleStop(tenant)],
    imports: [{ numbers: 2, status: 200 }],
    webhooks: [
      {
        name: 'shop',
        tenant,
        secret: null,
        replayedMs: 0,
        requests: events.map((event, index) => sampleRequest(40_000 + index * 1_000, [event])),
      },
    ],
    consumers: [
      {
        name: 'orders',
        tenant,
        words: [
          { kind: 'read', ...times, lease: 'a', seqs, seq, status: 200 },
          { kind: 'ack', ...times, lease: 'a', seqs: [], seq, status: 200 },
        ],
        known: new Map(ordered.map((change) => [change.id, change])),
        deaths: 0,
        isUpToDate: true,
      },
    ],
    cancels: [
      { word: 'w1w', askedMs: 1_100, status: 409, code: 'not_cancellable', error: null, unanswered: 0 },
    ],
    batches: [{ tenant, askedMs: 1_000, words: ['w1w', 'w2w'], status: 200, shown: ['w1w', null] }],
  };
}
