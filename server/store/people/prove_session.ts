// A signed-in person proves once more who they are: from then on their session may change how they sign in, for a while.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { type UsedTicket, usedTicketTakes, useTicket } from './tickets.ts';

const byPassword = statement({
  takes: { sessionId: int8, passwordHash: text, nowMs: instant },
  gives: { isProved: bool('exists (select from proved)') },
  expects: 'one',
  text: ({ sessionId, passwordHash, nowMs, row }) => `
with proved as (
  update person_session s set proved_at = ${nowMs} from person p
  where s.id = ${sessionId} and p.id = s.person_id and p.password_hash = ${passwordHash} returning 1
)
select ${row}`,
});

const byPasskey = statement({
  takes: { sessionId: int8, ...usedTicketTakes, passkeyId: int8, counter: int8, nowMs: instant },
  gives: { isProved: bool('exists (select from proved)') },
  expects: 'one',
  text: ({ sessionId, passkeyId, counter, nowMs, row, ...names }) => `
with ${useTicket(names, `exists (select from passkey where id = ${passkeyId})`)}, used as (
  update passkey set counter = ${counter}, last_used_at = ${nowMs}
  where id = ${passkeyId} and (counter < ${counter} or ${counter} = 0) and exists (select from ticket)
  returning person_id
), proved as (
  update person_session s set proved_at = ${nowMs} from used u
  where s.id = ${sessionId} and s.person_id = u.person_id returning 1
)
select ${row}`,
});

/** Prepares the proofs. Each is false where it does not hold. */
export function prepareProveSession({ writes }: Database) {
  return {
    /** The password was right for `passwordHash`, which must still be the person's. */
    proveByPassword: async (sessionId: bigint, passwordHash: string, nowMs: number): Promise<boolean> =>
      (await byPassword.run(writes, { sessionId, passwordHash, nowMs }))[0]?.isProved ?? false,

    /** The passkey's answer was right; it is the person's, and its counter must have grown, unless it keeps none. */
    proveByPasskey: async (
      sessionId: bigint,
      proven: UsedTicket & { passkeyId: bigint; counter: bigint },
      nowMs: number,
    ): Promise<boolean> =>
      (await byPasskey.run(writes, { sessionId, ...proven, nowMs }))[0]?.isProved ?? false,
  };
}
