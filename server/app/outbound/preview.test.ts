// Previews of many callers: one statement for those that wait, with turns by account, and others' turns of the loop in between.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { StatementFailed } from '../../store/postgres/driver.ts';
import { unasked } from './outbound_text.ts';
import { createPreview } from './preview.ts';

const { clock, idle } = simulateEachTest();

interface Asked {
  accountId: bigint;
  body: string;
  lot: bigint;
}

/** Previews whose statements wait until the test lets them. A text `poison` fails its statement. */
function world({ isHeld = false } = {}) {
  const statements: Asked[][] = [];
  let held = isHeld;
  let end = () => {};
  const store = {
    previewTexts: async (texts: Asked[]) => {
      statements.push(texts);
      if (held)
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      if (texts.some(({ body }) => body === 'poison')) throw new StatementFailed({ code: '22000' } as never);
      return texts.map(({ accountId }) => ({
        ...{
          accountId,
          verdict: 'accepted',
          originalId: null,
          route: 'device',
          device: null,
          leavesAtMs: null,
        },
        ...{ plan: 'starter', subscriptionStatus: 'active', exempt: false, hasRoute: true, textsUsed: 0 },
        ...{ isSuspended: false, policy: null, numberedCarriers: [], mayBeShared: true },
      }));
    },
  };
  const preview = createPreview({
    ...{ store: store as never, clock, tiers: [], referenceBits: 8 },
    likelyCarrier: () => null,
  });
  const textsOf = (accountId: bigint, count: number, body = 'x') =>
    Array.from({ length: count }, () => ({ ...unasked, accountId, address: '+15005550006', body }));
  return {
    statements,
    preview: (accountId: bigint, count = 1, body = 'x') => preview(textsOf(accountId, count, body)),
    letGo: () => {
      held = false;
      end();
    },
  };
}

const accountsOf = (texts: readonly Asked[] = []) => [...new Set(texts.map(({ accountId }) => accountId))];

test('what many callers ask for at the same time is one statement, in which each list is a lot', async () => {
  const { preview, statements } = world();
  const answers = await Promise.all([preview(1n, 2), preview(1n), preview(2n), preview(3n, 3)]);
  expect(answers.map(({ length }) => length)).toEqual([2, 1, 1, 3]);
  // Accounts take turns: the second list of the first one comes last.
  expect(statements.map((texts) => texts.map(({ lot }) => lot))).toEqual([[1n, 1n, 2n, 3n, 3n, 3n, 4n]]);
});

test('an account that asks for long lists keeps another’s short one waiting for one statement', async () => {
  const { preview, statements, letGo } = world({ isHeld: true });
  const long = Array.from({ length: 5 }, () => preview(1n, 400));
  await idle();
  const short = preview(2n);
  await idle();
  letGo();
  await Promise.all([...long, short]);
  expect(statements.map(accountsOf)).toEqual([[1n], [1n, 2n], [1n], [1n], [1n]]);
});

test('a list that the statement cannot take fails alone', async () => {
  const { preview } = world();
  const [good, bad, other] = await Promise.allSettled([preview(1n), preview(2n, 1, 'poison'), preview(3n)]);
  expect([good.status, bad.status, other.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('5,000 texts of an account wait, and one more is refused', async () => {
  const { preview, letGo } = world({ isHeld: true });
  const first = preview(1n);
  await idle();
  const waiting = Array.from({ length: 10 }, () => preview(1n, 500));
  await idle();
  await expect(preview(1n)).rejects.toMatchObject({ code: 'unavailable' });
  const other = preview(2n);
  letGo();
  expect((await Promise.all([first, other, ...waiting])).map(({ length }) => length)).toEqual([
    ...[1, 1],
    ...Array(10).fill(500),
  ]);
});

test('others get their turn after every 50 texts of a list, before the statement and after it', async () => {
  const { preview, statements } = world();
  let [turns, atStatement, isDone] = [0, 0, false];
  const count = () => {
    if (isDone) return;
    turns++;
    if (statements.length === 0) atStatement = turns;
    setImmediate(count);
  };
  setImmediate(count);
  await preview(1n, 500);
  isDone = true;
  expect(atStatement).toBeGreaterThanOrEqual(9);
  expect(turns - atStatement).toBeGreaterThanOrEqual(9);
});
