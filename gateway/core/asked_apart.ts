// What the core left at once because something has locked it is asked again by itself: each key's items in their order
// and one call at a time, so that nobody who shared a batch with them waits, too.
import type { AdmissionResult } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { RunBatch } from './batcher.ts';

interface ApartOptions<In, Out> {
  /** The owner of the item. */
  keyOf: (item: In) => string;
  /** Asks for items of one key. */
  ask: RunBatch<In, Out>;
  /** Most keys that are asked for at once. */
  maxKeys: number;
  /** Most items of one key that wait. */
  maxOfKey: number;
}

/** Asks for an item apart; `left` is its answer when too many wait. */
type AskApart<In, Out> = (item: In, left: Out) => Promise<Out>;

interface Waiting<In, Out> {
  item: In;
  settle: (answer: Out | Error | Promise<Out>) => void;
}

/** Opens the queues; each ends with its last item. */
export function createApart<In, Out>({
  keyOf,
  ask,
  maxKeys,
  maxOfKey,
}: ApartOptions<In, Out>): AskApart<In, Out> {
  const queues = new Map<string, Waiting<In, Out>[]>();

  const run = async (key: string, queue: Waiting<In, Out>[]) => {
    while (queue.length > 0) {
      const batch = [...queue];
      const answers = await ask(batch.map(({ item }) => item)).catch((error: Error) =>
        batch.map(() => error),
      );
      queue.splice(0, batch.length);
      for (const [index, { settle }] of batch.entries()) settle(answers[index] as Out | Error | Promise<Out>);
    }
    queues.delete(key);
  };

  return (item, left) => {
    const key = keyOf(item);
    const queue = queues.get(key);
    if (queue ? queue.length >= maxOfKey : queues.size >= maxKeys) return Promise.resolve(left);
    return new Promise((resolve, reject) => {
      const settle = (answer: Out | Error | Promise<Out>) =>
        answer instanceof Error ? reject(answer) : resolve(answer);
      if (queue) {
        queue.push({ item, settle });
        return;
      }
      const opened = [{ item, settle }];
      queues.set(key, opened);
      void run(key, opened);
    });
  };
}

/** Results of a batch, in which what the core left locked is asked for apart. */
export function askLeft<In, Out extends AdmissionResult | SendResult>(
  items: readonly In[],
  results: (Out | Error)[],
  askApart: AskApart<In, Out>,
): (Out | Error | Promise<Out>)[] {
  if (!results.some(isLeft)) return results;
  return results.map((result, index) =>
    isLeft(result) ? askApart(items[index] as In, result as Out) : result,
  );
}

const isLeft = (result: AdmissionResult | SendResult | Error): boolean =>
  !(result instanceof Error) && result.outcome.case === 'error' && result.outcome.value.untouched;
