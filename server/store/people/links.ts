// Links that are used once: of the first person, invitations, new starts, and such that prove an e-mail address. One
// that is used goes with what it leads to.
import type { Role } from '../../domain/role.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** What a link is for; one for an e-mail address proves it. */
export type LinkKind = 'first_person' | 'invitation' | 'reset' | 'email';

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

/** Whether somebody of one role may invite somebody to another: owners are made by owners. */
export const mayInvite = (maker: string, invited: string) =>
  `(${maker} = 'owner' or (${maker} = 'admin' and ${invited} <> 'owner'))`;

/** Whether the link `l` holds: an invitation does while who made it might make it again. */
export const holds = (now: string) => `l.expires_at > ${now} and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.person_id = l.made_by and ${mayInvite('m.role', 'l.role')}
))`;

const find = statement({
  takes: { tokenHash: text, nowMs: instant },
  gives: linkRow,
  expects: 'any',
  text: ({ tokenHash, nowMs, row }) => `
select ${row} from person_link l left join account a on a.id = l.account_id left join person p on p.id = l.person_id
where l.token_hash = decode(${tokenHash}, 'hex') and ${holds(nowMs)}`,
});

const list = statement({
  takes: { accountId: int8, nowMs: instant, limit: count },
  gives: invitationRow,
  expects: 'any',
  text: ({ accountId, nowMs, limit, row }) => `
select ${row} from person_link l
where account_id = ${accountId} and kind = 'invitation' and ${holds(nowMs)} order by created_at, id limit ${limit}`,
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
  gives: { isKnown: bool('exists (select from known)'), isStored: bool('exists (select from stored)') },
  expects: 'one',
  text: ({ id, tokenHash, email, nowMs, expiresAtMs, row }) => `
with known as (
  select id, email_proved_at from person where email = ${email}
), whose as (
  select id from known where email_proved_at is not null
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

    revokeInvitation: async (accountId: bigint, id: bigint): Promise<boolean> =>
      (await revoke.run(writes, { accountId, id })).length === 1,

    /** False once there is a person. */
    insertFirstLink: async (link: NewLink, accountId: bigint | null): Promise<boolean> =>
      (await first.run(writes, { ...link, accountId }))[0]?.isStored ?? false,

    /** `not_proved`: whose address it is was never shown. */
    async insertResetLink(link: NewLink, email: string): Promise<'stored' | 'nobody' | 'not_proved'> {
      const [done] = await reset.run(writes, { ...link, email });
      if (done?.isStored) return 'stored';
      return done?.isKnown ? 'not_proved' : 'nobody';
    },

    /** True once somebody has signed up. */
    isAnybodyThere: async (): Promise<boolean> => (await isAnybody.run(reads, {}))[0]?.isThere ?? false,
  };
}
