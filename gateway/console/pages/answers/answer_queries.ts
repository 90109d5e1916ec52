// The answers that an account keeps, as they are asked for.
import { listOf } from '../../api/queries.ts';

export const answersQuery = (account: number) => listOf('GET /canned-answers', 'answers', { account });
