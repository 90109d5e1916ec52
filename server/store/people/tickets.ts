// What is between two steps of signing in, or of adding a passkey.
import type { Database } from '../database/database.ts';
import { instant, int8, text, word } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** What a ticket is good for. */
type TicketPurpose = 'second_factor' | 'passkey' | 'add_passkey';

const ticketFields = {
  purpose: word<TicketPurpose>(),
  personId: int8.orNull,
  challenge: text,
};

/** A ticket that holds. */
export type TicketRow = RowOf<typeof ticketFields>;

const insert = statement({
  takes: { ticketHash: text, ...ticketFields, expiresAtMs: instant },
  gives: {},
  text: ({ ticketHash, purpose, personId, challenge, expiresAtMs }) => `
insert into sign_in_ticket (ticket_hash, purpose, person_id, challenge, expires_at)
values (decode(${ticketHash}, 'hex'), ${purpose}, ${personId}, ${challenge}, ${expiresAtMs})
on conflict do nothing`,
});

const find = statement({
  takes: { ticketHash: text, nowMs: instant },
  gives: ticketFields,
  expects: 'any',
  text: ({ ticketHash, nowMs, row }) => `
select ${row} from sign_in_ticket
where ticket_hash = decode(${ticketHash}, 'hex') and expires_at > ${nowMs}`,
});

/** Prepares tickets. `ticketHash` is SHA-256 in hex. */
export function prepareTickets({ writes }: Database) {
  return {
    insertTicket: async (ticketHash: string, ticket: TicketRow, expiresAtMs: number): Promise<void> => {
      await insert.run(writes, { ticketHash, ...ticket, expiresAtMs });
    },

    /** Undefined for one that is unknown, used or expired. It is used up by what it leads to. */
    findTicket: async (ticketHash: string, nowMs: number): Promise<TicketRow | undefined> =>
      (await find.run(writes, { ticketHash, nowMs }))[0],
  };
}
