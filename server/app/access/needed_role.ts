// The role that a method needs in an account, for people and for the keys of their sessions.
import type { Who } from '../../domain/access/caller.ts';
import { type Role, reaches, roles } from '../../domain/users/role.ts';
import { forbidden, type Refusal } from '../../errors.ts';

/** The least role that may call a method; undefined for one that no role may call. */
export const neededRole = (allowed: readonly Who[]): Role | undefined =>
  roles.find((role) => allowed.includes(role));

/** The refusal of somebody whose role, if they have any, is less than the needed one; undefined if they may call. */
export const refusalOfRole = (role: Role | undefined, needed: Role): Refusal | undefined =>
  role !== undefined && reaches(role, needed) ? undefined : forbidden(`this needs the role ${needed}`);
