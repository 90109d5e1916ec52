// Trace points on a text's way, to measure where the time goes. They cost a look at a flag while nobody subscribes.
import { channel } from 'node:diagnostics_channel';

/** Where a batch is on its way. */
export type TracePoint =
  | 'gateway: asks'
  | 'gateway: has the answer'
  | 'core: reads the call'
  | 'core: has read it'
  | 'core: asks'
  | 'core: has the rows'
  | 'core: answers';

/** A message on `traces`. */
export interface Trace {
  point: TracePoint;
  /** How many texts. */
  texts: number;
}

/** The channel of trace points. */
export const traces = channel('textrelay:trace');

/** Publishes how many texts have reached a place. Subscribers are called before it returns, and read the clock. */
export function trace(point: TracePoint, texts: number): void {
  if (traces.hasSubscribers) traces.publish({ point, texts } satisfies Trace);
}
