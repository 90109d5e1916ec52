// Grouping in the core: one batch of a kind at a time, so that statements of one kind never wait for each other's rows.
import {
  type Answer,
  type Batcher,
  createBatcher as createAnyBatcher,
  type RunBatch,
} from '../../../runtime/batcher.ts';
import { unavailable } from '../../errors.ts';

export type { Answer, Batcher };

interface BatcherOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most items that wait or run; beyond it an item is refused as unavailable. */
  maxItems: number;
  run: RunBatch<In, Out>;
  /** Called with each batch's size. */
  onBatch?: ((size: number) => void) | undefined;
}

export const createBatcher = <In, Out>({
  run,
  onBatch,
  ...bounds
}: BatcherOptions<In, Out>): Batcher<In, Out> =>
  createAnyBatcher({
    ...bounds,
    refusal: () => unavailable('too many requests wait; try again shortly'),
    run(items) {
      onBatch?.(items.length);
      return run(items);
    },
  });
