// What the stories leave behind for their judges. Plain data, so that a test can make it up.
import type { BatchAsk } from '../../load/stories/batches.ts';
import type { Cancel } from '../../load/stories/cancels.ts';
import type { ConsumerLog } from '../../load/stories/consumers.ts';
import type { Import, StopRound } from '../../load/stories/stop_rounds.ts';
import type { StoryName } from '../../load/stories/stories.ts';
import type { Webhook } from '../../load/stories/webhooks.ts';

/** A keyword with what its counterpart says of it. */
export interface KeywordFate {
  askedMs: number;
  /** When we had said that we have it; null: never, or nobody saw when. */
  acknowledgedMs: number | null;
  /** The counterpart has it in the end, because we never said so. */
  isHeld: boolean;
  /** It came again on purpose after that. */
  isTwice: boolean;
}

export interface StopFate extends Omit<StopRound, 'stop' | 'start'> {
  stop: KeywordFate;
  start: KeywordFate | null;
}

/** An event as an endpoint got it. */
export interface EventGot {
  id: string;
  /** Type and data, as they were written. */
  content: string;
  /** Of a text; null for what is none. */
  text: { id: number; seq: number } | null;
}

/** A request as an endpoint got it. */
export interface RequestGot {
  atMs: number;
  requestId: string;
  isSigned: boolean;
  events: EventGot[];
  status: number | null;
}

export interface WebhookGot extends Webhook {
  requests: RequestGot[];
}

export interface StoryEvidence {
  played: readonly StoryName[];
  stops: readonly StopFate[];
  imports: readonly Import[];
  webhooks: readonly WebhookGot[];
  consumers: readonly (ConsumerLog & { isUpToDate: boolean })[];
  cancels: readonly Cancel[];
  batches: readonly BatchAsk[];
}
