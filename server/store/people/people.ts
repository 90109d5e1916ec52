// People as they see themselves, with their accounts and what changed in how they sign in, and as the operator sees them.
import type { Language } from '../../domain/people/language.ts';
import type { Role } from '../../domain/people/role.ts';
import { folded } from '../folding.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type NamesOf, type RowOf, statement } from '../postgres/statement.ts';

/** A person without their proofs; the table is `p`. */
export type PersonRow = RowOf<typeof personRow>;
const personRow = {
  id: int8('p.id'),
  name: text('p.name'),
  email: text('p.email'),
  isEmailProved: bool('p.email_proved_at is not null'),
  isOperator: bool('p.is_operator'),
  hasTotp: bool('p.totp_confirmed_at is not null'),
  recoveryCodes: int4('(select count(*)::int4 from recovery_code c where c.person_id = p.id)'),
  accounts: int4('(select count(*)::int4 from membership m where m.person_id = p.id)'),
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
  gives: personRow,
  expects: 'any',
  text: ({ id, row }) => `select ${row} from person p where p.id = ${id}`,
});

const listPasskeys = statement({
  takes: { personId: int8 },
  gives: passkeyRow,
  expects: 'any',
  text: ({ personId, row }) =>
    `select ${row} from passkey where person_id = ${personId} order by created_at, id`,
});

const listAccounts = statement({
  takes: { personId: int8 },
  gives: memberAccount,
  expects: 'any',
  text: ({ personId, row }) => `
select ${row} from membership m join account a on a.id = m.account_id
where m.person_id = ${personId} order by a.name, a.id`,
});

/** People that one page of a search looks at. */
const mostLookedAt = 20_000;

const searchPeople = statement({
  takes: { part: text.orNull, id: int8.orNull, after: int8, looks: int4, most: count },
  gives: { ...personRow, isAsked: bool('p.is_asked'), isEnough: bool('p.is_enough') },
  text: ({ part, id, after, looks, most, row }) => `
select ${row} from (
  select *, row_number() over (order by id) = ${looks} as is_enough,
    ${part} is null or strpos(${folded('name')}, ${folded(part)}) > 0 or strpos(email, ${folded(part)}) > 0 or id = ${id} as is_asked
  from person where id > ${after} order by id limit ${looks}
) p where p.is_asked or p.is_enough order by p.id limit ${most}`,
});

const setOperator = statement({
  takes: { email: text, isOperator: bool },
  gives: personRow,
  expects: 'any',
  text: ({ email, isOperator, row }) => `
update person p set is_operator = ${isOperator}
where email = ${email} and (email_proved_at is not null or not ${isOperator}) returning ${row}`,
});

const markProved = statement({
  takes: { email: text, nowMs: instant },
  gives: personRow,
  expects: 'any',
  text: ({ email, nowMs, row }) => `
update person p set email_proved_at = coalesce(email_proved_at, ${nowMs}) where email = ${email} returning ${row}`,
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

/** The steps of a statement that write a change down for each `person_id` of `source`. `kind` is an expression. */
export const recordEvent = (
  source: string,
  kind: string,
  names: NamesOf<typeof eventTakes>,
  now: string,
) => `recorded as (
  insert into security_event (id, person_id, kind, address, at)
  select ${names.eventId}, person_id, ${kind}, ${names.eventAddress}, ${now} from ${source}
), dropped as (
  delete from security_event where id in (
    select c.id from ${source} s join security_event c on c.person_id = s.person_id
    order by c.at desc, c.id offset ${maxEvents - 1}
  )
)`;

const listSecurityEvents = statement({
  takes: { personId: int8 },
  gives: securityEventRow,
  expects: 'any',
  text: ({ personId, row }) => `
select ${row} from security_event where person_id = ${personId} order by at desc, id limit ${maxEvents}`,
});

export const preparePeople = ({ reads, writes }: Database) => ({
  findPerson: (id: bigint) => find.first(reads, { id }),

  /** In order of when they were added. */
  listPasskeys: (personId: bigint) => listPasskeys.run(reads, { personId }),

  /** In order of name. */
  listMemberAccounts: (personId: bigint) => listAccounts.run(reads, { personId }),

  /**
   * Up to `limit` people with ids above `after`, ascending: all of them, or the one with the id and those with `part` in their
   * name or address. It looks at `looks` people; `nextAfter` says where to go on, and is null on the last page.
   */
  async listPeople(
    { part, id }: { part: string | null; id: bigint | null },
    after: bigint,
    limit: number,
    looks = mostLookedAt,
  ): Promise<{ people: PersonRow[]; nextAfter: bigint | null }> {
    const rows = await searchPeople.run(reads, { part, id, after, looks, most: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isMore = rows.length > limit || last?.isEnough === true;
    return { people: page.filter(({ isAsked }) => isAsked), nextAfter: isMore && last ? last.id : null };
  },

  /** Undefined for an unknown e-mail address, and for a new operator whose address is not proved. */
  setOperator: (email: string, isOperator: boolean) => setOperator.first(writes, { email, isOperator }),

  /** From now on the address counts as proved. Undefined for an unknown one. */
  markEmailProved: (email: string, nowMs: number) => markProved.first(writes, { email, nowMs }),

  /** Newest first, 50 at most. */
  listSecurityEvents: (personId: bigint) => listSecurityEvents.run(reads, { personId }),
});
