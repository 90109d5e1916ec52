// What the parts of ConsoleService are made with.
import type { SessionRef } from '../../../../proto/gen/textrelay/v1/session_pb.ts';

/** Who may call a method: each throws unless the session's person has the role in the account that it names. */
export interface Roles {
  asMember(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
  asAdmin(session: SessionRef | undefined): Promise<{ accountId: bigint; personId: bigint }>;
}

/** What somebody does with a pairing code, and where the device reaches the core. */
export interface PairingLines {
  addresses: string[];
  /** Lines to type; one of them is enough. */
  commands: string[];
  /** What a QR code holds. */
  qr: string;
  /** A sentence on the addresses; empty when nothing is to be said. */
  advice: string;
}
