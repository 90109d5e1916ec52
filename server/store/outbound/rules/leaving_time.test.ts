// Quiet hours against a computation of its own: the wall clock of Intl, looked at minute by minute.
import fc from 'fast-check';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { isQuiet, openingAfter } from './time_rules.ts';

let inspect: postgres.Sql;
beforeAll(async () => {
  inspect = openInspector(await createDatabase());
});
afterAll(() => inspect.end());

interface Case {
  at: Date;
  zone: string;
  from: number;
  until: number;
}

const given = { at: '$1::timestamptz', zone: '$2::text', from: '$3::int2', until: '$4::int2' };

/** When a text that is accepted then may leave, as the database says it. */
async function openingOf({ at, zone, from, until }: Case): Promise<string> {
  const sql = `select case when ${isQuiet(given)} then ${openingAfter(given)} else $1::timestamptz end as opening`;
  const [row] = await inspect.unsafe<{ opening: Date }[]>(sql, [at.toISOString(), zone, from, until]);
  return String(row?.opening.toISOString());
}

const minuteMs = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(atMs: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const [hour, minute] = format.format(atMs).split(':').map(Number) as [number, number];
  return hour * 60 + minute;
}

/** The same by looking at each minute. */
function expectedOf({ at, zone, from, until }: Case): string {
  const isIn = (atMs: number) => {
    const minute = minuteOfDay(atMs, zone);
    return from < until ? minute >= from && minute < until : minute >= from || minute < until;
  };
  let atMs = at.getTime();
  if (isIn(atMs)) {
    do atMs = Math.floor(atMs / minuteMs) * minuteMs + minuteMs;
    while (isIn(atMs));
  }
  return new Date(atMs).toISOString();
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

/** Days on which the clocks of some of these zones change. */
const changes = [
  '2026-03-07',
  '2026-03-28',
  '2026-04-04',
  '2026-04-23',
  '2026-09-05',
  '2026-09-26',
  '2026-10-03',
  '2026-10-24',
  '2026-10-31',
].map((day) => Date.parse(day));

const minute = fc.integer({ min: 0, max: 1_439 });
const cases = fc
  .record({
    day: fc.oneof(
      fc.constantFrom(...changes),
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
    ),
    offset: fc.integer({ min: 0, max: 3 * 24 * 3_600_000 }),
    zone: fc.constantFrom(...zones),
    from: minute,
    until: minute,
    near: fc.boolean(),
  })
  .filter(({ from, until }) => from !== until)
  // Ends in the hours in which clocks change are what is hard.
  .map(
    ({ day, offset, zone, from, until, near }): Case => ({
      at: new Date(day + offset),
      zone,
      from: near ? from % 240 : from,
      until: near ? until % 240 : until,
    }),
  )
  .filter(({ from, until }) => from !== until);

test('the next opening is the first instant at which the clock on the wall is out of the quiet hours', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      expect(await openingOf(one)).toBe(expectedOf(one));
    }),
    { numRuns: 600 },
  );
}, 120_000);

const at = (text: string) => new Date(text);
const clock = (text: string) => {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};

test.each([
  ['within one day', '2026-06-01T12:30:00Z', 'UTC', '12:00', '13:00', '2026-06-01T13:00:00.000Z'],
  ['before they begin', '2026-06-01T11:59:59Z', 'UTC', '12:00', '13:00', '2026-06-01T11:59:59.000Z'],
  ['as they begin', '2026-06-01T12:00:00Z', 'UTC', '12:00', '13:00', '2026-06-01T13:00:00.000Z'],
  ['as they end', '2026-06-01T13:00:00Z', 'UTC', '12:00', '13:00', '2026-06-01T13:00:00.000Z'],
  ['before midnight', '2026-06-01T20:30:00Z', 'Europe/Berlin', '22:00', '07:00', '2026-06-02T05:00:00.000Z'],
  ['after midnight', '2026-06-02T01:00:00Z', 'Europe/Berlin', '22:00', '07:00', '2026-06-02T05:00:00.000Z'],
  [
    'over the night in which an hour is skipped',
    '2026-03-28T22:00:00Z',
    'Europe/Berlin',
    '22:00',
    '07:00',
    '2026-03-29T05:00:00.000Z',
  ],
  [
    'over the night in which an hour comes twice',
    '2026-10-24T21:00:00Z',
    'Europe/Berlin',
    '22:00',
    '07:00',
    '2026-10-25T06:00:00.000Z',
  ],
  [
    'whose end is skipped',
    '2026-03-29T00:00:00Z',
    'Europe/Berlin',
    '22:00',
    '02:30',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'whose end comes twice, before the first',
    '2026-10-24T23:00:00Z',
    'Europe/Berlin',
    '22:00',
    '02:30',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'whose end comes twice, after the first',
    '2026-10-25T00:45:00Z',
    'Europe/Berlin',
    '22:00',
    '02:30',
    '2026-10-25T00:45:00.000Z',
  ],
  [
    'whose end comes twice, before the second',
    '2026-10-25T01:10:00Z',
    'Europe/Berlin',
    '22:00',
    '02:30',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'that are open for the skipped half hour alone',
    '2026-03-28T12:00:00Z',
    'Europe/Berlin',
    '03:00',
    '02:30',
    '2026-03-30T00:30:00.000Z',
  ],
])('quiet hours %s', async (_case, when, zone, from, until, opening) => {
  const one = { at: at(when), zone, from: clock(from), until: clock(until) };
  expect([await openingOf(one), expectedOf(one)]).toEqual([opening, opening]);
});

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How many rows the steps of a plan made and threw away. */
const rowsOf = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);

test.each([
  ['goes forward', '2026-03-28T23:00:00Z', 'Europe/Berlin'],
  ['goes back', '2026-10-24T21:00:00Z', 'Europe/Berlin'],
  ['goes back two days later', '2026-10-22T21:00:00Z', 'Europe/Berlin'],
  ['goes forward by half an hour', '2026-10-03T12:00:00Z', 'Australia/Lord_Howe'],
])(
  'looking for the opening costs about the same before a night in which the clock %s',
  async (_, when, zone) => {
    const rowsAt = async (at: string) => {
      const [row] = await inspect.unsafe(
        `explain (analyze, format json) select ${openingAfter({ at: 'q.at', zone: 'q.zone', from: 'q.f', until: 'q.u' })}
      from (select $1::timestamptz as at, $2::text as zone, 1320::int2 as f, 420::int2 as u offset 0) q`,
        [at, zone],
      );
      return rowsOf(row?.['QUERY PLAN'][0].Plan);
    };
    expect(await rowsAt(when)).toBeLessThan(3 * (await rowsAt('2026-06-10T21:00:00Z')));
  },
);
