// Named places where a test may make the agent die, to prove that no text is lost or sent twice whatever stops it.
// In normal use a failpoint does nothing.

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

/** Called at each place. One that throws stops the agent as a power cut would. */
export type Failpoint = (name: FailpointName) => void;

/** What the agent runs with outside tests. */
export const noFailpoint: Failpoint = () => undefined;

/** Whether `spec` is `name` or `name:n`, the n-th time from 1 on. */
export function isFailpointSpec(spec: string): boolean {
  const [name, nth, ...rest] = spec.split(':');
  const known = failpointNames.some((candidate) => candidate === name);
  return known && rest.length === 0 && (nth === undefined || /^[1-9]\d{0,8}$/.test(nth));
}

/** A failpoint that calls `die` the n-th time its place is passed. `spec` must satisfy isFailpointSpec. */
export function failpointFrom(spec: string, die: () => void): Failpoint {
  const [name, nth = '1'] = spec.split(':');
  let left = Number(nth);
  return (passed) => {
    if (passed !== name) return;
    left -= 1;
    if (left === 0) die();
  };
}
