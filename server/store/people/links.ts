// Links that are used once: of the first person, invitations, and new starts. One that is used goes with what it leads to.
import type { Role } from '../../domain/role.ts';
import type { Database } from '../database/database.ts';
import { bool, count, instant, int4, int8, text, word } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** What a link is for. */
export type LinkKind = 'first_person' | 'invitation' | 'reset';

const linkRow = {
  kind: word<LinkKind>()('l.kind'),
  accountName: text.orNull('a.name'),
  email: text.orNull('coalesce(l.email, p.email)'),
  role: word<Role>().orNull('l.role'),
  expiresAtMs: instant('l.expires_at'),
};

/** A link as whoever holds it sees it. */
export type LinkRow = RowOf<typeof linkRow>;

/** An invitation, without its token. */
export type InvitationRow = RowOf<typeof invitationRow>;
const invitationRow = {
  id: int8,
  email: text,
  role: word<Role>(),
  createdAtMs: instant,
  expiresAtMs: instant,
};

const find = statement({
  takes: { tokenHash: text, nowMs: instant },
  gives: linkRow,
  expects: 'any',
  text: ({ tokenHash, nowMs, row }) => `
select ${row} from person_link l left join account a on a.id = l.account_id left join person p on p.id = l.person_id
where l.token_hash = decode(${tokenHash}, 'hex') and l.expires_at > ${nowMs}`,
});

const list = statement({
  takes: { accountId: int8, nowMs: instant, limit: count },
  gives: invitationRow,
  expects: 'any',
  text: ({ accountId, nowMs, limit, row }) => `
select ${row} from person_link
where account_id = ${accountId} and kind = 'invitation' and expires_at > ${nowMs} order by created_at, id limit ${limit}`,
});

const invite = statement({
  takes: {
    id: int8,
    tokenHash: text,
    accountId: int8,
    email: text,
    role: word<Role>(),
    nowMs: instant,
    expiresAtMs: instant,
    most: int4,
  },
  gives: {
    isAccount: bool(`exists (select from named)`),
    isMember: bool('exists (select from there)'),
    isStored: bool('exists (select from stored)'),
  },
  expects: 'one',
  text: ({ id, tokenHash, accountId, email, role, nowMs, expiresAtMs, most, row }) => `
with named as (
  select id from account where id = ${accountId}
), there as (
  select from membership m join person p on p.id = m.person_id
  where m.account_id = ${accountId} and p.email = ${email}
), replaced as (
  delete from person_link where account_id = ${accountId} and kind = 'invitation' and email = ${email}
), stored as (
  insert into person_link (id, kind, token_hash, account_id, email, role, created_at, expires_at)
  select ${id}, 'invitation', decode(${tokenHash}, 'hex'), named.id, ${email}, ${role}, ${nowMs}, ${expiresAtMs}
  from named where not exists (select from there) and (
    select count(*) from person_link where account_id = ${accountId} and email <> ${email}
  ) < ${most}
  returning 1
)
select ${row}`,
});

const revoke = statement({
  takes: { accountId: int8, id: int8 },
  gives: { id: int8 },
  expects: 'any',
  text: ({ accountId, id, row }) => `
delete from person_link where account_id = ${accountId} and id = ${id} and kind = 'invitation' returning ${row}`,
});

const first = statement({
  takes: { id: int8, tokenHash: text, accountId: int8.orNull, nowMs: instant, expiresAtMs: instant },
  gives: { isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, tokenHash, accountId, nowMs, expiresAtMs, row }) => `
with replaced as (
  delete from person_link where kind = 'first_person'
), stored as (
  insert into person_link (id, kind, token_hash, account_id, role, created_at, expires_at)
  select ${id}, 'first_person', decode(${tokenHash}, 'hex'), (select id from account where id = ${accountId}), 'owner',
    ${nowMs}, ${expiresAtMs}
  where not exists (select from person)
  returning 1
)
select ${row}`,
});

const reset = statement({
  takes: { id: int8, tokenHash: text, email: text, nowMs: instant, expiresAtMs: instant },
  gives: { isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, tokenHash, email, nowMs, expiresAtMs, row }) => `
with whose as (
  select id from person where email = ${email}
), replaced as (
  delete from person_link where kind = 'reset' and person_id in (select id from whose)
), stored as (
  insert into person_link (id, kind, token_hash, person_id, created_at, expires_at)
  select ${id}, 'reset', decode(${tokenHash}, 'hex'), whose.id, ${nowMs}, ${expiresAtMs} from whose returning 1
)
select ${row}`,
});

const isAnybody = statement({
  takes: {},
  gives: { isThere: bool('exists (select from person)') },
  expects: 'one',
  text: ({ row }) => `select ${row}`,
});

/** What a new link is made of; `tokenHash` is SHA-256 in hex. */
export interface NewLink {
  id: bigint;
  tokenHash: string;
  nowMs: number;
  expiresAtMs: number;
}

/** Prepares reads of links, and what makes them. A new one takes the place of older ones for the same. */
export function preparePersonLinks({ reads, writes }: Database) {
  return {
    /** Undefined for one that is unknown, used or expired. */
    findLink: async (tokenHash: string, nowMs: number): Promise<LinkRow | undefined> =>
      (await find.run(reads, { tokenHash, nowMs }))[0],

    /** Those that hold, oldest first, up to `limit`. */
    listInvitations: (accountId: bigint, nowMs: number, limit: number): Promise<InvitationRow[]> =>
      list.run(reads, { accountId, nowMs, limit }),

    /** An account has `most` open invitations at most. */
    async insertInvitation(
      link: NewLink & { accountId: bigint; email: string; role: Role },
      most: number,
    ): Promise<'stored' | 'no_account' | 'is_member' | 'full'> {
      const [done] = await invite.run(writes, { ...link, most });
      if (done?.isStored) return 'stored';
      if (!done?.isAccount) return 'no_account';
      return done.isMember ? 'is_member' : 'full';
    },

    revokeInvitation: async (accountId: bigint, id: bigint): Promise<boolean> =>
      (await revoke.run(writes, { accountId, id })).length === 1,

    /** False once there is a person. */
    insertFirstLink: async (link: NewLink, accountId: bigint | null): Promise<boolean> =>
      (await first.run(writes, { ...link, accountId }))[0]?.isStored ?? false,

    /** False for an e-mail address that nobody has. */
    insertResetLink: async (link: NewLink, email: string): Promise<boolean> =>
      (await reset.run(writes, { ...link, email }))[0]?.isStored ?? false,

    /** True once somebody has signed up. */
    isAnybodyThere: async (): Promise<boolean> => (await isAnybody.run(reads, {}))[0]?.isThere ?? false,
  };
}
