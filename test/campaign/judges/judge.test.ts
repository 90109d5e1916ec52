// The judges of a campaign, on evidence that a test has made up: nothing is found where everything held, and each kind of
// breach is found and named.
import { expect, test } from 'vitest';
import type { Evidence, Row } from './evidence.ts';
import { judge } from './judge.ts';
import { readerOf, sampleEvidence, sampleLeft, sampleRow, sampleSent, tenant } from './sample.ts';
import { sampleStories } from './stories/sample_stories.ts';

const found = (evidence: Evidence) => judge(evidence).map(({ guarantee }) => guarantee);

/** The evidence in which the first text's row is otherwise, and everybody who reads it knows. */
function withRow(fields: Partial<Row>, evidence = sampleEvidence()): Evidence {
  const rows = evidence.rows.map((row) => (row.id === 1 ? { ...row, ...fields } : row));
  const charged = rows.filter((row) => row.charged).length;
  return {
    ...evidence,
    rows,
    readers: [readerOf(rows)],
    accounts: [{ id: tenant.id, used: charged, charged }],
  };
}

test('evidence in which everything held shows no breach', () => {
  expect(found(sampleEvidence())).toEqual([]);
});

const accepted = (id: number, atMs = 9_000) => ({
  atMs,
  status: 200,
  code: null,
  id,
  gateway: 1,
  isRepeat: true,
});
const refused = { ...accepted(0), status: 402, code: 'cap_reached', id: null };
const good = sampleEvidence();
const first = sampleSent(1);
const others = good.sends.slice(1);
const incoming = good.incoming[0] as Evidence['incoming'][number];
const inRow = good.rows[3] as Row;

const breaches: [guarantee: string, evidence: Evidence][] = [
  ['acknowledged and lost', { ...good, sends: [sampleSent(1, { reported: [accepted(99)] }), ...others] }],
  ['stored otherwise than asked', withRow({ address: '+13000000009' })],
  ['stored twice', { ...good, rows: [...good.rows, sampleRow(9, { body: first.body })] }],
  [
    'a text in another account',
    { ...good, rows: [...good.rows, sampleRow(9, { body: first.body, accountId: 8n })] },
  ],
  ['a text that nobody asked for', { ...good, rows: [...good.rows, sampleRow(9)] }],
  [
    'a client_ref with two texts',
    { ...good, sends: [sampleSent(1, { reported: [...first.reported, accepted(2)] }), ...others] },
  ],
  [
    'a client_ref with two answers',
    { ...good, sends: [sampleSent(1, { reported: [...first.reported, refused] }), ...others] },
  ],
  ['refused and stored', { ...good, sends: [sampleSent(1, { reported: [refused] }), ...others] }],
  ['submitted twice', { ...good, left: [...good.left, sampleLeft(1, { where: 'smsc-1' })] }],
  ['a submit of nobody', { ...good, left: [...good.left, sampleLeft(9, { word: null })] }],
  ['shown as delivered, never left', { ...good, left: good.left.slice(1) }],
  ['shown as delivered, never left', { ...good, left: [sampleLeft(1, { total: 2 }), ...good.left.slice(1)] }],
  ['shown as sent, never left', { ...withRow({ status: 'sent' }), left: good.left.slice(1) }],
  ['shown as failed, but it left', withRow({ status: 'failed', error: 'rejected_by_network: no' })],
  [
    'a unit given back for what left',
    withRow({ status: 'failed', error: 'outcome_unknown: ?', charged: false }),
  ],
  [
    'a unit kept for what never left',
    { ...withRow({ status: 'failed', error: 'device_failed: no' }), left: good.left.slice(1) },
  ],
  [
    'expired before its time',
    {
      ...withRow({ status: 'failed', error: 'expired_in_queue: no', charged: false }),
      left: good.left.slice(1),
    },
  ],
  ['stuck', { ...withRow({ status: 'sending' }), left: good.left.slice(1) }],
  ['a receipt was lost', withRow({ status: 'sent' })],
  [
    'texts to one recipient in order',
    {
      ...good,
      left: [2, 1]
        .map((number) => sampleLeft(number, { way: 'modem', where: 'modem', recipient: '+14040000001' }))
        .concat(good.left.slice(2)),
    },
  ],
  ['left with other words', { ...good, left: [sampleLeft(1, { text: 'w1w' }), ...good.left.slice(1)] }],
  ['a received text was lost', { ...good, rows: good.rows.slice(0, 3) }],
  [
    'a received text was not taken',
    {
      ...good,
      rows: good.rows.slice(0, 3),
      incoming: [{ ...incoming, fate: { ...incoming.fate, acknowledged: 'no' } }],
    },
  ],
  ['a received text was stored twice', { ...good, rows: [...good.rows, { ...inRow, id: 9 }] }],
  [
    'a received text was damaged',
    { ...good, rows: [...good.rows.slice(0, 3), { ...inRow, body: 'i1i [part' }] },
  ],
  ['used is what is charged', { ...good, accounts: [{ id: tenant.id, used: 2, charged: 3 }] }],
  ['the cap is never passed', { ...good, accounts: [{ id: tenant.id, used: 4, charged: 4 }] }],
  [
    'refused below the cap',
    {
      ...good,
      tenants: [{ ...tenant, cap: 4 }],
      sends: [...good.sends.slice(0, 3), sampleSent(5, { tenant, reported: [refused] })],
    },
  ],
  ['a change was missed', { ...good, readers: [readerOf(good.rows.slice(1))] }],
  [
    'a change was missed',
    { ...good, readers: [readerOf([{ ...sampleRow(1), seq: 9 }, ...good.rows.slice(1)])] },
  ],
  [
    'a change was missed',
    { ...good, readers: [readerOf([{ ...sampleRow(1), body: 'of another text' }, ...good.rows.slice(1)])] },
  ],
  ['a reader was shown what is not there', { ...good, readers: [readerOf([...good.rows, sampleRow(9)])] }],
  [
    'the feed in order',
    { ...good, readers: [{ ...readerOf(good.rows), faults: [{ atMs: 1, what: 'seq 3 came after 4' }] }] },
  ],
  ['a reader is not answered', { ...good, readers: [{ ...readerOf(good.rows), isUpToDate: false }] }],
  ['threads in order', { ...good, threadFaults: [{ atMs: 1, what: 'not newest first' }] }],
  ['a conversation as its texts', { ...good, threads: good.threads.slice(1) }],
  [
    'a conversation as its texts',
    { ...good, threads: good.threads.map((thread) => ({ ...thread, count: 2 })) },
  ],
  [
    'a process ended by itself',
    {
      ...good,
      crashes: [
        {
          name: 'core-0',
          kind: 'core',
          atMs: 1,
          code: 1,
          signal: null,
          wasReady: true,
          logFile: '',
          tail: '',
        },
      ],
    },
  ],
  [
    'a process could not start',
    {
      ...good,
      crashes: [
        {
          name: 'core-0',
          kind: 'core',
          atMs: 1,
          code: 1,
          signal: null,
          wasReady: false,
          logFile: '',
          tail: '',
        },
      ],
    },
  ],
  [
    'an answer that nobody should get',
    { ...good, oddities: [{ atMs: 1, tenant: 'mixed', gateway: 0, path: '/', status: 500, body: '' }] },
  ],
  [
    'a revoked key was answered',
    {
      ...good,
      revokedUses: [
        { tenant: 'mixed', path: '/', revokedMs: 1, startedMs: 5_000, endedMs: 5_001, messages: 0 },
      ],
    },
  ],
  ['no key and no text in a log', { ...good, leaks: [{ file: 'core-0.log', line: 'svc_live_' }] }],
  ['all is well again', { ...good, deaf: ['gateway-0 answers mixed with 503'] }],
];

test.each(breaches)('a campaign in which this was broken says so: %s', (guarantee, evidence) => {
  expect(found(evidence)).toContain(guarantee);
});

test('a text whose outcome nobody knows may have left once, or not at all', () => {
  const unknown = withRow({ status: 'failed', error: 'outcome_unknown: nobody knows' });
  expect(found(unknown)).toEqual([]);
  expect(found({ ...unknown, left: good.left.slice(1) })).toEqual([]);
  expect(found({ ...unknown, left: [...good.left, sampleLeft(1)] })).toContain('submitted twice');
});

test('a receipt that the SMSC never sent, or still has, is not lost', () => {
  for (const receipt of ['none', 'waiting'] as const)
    expect(
      found({ ...withRow({ status: 'sent' }), left: [sampleLeft(1, { receipt }), ...good.left.slice(1)] }),
    ).toEqual([]);
});

test('reports that a modem threw away are nobody else’s loss', () => {
  const left = [sampleLeft(1, { way: 'modem', where: 'modem' }), ...good.left.slice(1)];
  const waiting = { ...withRow({ status: 'sent' }), left };
  expect(found(waiting)).toEqual(['a receipt was lost']);
  expect(found({ ...waiting, modemLostReports: 1 })).toEqual([]);
});

test('a received text may be there twice when the SMSC delivered it again after it was acknowledged', () => {
  const again = { ...inRow, id: 9, seq: 90 };
  const rows = [...good.rows, again];
  const evidence: Evidence = {
    ...good,
    rows,
    readers: [readerOf(rows)],
    threads: good.threads.map((thread) =>
      thread.addressNorm === inRow.addressNorm ? { ...thread, count: 2, last: 9 } : thread,
    ),
    incoming: [{ ...incoming, fate: { ...incoming.fate, isTwice: true } }],
    stories: sampleStories(tenant, rows),
  };
  expect(found(evidence)).toEqual([]);
});
