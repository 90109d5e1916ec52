// Named places where a test may make the core die, to prove that whatever stops it an account and its subscription
// agree afterwards, and every text is submitted at most once and ends. In normal use a failpoint does nothing.
import type { Failpoint as PlacedFailpoint } from '../runtime/failpoint.ts';

/** The places, in the order in which a plan change, an event, the sandbox's page, a text, what devices say what endpoints answer, a broadcast, an erasure, a deletion of what is not kept longer, and a mail with new replies pass them. */
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
  'text_after_release',
  'text_before_claim',
  'text_after_claim',
  'text_after_hand_over',
  'carrier_before_claim',
  'carrier_after_claim',
  'carrier_after_submit',
  'carrier_after_record',
  'receipt_before_commit',
  'receipt_after_commit',
  'report_before_commit',
  'report_after_commit',
  'inbound_before_commit',
  'inbound_after_commit',
  'reply_after_send',
  'broadcast_after_accept',
  'erasure_after_step',
  'retention_after_step',
  'digest_after_claim',
  'digest_after_mail',
] as const;

/** One of the places. */
export type FailpointName = (typeof failpointNames)[number];

/** Called at each place. */
export type Failpoint = PlacedFailpoint<FailpointName>;
