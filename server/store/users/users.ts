// People as they see themselves, with their accounts and what changed in how they sign in, and as the operator sees them.
import type { Language } from '../../domain/users/language.ts';
import type { Role } from '../../domain/users/role.ts';
import { folded } from '../folding.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type NamesOf, type RowOf, statement } from '../postgres/statement.ts';

/** A person without their credentials; the table is `p`. */
export type UserRow = RowOf<typeof userRow>;
const userRow = {
  id: int8('p.id'),
  name: text('p.name'),
  email: text('p.email'),
  isEmailVerified: bool('p.email_verified_at is not null'),
  isOperator: bool('p.is_operator'),
  hasTotp: bool('p.totp_confirmed_at is not null'),
  recoveryCodes: int4('(select count(*)::int4 from recovery_code c where c.user_id = p.id)'),
  accounts: int4('(select count(*)::int4 from membership m where m.user_id = p.id)'),
  createdAtMs: instant('p.created_at'),
  language: word<Language>().orNull('p.language'),
};

/** A passkey without its key. */
export type PasskeyRow = RowOf<typeof passkeyRow>;
const passkeyRow = { id: int8, name: text, createdAtMs: instant, lastUsedAtMs: instant.orNull };

/** An account with the role of a person in it. */
export type MemberAccount = RowOf<typeof memberAccount>;
export const memberAccount = {
  id: int8('a.id'),
  name: text('a.name'),
  country: text('a.country'),
  role: word<Role>()('m.role'),
};

const find = statement({
  takes: { id: int8 },
  gives: userRow,
  expects: 'any',
  text: ({ id, row }) => `select ${row} from app_user p where p.id = ${id}`,
});

const listPasskeys = statement({
  takes: { userId: int8 },
  gives: passkeyRow,
  expects: 'any',
  text: ({ userId, row }) => `select ${row} from passkey where user_id = ${userId} order by created_at, id`,
});

const listAccounts = statement({
  takes: { userId: int8 },
  gives: memberAccount,
  expects: 'any',
  text: ({ userId, row }) => `
select ${row} from membership m join account a on a.id = m.account_id
where m.user_id = ${userId} order by a.name, a.id`,
});

/** People that one page of a search looks at. */
const mostLookedAt = 20_000;

const searchUsers = statement({
  takes: { part: text.orNull, id: int8.orNull, after: int8, looks: int4, most: count },
  gives: { ...userRow, isAsked: bool('p.is_asked'), isEnough: bool('p.is_enough') },
  text: ({ part, id, after, looks, most, row }) => `
select ${row} from (
  select *, row_number() over (order by id) = ${looks} as is_enough,
    ${part} is null or strpos(${folded('name')}, ${folded(part)}) > 0 or strpos(email, ${folded(part)}) > 0 or id = ${id} as is_asked
  from app_user where id > ${after} order by id limit ${looks}
) p where p.is_asked or p.is_enough order by p.id limit ${most}`,
});

const setOperator = statement({
  takes: { email: text, isOperator: bool },
  gives: userRow,
  expects: 'any',
  text: ({ email, isOperator, row }) => `
update app_user p set is_operator = ${isOperator}
where email = ${email} and (email_verified_at is not null or not ${isOperator}) returning ${row}`,
});

const markVerified = statement({
  takes: { email: text, nowMs: instant },
  gives: userRow,
  expects: 'any',
  text: ({ email, nowMs, row }) => `
update app_user p set email_verified_at = coalesce(email_verified_at, ${nowMs}) where email = ${email} returning ${row}`,
});

/** A change of how a person signs in. The statement that changes it writes it down. */
export type SecurityEventKind =
  | 'new_password'
  | 'new_password_without_passkeys'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'new_start'
  | 'new_email'
  | 'forgotten_password';

/** Most changes of one person that are kept. */
const maxEvents = 50;

const securityEventRow = { id: int8, kind: word<SecurityEventKind>(), address: text, atMs: instant };

/** A change as it is shown to its person. */
export type SecurityEvent = RowOf<typeof securityEventRow>;

/** A random id, and the network address of the caller. */
export const eventTakes = { eventId: int8, eventAddress: text };

/** The origin of a change. */
export type EventOrigin = ValuesOf<typeof eventTakes>;

/** The steps of a statement that write a change down for each `user_id` of `source`. `kind` is an expression. */
export const recordEvent = (
  source: string,
  kind: string,
  names: NamesOf<typeof eventTakes>,
  now: string,
) => `recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select ${names.eventId}, user_id, ${kind}, ${names.eventAddress}, ${now} from ${source}
), dropped as (
  delete from security_event where id in (
    select c.id from ${source} s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset ${maxEvents - 1}
  )
)`;

const listSecurityEvents = statement({
  takes: { userId: int8 },
  gives: securityEventRow,
  expects: 'any',
  text: ({ userId, row }) => `
select ${row} from security_event where user_id = ${userId} order by at desc, id limit ${maxEvents}`,
});

export const prepareUsers = ({ reads, writes }: Database) => ({
  findUser: (id: bigint) => find.first(reads, { id }),

  /** In order of when they were added. */
  listPasskeys: (userId: bigint) => listPasskeys.run(reads, { userId }),

  /** In order of name. */
  listMemberAccounts: (userId: bigint) => listAccounts.run(reads, { userId }),

  /**
   * Up to `limit` people with ids above `after`, ascending: all of them, or the one with the id and those with `part` in their
   * name or address. It looks at `looks` people; `nextAfter` says where to go on, and is null on the last page.
   */
  async listUsers(
    { part, id }: { part: string | null; id: bigint | null },
    after: bigint,
    limit: number,
    looks = mostLookedAt,
  ): Promise<{ users: UserRow[]; nextAfter: bigint | null }> {
    const rows = await searchUsers.run(reads, { part, id, after, looks, most: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isMore = rows.length > limit || last?.isEnough === true;
    return { users: page.filter(({ isAsked }) => isAsked), nextAfter: isMore && last ? last.id : null };
  },

  /** Undefined for an unknown e-mail address, and for a new operator whose address is not verified. */
  setOperator: (email: string, isOperator: boolean) => setOperator.first(writes, { email, isOperator }),

  /** From now on the address counts as verified. Undefined for an unknown one. */
  markEmailVerified: (email: string, nowMs: number) => markVerified.first(writes, { email, nowMs }),

  /** Newest first, 50 at most. */
  listSecurityEvents: (userId: bigint) => listSecurityEvents.run(reads, { userId }),
});
