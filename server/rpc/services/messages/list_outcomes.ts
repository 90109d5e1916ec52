// The outcomes of many texts in one answer.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  ListOutcomesRequest,
  OutcomeSchema,
} from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { type CheckKeys, readerHash } from '../../../app/access/check_keys.ts';
import { checkBatch } from '../../../app/pages.ts';
import type { Store } from '../../../store/store.ts';
import { toMessage } from './message_proto.ts';

/** Bounds an answer, too: a received text may be as long as all parts of a carrier's text. */
const maxQueries = 100;

/** Serves MessageService.ListOutcomes. */
export function createListOutcomes(store: Pick<Store, 'listOutcomes'>, checkKeys: CheckKeys) {
  return async ({
    queries,
  }: ListOutcomesRequest): Promise<{ outcomes: MessageInitShape<typeof OutcomeSchema>[] }> => {
    checkBatch('queries', queries.length, maxQueries);
    const found = await store.listOutcomes(
      queries.map(({ apiKey, ...query }) => ({ ...query, keyHash: readerHash(apiKey) })),
    );
    // The keys are checked after the texts were read, so that a key that was revoked before gets nothing.
    const keys = queries.flatMap(({ apiKey }) => apiKey ?? []);
    const validity = keys.length > 0 ? await checkKeys(keys) : [];
    const refused = new Set(keys.filter((_key, index) => validity[index] === 'nothing'));
    const outcomes = found.map(({ text, reply, ...rest }, index) => {
      const apiKey = queries[index]?.apiKey;
      if (apiKey !== undefined && refused.has(apiKey)) return { keyRefused: true };
      return {
        ...(text && { message: toMessage(text) }),
        ...(reply && { reply: toMessage(reply) }),
        ...rest,
      };
    });
    return { outcomes };
  };
}
