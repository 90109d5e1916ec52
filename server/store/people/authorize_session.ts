// The one statement of the console's door: whose session a secret is, and what its person may do in the account.
import type { Role } from '../../domain/role.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** How much later a session must be seen than it was before, in milliseconds, to be written down. */
const seenEveryMs = 60_000;

const sessionRow = {
  personId: int8,
  sessionId: int8,
  isOperator: bool,
  /** When the person proved once more who they are; null before. */
  provedAtMs: instant.orNull,
  /** Null where no account is named, and where the person is no member of it. */
  role: word<Role>().orNull,
};

/** A session that holds. */
type SessionRow = RowOf<typeof sessionRow>;

// Whatever goes by a session asks this first, so that its row must be its own: hence the nonce.
const authorize = statement({
  takes: {
    secretHash: text,
    accountId: int8,
    nowMs: instant,
    idleSinceMs: instant,
    writtenBeforeMs: instant,
  },
  gives: sessionRow,
  expects: 'some',
  text: ({ secretHash, accountId, nowMs, idleSinceMs, writtenBeforeMs, row }) => `
with found as materialized (
  select s.person_id, s.id as session_id, p.is_operator, s.proved_at
  from person_session s join person p on p.id = s.person_id
  where s.secret_hash = decode(${secretHash}, 'hex') and s.expires_at > ${nowMs} and s.last_seen_at > ${idleSinceMs}
), seen as (
  update person_session s set last_seen_at = ${nowMs} from found f
  where s.id = f.session_id and s.last_seen_at < ${writtenBeforeMs}
)
select ${row} from (values (1)) as one left join (
  select f.*, m.role from found f
  left join membership m on m.account_id = ${accountId} and m.person_id = f.person_id
) as t on true`,
});

const roleOfKey = statement({
  takes: { hash: text },
  gives: { role: word<Role>()('m.role') },
  text: ({ hash, row }) => `
select ${row} from api_key k join person_session s on s.id = k.session_id
join membership m on m.account_id = k.account_id and m.person_id = s.person_id
where k.hash = decode(${hash}, 'hex') and k.revoked_at is null`,
});

/** Prepares the door's statements. Hashes are SHA-256 in hex. */
export function prepareSessionDoor({ reads, writes }: Database) {
  return {
    /** Undefined for a secret that is unknown, or whose session has ended. `idleMs`: how long one lasts unused. */
    async authorizeSession(
      secretHash: string,
      accountId: bigint,
      nowMs: number,
      idleMs: number,
    ): Promise<SessionRow | undefined> {
      const [found] = await authorize.run(writes, {
        secretHash,
        accountId,
        nowMs,
        idleSinceMs: nowMs - idleMs,
        writtenBeforeMs: nowMs - seenEveryMs,
      });
      return found;
    },

    /** The role that a session's key acts with; undefined for what is no such key, or works no more. */
    findRoleOfKey: async (hash: string): Promise<Role | undefined> =>
      (await roleOfKey.run(reads, { hash }))[0]?.role,
  };
}
