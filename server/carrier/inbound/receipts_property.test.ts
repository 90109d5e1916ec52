// Whatever order records, receipts, repeats and settling happen in, on two replicas and partly at once, the texts end
// as if everything had happened one after the other.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { SimulatedService } from '../../../test/simulation/simulated_service.ts';
import { CarrierRows, receivedAtMs } from '../../../test/support/carrier_rows.ts';
import type { Advance } from '../../app/messages/advances.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import { ReceiptTaker } from './receipts.ts';

let service: SimulatedService;
let rows: CarrierRows;
beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 0.3, start: '2026-03-10T12:00:05Z' });
  rows = await CarrierRows.of(service);
});
afterAll(async () => {
  await rows.close();
  await service.end();
});

type Word = 'delivered' | 'failed' | 'none';

interface Story {
  /** The last word on each part of each text. */
  texts: Word[][];
  /** After how many parts a text is put back and claimed anew. */
  cut: number;
  steps: Step[];
}

type Step =
  | { kind: 'record'; text: number; from: number; to: number }
  | { kind: 'receipt'; text: number; part: number; replica: number }
  | { kind: 'settle'; replica: number };

const word = fc.constantFrom<Word>('delivered', 'delivered', 'delivered', 'failed', 'none');

/** Steps in any order, but the records of one text in theirs. */
const story: fc.Arbitrary<Story> = fc
  .record({
    texts: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    cut: fc.integer({ min: 1, max: 3 }),
    copies: fc.integer({ min: 1, max: 2 }),
  })
  .chain(({ texts, cut, copies }) => {
    const steps: Step[] = [{ kind: 'settle', replica: 0 }];
    for (const [text, words] of texts.entries()) {
      steps.push({ kind: 'record', text, from: 0, to: 0 }, { kind: 'record', text, from: 0, to: 0 });
      for (const [part, said] of words.entries()) {
        if (said === 'none') continue;
        for (let copy = 0; copy < copies; copy++)
          steps.push({ kind: 'receipt', text, part, replica: (part + copy) % 2 });
      }
    }
    return fc
      .tuple(fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length }), fc.nat(3))
      .map(([shuffled]) => {
        const seen = new Set<number>();
        const ordered = shuffled.map((step): Step => {
          if (step.kind !== 'record') return step;
          const total = texts[step.text]?.length ?? 0;
          const middle = Math.min(cut, total);
          const isSecond = seen.has(step.text);
          seen.add(step.text);
          return isSecond ? { ...step, from: middle, to: total } : { ...step, from: 0, to: middle };
        });
        return { texts, cut, steps: ordered };
      });
  });

function conclusionOf(step: Step & { kind: 'record' }, total: number): Conclusion {
  const isWhole = step.to === total;
  return {
    accountId: BigInt(1 + (step.text % 2)),
    id: BigInt(step.text + 1),
    holder: 7n,
    attempt: step.from === 0 ? 1 : 2,
    identity: null,
    carrier: 'main',
    verdict: isWhole ? 'sent' : 'released',
    error: null,
    retryAtMs: null,
    sentAtMs: receivedAtMs,
    mayHaveLeft: true,
    refused: [],
    parts: Array.from({ length: step.to - step.from }, (_, index) => ({
      part: step.from + index + 1,
      total,
      state: 'accepted' as const,
      ref: `${step.text}.${step.from + index}`,
      submittedAtMs: receivedAtMs,
    })),
  };
}

function endOf(words: readonly Word[]): string {
  if (words.includes('failed')) return 'failed';
  return words.every((said) => said === 'delivered') ? 'delivered' : 'sent';
}

async function run({ texts, steps }: Story, atOnce: number): Promise<void> {
  await rows.clear();
  const clock = service.simulation.clockOf('core 1');
  const reported: Advance[] = [];
  const takers = rows.stores.map(
    (store) =>
      new ReceiptTaker({
        store,
        clock,
        log: createLog('test', 'silent'),
        publish: (advances) => reported.push(...advances),
      }),
  );
  for (const [text, words] of texts.entries()) await rows.addText(text + 1, words.length, 1 + (text % 2));

  const record = async (step: Step & { kind: 'record' }) => {
    const total = texts[step.text]?.length ?? 0;
    if (step.from === step.to) return;
    const id = step.text + 1;
    if (step.from > 0)
      await rows.inspect`update message set holder = 7, attempt = 2 where id = ${id} and status = 'sending'`;
    const terms = { nowMs: clock.nowMs(), sentDeadlineMs: receivedAtMs, sendingGraceMs: 0 };
    await rows.stores[step.text % 2]?.concludeSubmits([conclusionOf(step, total)], terms);
    await takers[0]?.settle();
  };
  const doStep = (step: Step): Promise<void> | undefined => {
    if (step.kind === 'record') return record(step);
    if (step.kind === 'settle') return takers[step.replica]?.settle();
    const outcome = texts[step.text]?.[step.part] as 'delivered' | 'failed';
    const receipt = { ref: `${step.text}.${step.part}`, outcome, detail: '', atMs: clock.nowMs() };
    return takers[step.replica]?.take('main', receipt);
  };
  const waiting = [...steps];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, atOnce);
    // The records of one text never happen at once: one claim has it.
    const recorded = new Set<number>();
    const early = batch.filter((step) => {
      if (step.kind !== 'record') return true;
      const isFirst = !recorded.has(step.text);
      recorded.add(step.text);
      return isFirst;
    });
    await Promise.all(early.map(doStep));
    for (const step of batch) if (!early.includes(step)) await doStep(step);
  }
  await Promise.all(takers.map((taker) => taker.settle()));

  for (const [text, words] of texts.entries()) {
    const accountId = 1 + (text % 2);
    const row = await rows.text(text + 1, accountId);
    expect(row.status).toBe(endOf(words));
    expect(row.partsDelivered ?? 0).toBe(words.filter((said) => said === 'delivered').length);
    if (row.status === 'sent') continue;
    expect([row.holder, row.deadlineAtMs]).toEqual([null, null]);
    expect(
      reported.some((advance) => advance.accountId === BigInt(accountId) && advance.seq >= row.seq),
    ).toBe(true);
  }
  const behind =
    await rows.inspect`select from account a join message m on m.account_id = a.id and m.seq > a.last_seq`;
  expect(behind).toHaveLength(0);
  await rows.age(11 * 60_000);
  await Promise.all(takers.map((taker) => taker.settle()));
  expect(await rows.kept()).toBe(0);
  await Promise.all(takers.map((taker) => taker.stop()));
}

test('any order of records, receipts and settling ends as the order one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.integer({ min: 1, max: 6 }), (one, atOnce) => run(one, atOnce)),
    { numRuns: 60 },
  );
}, 120_000);
