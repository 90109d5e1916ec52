// The judges of the stories, on evidence that a test has made up: each kind of breach is found and named, and what is allowed
// is not.
import { expect, test } from 'vitest';
import { answerWord } from '../../load/stories/stop_rounds.ts';
import type { DoneFault } from '../../timeline.ts';
import type { Evidence, Left } from '../evidence.ts';
import { judge } from '../judge.ts';
import { sampleEvidence, sampleLeft, sampleRow, sampleSent, tenant } from '../sample.ts';
import type { RequestGot, StopFate, StoryEvidence } from './evidence.ts';
import { sampleEvent, sampleRequest, sampleStop } from './sample_stories.ts';

const found = (evidence: Evidence) => judge(evidence).map(({ guarantee }) => guarantee);
const good = sampleEvidence();
const stopMs = sampleStop(tenant).stop.acknowledgedMs as number;
const { recipient } = sampleStop(tenant);

const played = (fields: Partial<StoryEvidence>): Evidence => ({
  ...good,
  stories: { ...good.stories, ...fields },
});
const fault = (kind: string, beganMs: number, endedMs: number): DoneFault => ({
  number: 1,
  kind,
  victim: 'core-0',
  beganMs,
  endedMs,
});

/** A text to whoever wrote STOP, taken by an SMSC so long after it. */
const taken = (afterMs: number, fields: Partial<Left> = {}): Left =>
  sampleLeft(7, { recipient, atMs: stopMs + afterMs, ...fields });
/** The same, of a text that was accepted before. */
const before = sampleSent(7, { address: recipient, reported: [] });
const withStop = (
  left: readonly Left[],
  fields: Partial<StopFate> = {},
  faults: DoneFault[] = [],
): Evidence => ({
  ...played({ stops: [sampleStop(tenant, fields)] }),
  left: [...good.left, ...left],
  sends: [...good.sends, before],
  faults,
});
const asked = (atMs: number, report: { status: number; code: string | null }): Evidence['sends'] => [
  ...good.sends,
  sampleSent(7, {
    address: recipient,
    askedMs: atMs,
    reported: [
      { atMs: atMs + 5, id: report.status === 200 ? 7 : null, gateway: 0, isRepeat: false, ...report },
    ],
  }),
];
const started = (fields = {}) => ({
  start: {
    askedMs: stopMs + 5_000,
    acknowledgedMs: stopMs + 5_100,
    isHeld: false,
    isTwice: false,
    ...fields,
  },
});

const webhook = good.stories.webhooks[0] as StoryEvidence['webhooks'][number];
const requests = webhook.requests;
const withRequests = (changed: readonly RequestGot[], faults: DoneFault[] = []): Evidence => ({
  ...played({ webhooks: [{ ...webhook, requests: [...changed] }] }),
  faults,
});
const again = (index: number, atMs: number): RequestGot => ({ ...(requests[index] as RequestGot), atMs });

const consumer = good.stories.consumers[0] as StoryEvidence['consumers'][number];
type Word = StoryEvidence['consumers'][number]['words'][number];
const [page, ack] = consumer.words as [Word, Word];
const withWords = (words: Word[]): Evidence => played({ consumers: [{ ...consumer, words }] });
const later = (atMs: number) => ({ startedMs: atMs, endedMs: atMs + 10 });

const cancel = good.stories.cancels[0] as StoryEvidence['cancels'][number];
const done = { ...cancel, status: 200, code: null, error: 'cancelled: by its account' };
const rowOf = (fields: Parameters<typeof sampleRow>[1]) =>
  good.rows.map((row) => (row.id === 1 ? { ...row, ...fields } : row));
const cancelledRecipient = { status: 'failed', error: 'cancelled: by its account', charged: false };

const batch = good.stories.batches[0] as StoryEvidence['batches'][number];

const breaches: [guarantee: string, evidence: Evidence][] = [
  ['a text after a STOP', withStop([taken(2_500)])],
  ['a text after a STOP', withStop([taken(2_500)], started())],
  // What killed cores leave behind is no excuse.
  ['a text after a STOP', withStop([taken(5_500)], {}, [fault('kill_after_stop', stopMs, stopMs + 4_000)])],
  ['a text after a STOP', withStop([taken(2_500)], {}, [fault('freeze_core', 0, stopMs - 9_000)])],
  ['a text after a STOP', withStop([sampleLeft(8, { way: 'simulated', atMs: null })], { held: ['w8w'] })],
  [
    'a text after a STOP',
    {
      ...withStop([taken(0, { way: 'simulated', atMs: null })]),
      sends: [...good.sends, { ...before, dueMs: stopMs + 2_500 }],
    },
  ],
  ['accepted after a STOP', { ...good, sends: asked(stopMs + 100, { status: 200, code: null }) }],
  ['a STOP was lost', { ...good, rows: good.rows.filter(({ body }) => body !== 'STOP') }],
  [
    'a STOP was not taken',
    withStop([], { stop: { askedMs: 20_000, acknowledgedMs: null, isHeld: true, isTwice: false } }),
  ],
  [
    'a STOP was answered twice',
    {
      ...good,
      rows: [
        ...good.rows,
        ...[8, 9].map((id) => sampleRow(id, { addressNorm: recipient, body: `${answerWord} bye` })),
      ],
    },
  ],
  [
    'START lifts what STOP set',
    { ...withStop([], started()), sends: asked(stopMs + 6_000, { status: 409, code: 'opted_out' }) },
  ],
  ['an event never came', withRequests(requests.slice(1))],
  ['an event never came', withRequests(requests.map((request) => ({ ...request, status: 500 })))],
  ['an event never came', withRequests(requests.map((request) => ({ ...request, status: null })))],
  ['events in order', withRequests([...requests, again(0, 90_000)], [fault('kill_core', 80_000, 81_000)])],
  ['events in order', withRequests([...requests, again(requests.length - 1, 90_000)])],
  [
    'events in order',
    withRequests([sampleRequest(1, [...requests.flatMap(({ events }) => events)].reverse())]),
  ],
  [
    'an id is one event',
    withRequests([
      ...requests,
      sampleRequest(90_000, [sampleEvent(9, 900, { id: requests[0]?.events[0]?.id ?? '' })]),
    ]),
  ],
  [
    'an id is one event',
    withRequests([
      ...requests,
      sampleRequest(90_000, [sampleEvent(9, 900)], { requestId: requests[0]?.requestId ?? '' }),
    ]),
  ],
  [
    'a request without its signature',
    withRequests([{ ...again(0, 40_000), isSigned: false }, ...requests.slice(1)]),
  ],
  [
    'a consumer missed a change',
    played({ consumers: [{ ...consumer, known: new Map([...consumer.known].slice(1)) }] }),
  ],
  ['a consumer is not answered', played({ consumers: [{ ...consumer, isUpToDate: false }] })],
  ['acknowledged and given again', withWords([page, ack, { ...page, ...later(31_000) }])],
  ['a consumer in order', withWords([{ ...page, seqs: [20, 10] }, ack])],
  ['a cursor moves only by being acknowledged', withWords([page, { ...page, seqs: [], ...later(31_000) }])],
  [
    'one reader at a time',
    withWords([page, { ...page, ...later(80_000), lease: 'b' }, { ...ack, ...later(81_000) }]),
  ],
  ['cancelled, and it left', { ...played({ cancels: [done] }), rows: rowOf(cancelledRecipient) }],
  ['cancelled, and shown otherwise', { ...played({ cancels: [done] }), left: good.left.slice(1) }],
  ['a cancel says what it did', played({ cancels: [{ ...done, error: null }] })],
  ['too late to cancel, and cancelled', { ...good, rows: rowOf(cancelledRecipient) }],
  ['a cancel of nobody', { ...played({ cancels: [] }), rows: rowOf(cancelledRecipient) }],
  [
    'nothing leaves before its time',
    { ...good, sends: [sampleSent(1, { dueMs: 1_521 }), ...good.sends.slice(1)] },
  ],
  [
    'what is due leaves',
    {
      ...good,
      sends: [sampleSent(1, { dueMs: 1_400 }), ...good.sends.slice(1)],
      rows: rowOf({ status: 'queued' }),
    },
  ],
  ['one verdict for each text of a batch', played({ batches: [{ ...batch, shown: ['w1w'] }] })],
  ['one verdict for each text of a batch', played({ batches: [{ ...batch, shown: ['w2w', 'w1w'] }] })],
  ['every story is played', played({ stops: [] })],
  ['every story is played', played({ webhooks: [] })],
  ['every story is played', played({ consumers: [] })],
  ['every story is played', played({ cancels: [] })],
  ['every story is played', played({ batches: [] })],
  ['every story is played', { ...good, sends: good.sends.map((sent) => ({ ...sent, dueMs: null })) }],
];

test.each(breaches)('a campaign in which this was broken says so: %s', (guarantee, evidence) => {
  expect(found(evidence)).toContain(guarantee);
});

const ofStops = (evidence: Evidence) => found(evidence).filter((guarantee) => guarantee.includes('STOP'));

test.each<[what: string, evidence: Evidence]>([
  ['what was on its way to the carrier', withStop([taken(900)])],
  [
    'a part of a text of which another had left',
    withStop([taken(-50, { total: 2 }), taken(5_000, { part: 2, total: 2 })]),
  ],
  ['the answer to the STOP', withStop([taken(5_000, { word: answerWord })])],
  ['a text that left before it', withStop([taken(-1)])],
  ['a text to somebody else', withStop([sampleLeft(1, { atMs: stopMs + 5_000 })])],
  ['what a phone may have had before', withStop([taken(5_000, { way: 'modem' })])],
  ['a text after START', withStop([taken(5_200)], started())],
  [
    'a send that was asked before START, and answered only after it',
    {
      ...withStop([], started()),
      sends: asked(stopMs + 100, { status: 200, code: null }).map((sent) => ({
        ...sent,
        reported: sent.reported.map((report) =>
          sent.askedMs === stopMs + 100 ? { ...report, atMs: stopMs + 9_000 } : report,
        ),
      })),
    },
  ],
  [
    'a part that a frozen core had claimed',
    withStop([taken(5_000)], {}, [fault('freeze_core', stopMs - 10, stopMs + 4_900)]),
  ],
])('after a STOP this is allowed: %s', (_, evidence) => {
  expect(ofStops(evidence)).toEqual([]);
});

test('a send may be refused after START where the SMSC delivered the STOP once more', () => {
  const stop = { askedMs: 20_000, acknowledgedMs: stopMs, isHeld: false, isTwice: true };
  const evidence = withStop([], { stop, ...started() });
  expect(found({ ...evidence, sends: asked(stopMs + 6_000, { status: 409, code: 'opted_out' }) })).toEqual(
    [],
  );
});

test('the request that was under way at a fault may come again, and everything after a replay', () => {
  const last = again(requests.length - 1, 90_000);
  expect(found(withRequests([...requests, last], [fault('kill_after_stop', 80_000, 81_000)]))).toEqual([]);
  const replayed = played({
    webhooks: [
      {
        ...webhook,
        replayedMs: 50_000,
        requests: [...requests, ...requests.map((_, index) => again(index, 60_000 + index))],
      },
    ],
  });
  expect(found(replayed)).toEqual([]);
});

test('an endpoint that failed gets the same again until it takes it', () => {
  const failed = requests.map((request) => ({ ...request, atMs: request.atMs - 500, status: 500 }));
  expect(
    found(withRequests(requests.flatMap((request, index) => [failed[index] as RequestGot, request]))),
  ).toEqual([]);
});

test('a program that dies before it acknowledges is followed by one that is given the same, once its lease is over', () => {
  const next = { ...page, ...later(95_000), lease: 'b' };
  expect(found(withWords([page, next, { ...ack, ...later(96_000), lease: 'b' }]))).toEqual([]);
});

test('a cancel that nobody answered may be carried out after another was refused', () => {
  const evidence = played({ cancels: [{ ...cancel, unanswered: 1 }] });
  const rows = rowOf(cancelledRecipient);
  expect(found({ ...evidence, rows })).not.toContain('too late to cancel, and cancelled');
});

test('a device may have kept back a text that was handed to it already, but not one that left', () => {
  const rows = rowOf({ ...cancelledRecipient, route: 'device' });
  const left = good.left.filter(({ word }) => word !== cancel.word);
  expect(found({ ...good, rows, left })).not.toContain('too late to cancel, and cancelled');
  expect(found({ ...good, rows })).toContain('cancelled, and it left');
});
