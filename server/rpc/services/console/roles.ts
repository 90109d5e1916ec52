// What ConsoleService and its parts are made with.
import type { SessionRef } from '../../../../proto/gen/textrelay/v1/session_pb.ts';
import type { JudgeSession } from '../../../app/people/session_door.ts';
import type { Role } from '../../../domain/role.ts';
import { forbidden } from '../../../errors.ts';

/** Judges the session in a request, of ConsoleOperatorService as well. Throws what `judge` throws. */
export const judgeRef =
  (judge: JudgeSession, allowed: Role | 'operator') =>
  async (session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }> => {
    const accountId = session?.accountId ?? 0n;
    const caller = await judge({ secret: session?.secret ?? '', accountId }, [allowed]);
    if (caller.kind !== 'person') throw forbidden('this takes a session');
    return { accountId, personId: caller.personId };
  };

/** Who may call a method: each throws unless the session's person has the role in the account that it names. */
export interface Roles {
  asMember(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
  asAdmin(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
}
