// How many people an account may have, and how many accounts a person may be in: judged in the statement that lets somebody in.
import { additionTo } from '../accounts/additions.ts';
import { bool, int4 } from '../postgres/kinds.ts';

export const membershipBounds = { mostMembers: 1_000, mostAccounts: 1_000 };
export const membershipTakes = { mostMembers: int4, mostAccounts: int4 };

/** What a person is not let in for. */
export type FullOf = 'account_full' | 'person_full';

const isFull = (of = '') => bool(`coalesce((select is_full from seen${of}), false)`);

/** The bound of the account, and that of the person. */
export const accountGives = { isAsked: bool('exists (select from seen)'), isAccountFull: isFull() };
export const membershipGives = { ...accountGives, isPersonFull: isFull('_of_person') };

type Names<Takes> = { [Name in keyof Takes]: string };

/** The steps `seen` and `turn` of a statement that lets one more person into an account. */
export const accountSteps = (of: { accountId: string; where: string }, mostMembers: string) =>
  additionTo({
    table: 'account',
    id: of.accountId,
    isFull: `select count(*) >= ${mostMembers} from membership m where m.account_id = o.id`,
    where: of.where,
  });

/** Those, with `seen_of_person` and `turn_of_person`, of one that lets somebody in who is a person already. */
export const joinSteps = (
  of: { accountId: string; personId: string; where: string; set?: string },
  { mostMembers, mostAccounts }: Names<typeof membershipTakes>,
) =>
  `${accountSteps(of, mostMembers)}, ${additionTo({
    table: 'person',
    id: of.personId,
    isFull: `select count(*) >= ${mostAccounts} from membership m where m.person_id = o.id`,
    where: of.where,
    of: '_of_person',
    ...(of.set !== undefined && { set: of.set }),
  })}`;

/** Which bound is reached; undefined where none is. */
export function fullOf(said: { isAccountFull: boolean; isPersonFull?: boolean }): FullOf | undefined {
  if (said.isAccountFull) return 'account_full';
  return said.isPersonFull ? 'person_full' : undefined;
}
