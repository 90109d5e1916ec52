// Which keys of accounts work, as a condition for the statements that admit them. A session's key is judged by its session and its
// person's membership, and not by its own row alone: a session that is over, or that entered an account while its person was removed,
// has a key that nobody has revoked yet.
import { sessionIdleMs } from '../../domain/keys/session_key.ts';
import { isErased, ownerOf } from '../accounts/sandboxes.ts';

/** SQL: whether a row of `api_key` is a key that works. */
export const isWorking = (
  key: string,
  nowMs: string,
): string => `(${key}.revoked_at is null and (${key}.session_id is null or exists (
      select from user_session session
      join membership on membership.user_id = session.user_id and membership.account_id = ${ownerOf(`${key}.account_id`)}
      where session.id = ${key}.session_id and session.expires_at > ${nowMs}
        and not ${isErased(`${key}.account_id`)}
        and session.last_seen_at > ${nowMs} - make_interval(secs => ${sessionIdleMs / 1000}))))`;
