// The people of an account. A change locks the account's owners first, in order, so that an account that has an owner
// keeps one, however many changes are made at once. Invitations that their maker may no longer make end with the
// change; all of a person's invitations end with the membership, by a foreign key.
import type { Role } from '../../domain/users/role.ts';
import { additionTo } from '../accounts/additions.ts';
import { withSandbox } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { type NamesOf, type RowOf, statement } from '../postgres/statement.ts';
import { mayInvite } from './links.ts';

/** How many people an account may have, and how many accounts a person may be in. */
export const membershipBounds = { mostMembers: 1_000, mostAccounts: 1_000 };
export const membershipTakes = { mostMembers: int4, mostAccounts: int4 };

/** The bound that keeps a person out. */
export type FullOf = 'account_full' | 'user_full';

const isFull = (of = '') => bool(`coalesce((select is_full from seen${of}), false)`);

/** The bound of the account, and that of the person. */
export const accountGives = { isAsked: bool('exists (select from seen)'), isAccountFull: isFull() };
export const membershipGives = { ...accountGives, isPersonFull: isFull('_of_user') };

/** The steps `seen` and `turn` of a statement that lets one more person into an account. */
export const accountSteps = (of: { accountId: string; where: string }, mostMembers: string) =>
  additionTo({
    table: 'account',
    id: of.accountId,
    isFull: `select count(*) >= ${mostMembers} from membership m where m.account_id = o.id`,
    where: of.where,
  });

/** The same steps, with `seen_of_user` and `turn_of_user`, for a person who already exists. */
export const joinSteps = (
  of: { accountId: string; userId: string; where: string; set?: string },
  { mostMembers, mostAccounts }: NamesOf<typeof membershipTakes>,
) =>
  `${accountSteps(of, mostMembers)}, ${additionTo({
    table: 'app_user',
    id: of.userId,
    isFull: `select count(*) >= ${mostAccounts} from membership m where m.user_id = o.id`,
    where: of.where,
    of: '_of_user',
    ...(of.set !== undefined && { set: of.set }),
  })}`;

/** Which bound is reached; undefined where none is. */
export function fullOf(said: { isAccountFull: boolean; isPersonFull?: boolean }): FullOf | undefined {
  if (said.isAccountFull) return 'account_full';
  return said.isPersonFull ? 'user_full' : undefined;
}

/** A person as the others in an account see them. */
export type MemberRow = RowOf<typeof memberRow>;
const memberRow = {
  id: int8('p.id'),
  name: text('p.name'),
  email: text('p.email'),
  role: word<Role>()('m.role'),
  joinedAtMs: instant('m.joined_at'),
};

/** The result of a change of an account's people. */
export type MemberOutcome = 'done' | 'no_member' | 'last_owner' | 'is_owner';

const list = statement({
  takes: { accountId: int8 },
  gives: memberRow,
  expects: 'any',
  text: ({ accountId, row }) => `
select ${row} from membership m join app_user p on p.id = m.user_id
where m.account_id = ${accountId} order by m.joined_at, p.id`,
});

/** `target`: the membership that is to change, where it may. */
const guarded = (
  account: string,
  user: string,
  mayOwners: string,
  keepsOwner: string,
) => `owners as materialized (
  select user_id from membership where account_id = ${account} and role = 'owner' order by user_id for update
), known as materialized (
  select m.user_id, exists (select from owners o where o.user_id = m.user_id) as is_owner,
    (select count(*) from owners) as owners
  from membership m where m.account_id = ${account} and m.user_id = ${user}
), target as (
  select user_id from known where not is_owner or (${mayOwners} and (${keepsOwner} or owners > 1))
)`;

const gives = {
  isMember: bool('exists (select from known)'),
  isOwner: bool('coalesce((select is_owner from known), false)'),
  owners: int4('coalesce((select owners::int4 from known), 0)'),
  isDone: bool('exists (select from changed)'),
};

const setRole = statement({
  takes: { accountId: int8, userId: int8, role: word<Role>(), mayOwners: bool },
  gives,
  expects: 'one',
  text: ({ accountId, userId, role, mayOwners, row }) => `
with ${guarded(accountId, userId, mayOwners, `${role} = 'owner'`)}, changed as (
  update membership m set role = ${role} from target t
  where m.account_id = ${accountId} and m.user_id = t.user_id returning m.user_id
), withdrawn as (
  delete from user_link l using changed c
  where l.account_id = ${accountId} and l.made_by = c.user_id and not ${mayInvite(role, 'l.role')}
)
select ${row}`,
});

const remove = statement({
  takes: { accountId: int8, userId: int8, mayOwners: bool, nowMs: instant },
  gives,
  expects: 'one',
  text: ({ accountId, userId, mayOwners, nowMs, row }) => `
with ${guarded(accountId, userId, mayOwners, 'false')}, changed as (
  delete from membership m using target t
  where m.account_id = ${accountId} and m.user_id = t.user_id returning m.user_id
), silenced as (
  update api_key set revoked_at = ${nowMs}
  where account_id in ${withSandbox(accountId)} and revoked_at is null
    and session_id in (select s.id from user_session s join changed c on c.user_id = s.user_id)
)
select ${row}`,
});

const add = statement({
  takes: { accountId: int8, userId: int8, role: word<Role>(), nowMs: instant, ...membershipTakes },
  gives: { ...membershipGives, isAdded: bool('exists (select from added)') },
  expects: 'one',
  text: ({ accountId, userId, role, nowMs, row, ...bounds }) => `
with there as (
  select from membership where account_id = ${accountId} and user_id = ${userId}
), ${joinSteps({ accountId, userId, where: 'not exists (select from there)' }, bounds)}, added as (
  insert into membership (account_id, user_id, role, joined_at)
  select turn.id, turn_of_user.id, ${role}, ${nowMs} from turn cross join turn_of_user
  on conflict do nothing returning 1
)
select ${row}`,
});

const outcomeOf = ([done]: RowOf<typeof gives>[], mayOwners: boolean): MemberOutcome => {
  if (done?.isDone) return 'done';
  if (!done?.isMember) return 'no_member';
  return done.isOwner && !mayOwners ? 'is_owner' : 'last_owner';
};

/** `mayOwners`: whether the caller may change owners. */
export const prepareMembers = ({ reads, writes }: Database) => ({
  /** In the order in which they joined. */
  listMembers: (accountId: bigint) => list.run(reads, { accountId }),

  setRole: async (accountId: bigint, userId: bigint, role: Role, mayOwners: boolean) =>
    outcomeOf(await setRole.run(writes, { accountId, userId, role, mayOwners }), mayOwners),

  /** Their sessions no longer act for the account. */
  removeMember: async (accountId: bigint, userId: bigint, mayOwners: boolean, nowMs: number) =>
    outcomeOf(await remove.run(writes, { accountId, userId, mayOwners, nowMs }), mayOwners),

  /** Keeps the bounds, however many come at once. An existing member stays as they are. */
  async addMember(
    accountId: bigint,
    userId: bigint,
    role: Role,
    nowMs: number,
    bounds = membershipBounds,
  ): Promise<'done' | FullOf> {
    for (;;) {
      const said = await add.first(writes, { accountId, userId, role, nowMs, ...bounds });
      const full = said && fullOf(said);
      if (full) return full;
      if (said?.isAdded || !said?.isAsked) return 'done';
    }
  },
});
