// Trace points on a text's way, for whoever measures where the time goes. They cost a look at a flag while nobody does.
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

/** What is published on `traces`. */
export interface Trace {
  point: TracePoint;
  /** How many texts. */
  texts: number;
}

/** Where trace points are published. */
export const traces = channel('textrelay:trace');

/** Publishes that so many texts are there now; who listens is called before it returns, and reads the clock. */
export function trace(point: TracePoint, texts: number): void {
  if (traces.hasSubscribers) traces.publish({ point, texts } satisfies Trace);
}
