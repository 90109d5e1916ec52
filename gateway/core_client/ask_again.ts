// Asks again for items that the core left undone because their rows are locked: each key's items in order, one call at
// a time. A batch has one answer, which must not wait for the few items that have to wait.
import type { AdmissionResult } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { type Answer, type Batcher, createBatcher } from '../../runtime/batcher.ts';
import { unavailable } from '../errors/errors.ts';
import type { RunBatch } from './batcher.ts';

interface AskAgainOptions<In, Out> {
  /** The owner of the item. */
  keyOf: (item: In) => string;
  /** Asks for items of one key; the core waits for their rows. */
  ask: RunBatch<In, Out>;
  /** Most keys that are asked for at once. */
  maxKeys: number;
  /** Most items of one key that wait. */
  maxOfKey: number;
}

/** Returns a function that completes the results of a batch. If too many items wait, a result stays `untouched`. */
export function createAskAgain<In, Out extends AdmissionResult | SendResult>({
  keyOf,
  ask,
  maxKeys,
  maxOfKey,
}: AskAgainOptions<In, Out>) {
  const batchers = new Map<string, { batcher: Batcher<In, Out>; items: number }>();

  const open = () => ({
    items: 0,
    batcher: createBatcher<In, Out>({
      maxBatch: maxOfKey,
      maxItems: maxOfKey,
      refusal: unavailable,
      run: (items) => ask([...items]),
    }),
  });

  const askOne = async (item: In, left: Out): Promise<Out> => {
    const key = keyOf(item);
    const known = batchers.get(key);
    if (known ? known.items >= maxOfKey : batchers.size >= maxKeys) return left;
    const own = known ?? open();
    batchers.set(key, own);
    own.items++;
    try {
      return await own.batcher(item);
    } finally {
      own.items--;
      if (own.items === 0) batchers.delete(key);
    }
  };

  return (items: readonly In[], results: (Out | Error)[]): Answer<Out>[] =>
    results.some(isLeft)
      ? results.map((result, index) => (isLeft(result) ? askOne(items[index] as In, result) : result))
      : results;
}

const isLeft = <Out extends AdmissionResult | SendResult>(result: Out | Error): result is Out =>
  !(result instanceof Error) && result.outcome.case === 'error' && result.outcome.value.untouched;
