// A format of webhooks: which requests bring events to an endpoint, and what becomes of what the endpoint says.
import type { ClaimedWebhook } from '../../store/subscriptions/claim_webhooks.ts';
import type { WebhookEvent } from '../event.ts';

/** The endpoint that a request is for. */
export type Endpoint = Pick<
  ClaimedWebhook,
  | 'accountId'
  | 'name'
  | 'url'
  | 'secret'
  | 'previousSecret'
  | 'previousUntilMs'
  | 'types'
  | 'withBody'
  | 'isFirstOfFormat'
>;

/** A request as it is sent. */
export interface WebhookRequest {
  url: string;
  /** With the content-type. */
  headers: Record<string, string>;
  body: string;
  /** It goes to an address of the text's own, not to the endpoint's: see callbacks.ts. */
  isCallback?: boolean;
  /** As much of an answer's body is read whole, in bytes; left out where its words mean nothing. */
  answerBytes?: number;
}

/** The outcome of an answer's words. */
export interface Followed {
  /** The note for its owner in the list of attempts; null for none. */
  note: string | null;
  /** False where the event has to come again. */
  isDone: boolean;
}

export interface Format {
  /** Most events of a request. */
  mostEvents: number;
  /** Whether an endpoint is brought an event. */
  isAsked(endpoint: Endpoint, event: WebhookEvent): boolean;
  /** The request that brings events, 1 to `mostEvents` of them, at `nowMs`. */
  requestOf(endpoint: Endpoint, events: readonly WebhookEvent[], nowMs: number): WebhookRequest;
  /** Called with each event that an endpoint has acknowledged. */
  onTaken?(endpoint: Endpoint, event: WebhookEvent): void;
  /** Does what an answer asks for; `words` is null where it was too long. Only for requests with `answerBytes`. */
  follow?(endpoint: Endpoint, event: WebhookEvent, words: string | null): Promise<Followed>;
}

/** An endpoint is brought what it asks for by its type. */
export const isOfTypes = ({ types }: Endpoint, { type }: WebhookEvent): boolean => types.includes(type);
