// Named places where a test may make the agent die, to prove that no text is lost or sent twice whatever stops it.
// In normal use a failpoint does nothing.
import type { Failpoint as PlacedFailpoint } from '../runtime/failpoint.ts';

/** The places, in the order in which a text passes them. */
export const failpointNames = [
  'before_accept',
  'after_accept',
  'before_intent',
  'after_intent',
  'after_submit',
  'after_result',
  'before_ack',
  'after_ack',
] as const;

/** One of the places. */
export type FailpointName = (typeof failpointNames)[number];

/** Called at each place. */
export type Failpoint = PlacedFailpoint<FailpointName>;
