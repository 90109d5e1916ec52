// Sandboxes (domain/accounts/sandbox.ts), as conditions for statements, and the statement that opens one. Nothing of a sandbox reaches a phone
// or a carrier, because the statements that claim texts keep sandboxes and the carrier that serves them to each other.
import { lastAccountId, sandboxCarrier, sandboxDistance } from '../../domain/accounts/sandbox.ts';
import type { Database } from '../postgres/database.ts';
import { bool, date, instant, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** SQL: whether an account, an expression, is a sandbox. */
export const isSandboxed = (account: string): string => `${account} > ${lastAccountId}`;

/** SQL: the id of an account's sandbox, whether or not it has been opened. */
export const sandboxOf = (account: string): string => `${account} + ${sandboxDistance}`;

/** SQL: the account that a sandbox belongs to; any other account itself. */
export const ownerOf = (account: string): string =>
  `case when ${isSandboxed(account)} then ${account} - ${sandboxDistance} else ${account} end`;

/** SQL: an account and its sandbox, as a list for `in`. */
export const withSandbox = (account: string): string => `(${account}, ${sandboxOf(account)})`;

/** SQL: whether a carrier may have the texts of an account. As an equation it would seem rare to the planner, which then compares all with all. */
export const isServedBy = (account: string, carrier: string): string =>
  `case when ${isSandboxed(account)} then ${carrier} = '${sandboxCarrier}' else ${carrier} <> '${sandboxCarrier}' end`;

/**
 * SQL: the number of a sandbox. It is a name, so that nobody else owns it, and is made from the id, so that each
 * sandbox has its own.
 */
export const sandboxNumber = (sandbox: string): string =>
  `'S' || lpad(to_hex(${sandbox} - ${sandboxDistance}), 10, '0')`;

/** SQL: whether an account is to be erased: it gets nothing more. */
export const isErased = (account: string): string =>
  `exists (select from erasure where erasure.account_id = ${account} and erasure.kind = 'account')`;

// What the sandbox takes over is read as the owner's row is locked. A change that the sandbox shares looks at the owner's `additions`:
// it is made again where a sandbox was opened meanwhile.
const open = statement({
  takes: { ownerId: int8, period: date, nowMs: instant },
  gives: {
    isAccount: bool('exists (select from seen)'),
    isOpen: bool('exists (select from seen where is_open) or exists (select from opened)'),
  },
  expects: 'one',
  text: ({ ownerId, period, nowMs, row }) => `
with seen as materialized (
  select o.id, o.additions, exists (select from account s where s.id = ${sandboxOf('o.id')}) as is_open
  from account o where o.id = ${ownerId} and not ${isSandboxed('o.id')}
    and not ${isErased('o.id')}
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.additions and not s.is_open
  returning ${sandboxOf('o.id')} as id, o.name, o.country, o.suspended_at, o.suspension_reason
), opened as (
  insert into account (id, name, country, exempt, period, created_at, texts_used, last_message_id, last_seq, last_device_id,
    suspended_at, suspension_reason)
  select id, name, country, true, ${period}, ${nowMs}, 0, 0, 0, 0, suspended_at, suspension_reason from turn returning id
), numbered as (
  insert into carrier_number (carrier, number, account_id, assigned_at)
  select '${sandboxCarrier}', ${sandboxNumber('id')}, id, ${nowMs} from opened
)
select ${row}`,
});

export const prepareSandboxes = ({ writes }: Pick<Database, 'writes'>) => ({
  /** Opens the sandbox of an account; one that is open stays as it is. Returns false for an unknown account, and for a sandbox. */
  async openSandbox(ownerId: bigint, period: string, nowMs: number): Promise<boolean> {
    for (;;) {
      const said = await open.first(writes, { ownerId, period, nowMs });
      if (!said?.isAccount) return false;
      if (said.isOpen) return true;
    }
  },
});
