// The replies that an account keeps, as they are asked for.
import { listOf } from '../../api/queries.ts';

export const savedRepliesQuery = (account: number) =>
  listOf('GET /saved-replies', 'saved_replies', { account });
