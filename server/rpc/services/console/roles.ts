// What the parts of ConsoleService are made with.
import type { SessionRef } from '../../../../proto/gen/textrelay/v1/session_pb.ts';

/** Who may call a method: each throws unless the session's person has the role in the account that it names. */
export interface Roles {
  asMember(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
  asAdmin(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
}
