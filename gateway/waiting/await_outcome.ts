// Holding a request open until a sent text has its outcome. Nothing is kept about it: what is answered follows from the text, the
// received ones and the reader's own cursor, so that any gateway goes on where another one ended.
import type { EventEmitter } from 'node:events';
import { create } from '@bufbuild/protobuf';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { type Outcome, OutcomeQuerySchema } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Core } from '../core_client/client.ts';
import { invalidKey, notFound } from '../errors/errors.ts';
import type { WaitingList } from './waiting_list.ts';

/** What is waited for. */
export const waitedFor = ['reply', 'final'] as const;
export type WaitedFor = (typeof waitedFor)[number];

interface OutcomeWanted {
  accountId: bigint;
  /** Of the text. */
  id: bigint;
  /** A reply above this seq counts. */
  since: bigint;
  waitFor: WaitedFor;
  waitSeconds: number;
  /** The key that the request was admitted with: judged again with each look at texts. */
  apiKey: string;
}

interface AwaitOutcomeOptions {
  core: Pick<Core, 'findOutcome'>;
  waitingList: WaitingList;
  /** Called for each client that left while waiting. */
  onGone: () => void;
}

/** Emits `close` when nobody takes the answer any more. */
export type Listener = Pick<EventEmitter, 'once' | 'removeListener'>;

export type AwaitOutcome = (wanted: OutcomeWanted, client: Listener) => Promise<Outcome>;

/** What an outcome is for somebody who waits: it may be answered, or it is `pending`. A text that failed has no reply. */
export function stateOf({ message, reply }: Outcome, waitFor: WaitedFor): 'reply' | 'final' | 'pending' {
  if (waitFor === 'reply' && reply) return 'reply';
  if (message?.status === MessageStatus.FAILED) return 'final';
  return waitFor === 'final' && message?.status === MessageStatus.DELIVERED ? 'final' : 'pending';
}

/**
 * Returns the outcome of a text; a pending one is delayed for up to `waitSeconds`. Throws a Refusal when the very first read
 * fails, for a text that the account has not sent, and when the key was revoked meanwhile.
 */
export function createAwaitOutcome({ core, waitingList, onGone }: AwaitOutcomeOptions): AwaitOutcome {
  return async ({ accountId, id, since, waitFor, waitSeconds, apiKey }, client) => {
    const query = create(OutcomeQuerySchema, { accountId, id, since, apiKey });
    const read = async () => {
      const found = await core.findOutcome(query);
      if (found.keyRefused) throw invalidKey();
      if (!found.message) throw notFound('message');
      return found;
    };
    const place =
      waitSeconds > 0 ? waitingList.enter(accountId, apiKey, since, waitSeconds * 1000) : undefined;
    if (!place) return read();

    const onClose = () => {
      onGone();
      waitingList.leave(place);
    };
    client.once('close', onClose);
    try {
      let outcome = await read();
      while (stateOf(outcome, waitFor) === 'pending') {
        if (outcome.newestSeq > place.readUpTo) place.readUpTo = outcome.newestSeq;
        await waitingList.pause(place);
        if (place.refused) throw invalidKey();
        if (place.over) return outcome;
        const { newestSeq } = place;
        const found = await core.findOutcome(query).catch(() => undefined);
        if (found?.keyRefused) throw invalidKey();
        // News that could not be read is forgotten, as by a reader of the feed: the next look at the cursors brings it back.
        if (found?.message) {
          outcome = found;
          place.readUpTo = newestSeq;
        } else place.newestSeq = place.readUpTo;
      }
      return outcome;
    } finally {
      client.removeListener('close', onClose);
      waitingList.leave(place);
    }
  };
}
