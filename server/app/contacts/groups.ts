// The groups of an account's contacts.
import { maxGroups, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { Contact, ContactGroup } from '../../store/contacts/read_contacts.ts';
import type { AppContext } from '../context.ts';
import { pageOf, readCursor, readPage, writeCursor, wrongCursor } from '../pages.ts';
import { readGroupName } from './contact_text.ts';

/** Most members that one call adds and takes out. */
const mostMoved = 1_000;

type GroupsOptions = Pick<
  AppContext<
    | 'changeGroupMembers'
    | 'deleteContactGroup'
    | 'ensureContactGroups'
    | 'findContactGroup'
    | 'listContactGroups'
    | 'listGroupMembers'
    | 'renameContactGroup'
  >,
  'store' | 'clock'
>;

interface Page<Cursor> {
  limit: number;
  cursor?: Cursor | undefined;
}

export type ContactGroups = ReturnType<typeof createContactGroups>;

/** Each action throws a Refusal. */
export function createContactGroups({ store, clock }: GroupsOptions) {
  const get = async (accountId: bigint, id: bigint): Promise<ContactGroup> => {
    const found = id > 0n ? await store.findContactGroup(accountId, id) : undefined;
    if (!found) throw notFound('group');
    return found;
  };

  return {
    get,

    /** A page, in order of name. */
    async list(accountId: bigint, { limit, cursor }: Page<string>) {
      const [after] = cursor === undefined ? [''] : readCursor(cursor);
      if (typeof after !== 'string') throw wrongCursor();
      const { rows, last } = await readPage(limit, (most) => store.listContactGroups(accountId, after, most));
      return { groups: rows, nextCursor: last && writeCursor([last.name]) };
    },

    /** The group of a name; a new name makes the group. */
    async put(accountId: bigint, typed: string): Promise<ContactGroup> {
      const ids = await store.ensureContactGroups(accountId, [readGroupName(typed)], clock.nowMs());
      const [id] = ids ?? [];
      if (id === undefined) throw notFound('account');
      if (id === null) throw invalidRequest(`an account may have at most ${maxGroups} groups`);
      return get(accountId, id);
    },

    async rename(accountId: bigint, id: bigint, typed: string): Promise<ContactGroup> {
      const outcome = await store.renameContactGroup(accountId, id, readGroupName(typed));
      if (outcome === 'taken') throw invalidRequest('name must not be that of another group');
      return get(accountId, id);
    },

    /** Removes the group. Its members stay contacts. */
    async delete(accountId: bigint, id: bigint): Promise<void> {
      if (id < 1n || !(await store.deleteContactGroup(accountId, id))) throw notFound('group');
    },

    /** A page of members, in order of id. */
    async members(
      accountId: bigint,
      id: bigint,
      { limit, cursor }: Page<bigint>,
    ): Promise<{ contacts: Contact[]; nextCursor: bigint | undefined }> {
      await get(accountId, id);
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      const { rows, nextCursor } = await pageOf(page, (after, most) =>
        store.listGroupMembers(accountId, id, after, most),
      );
      return { contacts: rows, nextCursor };
    },

    /** Puts contacts in and takes others out; a contact that is named for both is taken out. */
    async change(
      accountId: bigint,
      id: bigint,
      add: readonly bigint[],
      remove: readonly bigint[],
    ): Promise<ContactGroup> {
      if (add.length + remove.length > mostMoved)
        throw invalidRequest(`add and remove must have at most ${mostMoved} entries together`);
      const outcome = await store.changeGroupMembers(accountId, id, add, remove);
      if (outcome === 'no_contact') throw notFound('contact');
      if (outcome === 'crowded')
        throw invalidRequest(`a contact may be in at most ${maxGroupsOfContact} groups`);
      return get(accountId, id);
    },
  };
}
