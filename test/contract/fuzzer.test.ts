// Thousands of requests of every kind against the real service, each answer held against the document: no status, code,
// header or field that is not described, and no 5xx but the two that are. FUZZ_SEED repeats a run, FUZZ_RUNS prolongs it.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doorsOf } from '../console_pages/doors.ts';
import type { DescribedOperation } from '../support/described/interface.ts';
import { extent, nightSeed } from '../support/extent.ts';
import { consoleRequestsOf } from './fuzz/console_requests.ts';
import { openRange, type Range } from './fuzz/range.ts';
import { rawRequests } from './fuzz/raw_requests.ts';
import { requestsOf } from './fuzz/requests.ts';

const seed = Number(process.env.FUZZ_SEED ?? nightSeed);
const runs = Number(process.env.FUZZ_RUNS ?? extent({ suite: 8, nightly: 600 }));
/** Requests of one run, all at once. */
const volley = 40;
/** Volleys more for an operation that took none: some of each are in order, so that one of so many is taken. */
const mostMore = 20;

let range: Range;

beforeAll(async () => {
  range = await openRange();
});
afterAll(() => range.stop());

// The number of runs is fixed: a bound in time would try less where the machine is busy, and nothing at all on some.
const settings: fc.Parameters<unknown> = { seed, numRuns: runs };

const sum = (numbers: Iterable<number>) => [...numbers].reduce((whole, number) => whole + number, 0);

test(
  'no request has an answer that is not documented',
  async () => {
    const { operations } = range.stack.described;
    // What writes is asked most, and what is the same for everybody least.
    const weightOf = ({ method, isProtected }: DescribedOperation) =>
      method === 'POST' ? 6 : isProtected ? 3 : 1;
    const request = fc.oneof(
      ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestsOf(operation) })),
    );
    const isTaken = ({ id }: DescribedOperation) => (range.seen.get(`${id} 200 ok`) ?? 0) > 0;
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: volley, maxLength: volley }), async (shots) => {
        const faults = await Promise.all(shots.map(range.fire));
        expect(faults.flat()).toEqual([]);
      }),
      settings,
    );
    // A fuzzer that is turned away everywhere would find nothing: it goes on where nothing was taken yet.
    for (const operation of operations) {
      // What was removed meanwhile is there again.
      if (!isTaken(operation)) await range.renew();
      for (let more = 1; more <= mostMore && !isTaken(operation); more++) {
        const shots = fc.sample(requestsOf(operation), { seed: seed + more, numRuns: volley });
        const faults = await Promise.all(shots.map(range.fire));
        expect(faults.flat()).toEqual([]);
      }
    }
    const requests = sum(range.seen.values());
    console.log(`seed ${seed}: ${requests} requests, ${range.seen.size} kinds of answers`);
    expect(operations.filter((operation) => !isTaken(operation)).map(({ id }) => id)).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(runs * volley);
  },
  extent({ suite: 300_000, nightly: 3_600_000 }),
);

test(
  'no page of the console has an answer that is not documented',
  async () => {
    const { operations, consoleOperations } = range.stack.described;
    const doors = doorsOf(range.consoleAccount);
    const request = fc.oneof(
      ...consoleOperations.map((operation) => ({
        weight: 3,
        arbitrary: consoleRequestsOf(operation, doors[operation.id]),
      })),
      // Sessions act for accounts as keys do.
      ...operations.map((operation) => ({ weight: 1, arbitrary: consoleRequestsOf(operation, undefined) })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: volley, maxLength: volley }), async (shots) => {
        const faults = await Promise.all(shots.map(range.fireConsole));
        expect(faults.flat()).toEqual([]);
      }),
      settings,
    );
    // Past the door, as far as one may come without a link, an app or a carrier.
    const isReached = ({ id }: DescribedOperation) =>
      [...range.seen.keys()].some(
        (line) =>
          line.startsWith(`${id} `) &&
          (/ok$|not_found$|link_expired$|wrong_credentials$|reauthentication_required$/.test(line) ||
            /^console(RequestEmailChange|RequestPasswordReset|ConfirmTotp|AssignNumber) 400/.test(line)),
      );
    for (const operation of consoleOperations) {
      for (let more = 1; more <= mostMore && !isReached(operation); more++) {
        const shots = fc.sample(consoleRequestsOf(operation, doors[operation.id]), {
          seed: seed + more,
          numRuns: 10,
        });
        const faults = await Promise.all(shots.map(range.fireConsole));
        expect(faults.flat()).toEqual([]);
      }
    }
    expect(consoleOperations.filter((operation) => !isReached(operation)).map(({ id }) => id)).toEqual([]);
  },
  extent({ suite: 300_000, nightly: 3_600_000 }),
);

test(
  'no bytes have an answer that is not documented',
  async () => {
    const shot = rawRequests(range.stack.described.operations);
    await fc.assert(
      fc.asyncProperty(fc.array(shot, { minLength: 20, maxLength: 20 }), async (shots) => {
        const faults = await Promise.all(shots.map(range.fireRaw));
        expect(faults.flat()).toEqual([]);
      }),
      settings,
    );
    expect((await range.stack.get('/api/v1')).status).toBe(200);
  },
  extent({ suite: 300_000, nightly: 3_600_000 }),
);
