// Tickets join two steps of signing in, or of changing how one signs in. A ticket holds its own purpose, under a code
// that only a core can make: asking for tickets writes nothing, however often it is done.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { ticketPrefix } from '../../domain/users/user.ts';
import type { UsedTicket } from '../../store/users/attempts.ts';

/** How long a ticket is valid, in milliseconds. */
const ticketLifeMs = 5 * 60_000;

/** The purposes of tickets. A ticket holds the place in this list. */
const purposes = ['second_factor', 'passkey', 'add_passkey', 'reauthentication'] as const;

interface TicketContent {
  purpose: (typeof purposes)[number];
  /** Null while the person is not known. */
  userId: bigint | null;
  /** For a passkey to sign, in base64url; for a second factor, random. */
  challenge: string;
}

/** A valid ticket, and what marks it as used. */
interface ReadTicket extends Omit<TicketContent, 'purpose'> {
  used: UsedTicket;
}

export type Tickets = ReturnType<typeof createTickets>;

/** The purpose, the end (48 bits, in milliseconds since the epoch) and the person (64 bits) stand before the challenge. */
const headBytes = 1 + 6 + 8;
const codeBytes = 16;
const maxLength = 200;

/** All cores of a service know `secret`, and nobody who may see a ticket does. */
export function createTickets(secret: string, clock: Clock) {
  // The same secret is the credential of calls: what is signed here differs by its key.
  const key = createHmac('sha256', secret).update('textrelay tickets of people').digest();
  const codeOf = (bytes: Buffer) => createHmac('sha256', key).update(bytes).digest().subarray(0, codeBytes);
  return {
    issue({ purpose, userId, challenge }: TicketContent): string {
      const head = Buffer.alloc(headBytes);
      head.writeUInt8(purposes.indexOf(purpose), 0);
      head.writeUIntBE(Math.floor(clock.nowMs()) + ticketLifeMs, 1, 6);
      head.writeBigUInt64BE(userId ?? 0n, 7);
      const bytes = Buffer.concat([head, Buffer.from(challenge, 'base64url')]);
      return ticketPrefix + Buffer.concat([bytes, codeOf(bytes)]).toString('base64url');
    },

    /**
     * Undefined for a ticket that was not issued for `purpose`, or has ended. The statement that takes it knows whether
     * it was used.
     */
    read(ticket: string, purpose: TicketContent['purpose']): ReadTicket | undefined {
      if (!ticket.startsWith(ticketPrefix) || ticket.length > maxLength) return undefined;
      const text = ticket.slice(ticketPrefix.length);
      const sealed = Buffer.from(text, 'base64url');
      // Several texts decode to the same bytes. Only the issued one is accepted, so that no ticket is used twice.
      if (sealed.length < headBytes + codeBytes || sealed.toString('base64url') !== text) return undefined;
      const bytes = sealed.subarray(0, -codeBytes);
      if (!timingSafeEqual(codeOf(bytes), sealed.subarray(-codeBytes))) return undefined;
      const ticketEndsMs = bytes.readUIntBE(1, 6);
      if (purposes[bytes.readUInt8(0)] !== purpose || ticketEndsMs <= clock.nowMs()) return undefined;
      return {
        userId: bytes.readBigUInt64BE(7) || null,
        challenge: bytes.subarray(headBytes).toString('base64url'),
        used: { ticketHash: hashSecret(ticket), ticketEndsMs },
      };
    },
  };
}
