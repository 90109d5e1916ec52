// Lets a session act for an account: its key's row is written beside the account's keys, so that admission, the rate
// limit and revocation know no difference. Repeatable: the row stays as it is, and works again where it was revoked.
import type { Database } from '../postgres/database.ts';
import { instant, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type MemberAccount, memberAccount } from './people.ts';

const enter = statement({
  takes: { sessionId: int8, accountId: int8, keyHash: text, nowMs: instant },
  gives: memberAccount,
  expects: 'some',
  text: ({ sessionId, accountId, keyHash, nowMs, row }) => `
with found as materialized (
  select m.account_id, m.role, s.id as session_id
  from person_session s join membership m on m.person_id = s.person_id
  where s.id = ${sessionId} and m.account_id = ${accountId}
  for share of s, m
), stored as (
  insert into api_key (hash, id, account_id, label, hint, created_at, session_id) overriding system value
  select decode(${keyHash}, 'hex'), -session_id, account_id, '', '', ${nowMs}, session_id from found
  on conflict do nothing returning hash
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored on conflict do nothing
), renewed as (
  update api_key k set revoked_at = null from found f
  where k.account_id = f.account_id and k.id = -f.session_id and k.revoked_at is not null
)
select ${row} from (values (1)) as one
left join (found m join account a on a.id = m.account_id) on true`,
});

/** Prepares the statement. `keyHash` is SHA-256 of the session's key for the account, in hex. */
export function prepareEnterAccount({ writes }: Database) {
  return {
    /** Undefined for a session that has ended, and for an account that its person is no member of. */
    async enterAccount(
      sessionId: bigint,
      accountId: bigint,
      keyHash: string,
      nowMs: number,
    ): Promise<MemberAccount | undefined> {
      return (await enter.run(writes, { sessionId, accountId, keyHash, nowMs }))[0];
    },
  };
}
