// Named places where a test may make the core die, to prove that whatever stops it an account and its subscription
// agree afterwards, and every text is submitted at most once and ends. In normal use a failpoint does nothing.

/** The places, in the order in which a plan change, an event, the sandbox's page, a text and what devices say pass them. */
export const failpointNames = [
  'plan_after_claim',
  'plan_after_refresh',
  'plan_after_expire',
  'plan_after_intent',
  'plan_after_provider',
  'plan_after_apply',
  'plan_after_clear',
  'event_after_insert',
  'event_after_apply',
  'event_after_mark',
  'sandbox_after_action',
  'text_before_claim',
  'text_after_claim',
  'text_after_hand_over',
  'carriage_before_claim',
  'carriage_after_claim',
  'carriage_after_submit',
  'carriage_after_record',
  'receipt_before_commit',
  'receipt_after_commit',
  'report_before_commit',
  'report_after_commit',
  'inbound_before_commit',
  'inbound_after_commit',
] as const;

/** One of the places. */
export type FailpointName = (typeof failpointNames)[number];

/** Called at each place. */
export type Failpoint = (name: FailpointName) => void;

/** What the core runs with outside tests. */
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
