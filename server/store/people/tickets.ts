// Tickets carry what they say themselves; the database knows only those that were used, so that none is used twice. A row
// is written by what a ticket leads to, and never by somebody who has proved nothing.
import { instant, text } from '../postgres/kinds.ts';

/** A ticket that is used up: its SHA-256 in hex, and when it ends. */
export const usedTicketTakes = { ticketHash: text, ticketEndsMs: instant };

/** What the steps of a statement know a ticket by. */
export interface UsedTicket {
  ticketHash: string;
  ticketEndsMs: number;
}

/** The step `ticket`, of one row where `condition` holds and the ticket was not used before. */
export const useTicket = (names: { [Name in keyof typeof usedTicketTakes]: string }, condition: string) =>
  `ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode(${names.ticketHash}, 'hex'), 'used', '', ${names.ticketEndsMs} where ${condition}
  on conflict do nothing returning 1
)`;
