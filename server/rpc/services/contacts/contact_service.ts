// ContactService: translates between protobuf and the application.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import type { ContactGroupSchema, ContactSchema } from '../../../../proto/gen/textrelay/v1/contact_pb.ts';
import {
  type ContactRow as ContactRowMessage,
  ContactService,
} from '../../../../proto/gen/textrelay/v1/contact_service_pb.ts';
import type { Contacts } from '../../../app/contacts/contacts.ts';
import type { ContactGroups } from '../../../app/contacts/groups.ts';
import type { ContactImport, ContactRow } from '../../../app/contacts/import.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { Contact, ContactGroup } from '../../../store/contacts/read_contacts.ts';

export const toContact = ({
  createdAtMs,
  changedAtMs,
  addressNorm,
  groupIds,
  namePlain: _,
  ...contact
}: Contact): MessageInitShape<typeof ContactSchema> => ({
  ...contact,
  address: addressNorm,
  groups: [...groupIds],
  createdAt: toTimestamp(createdAtMs),
  changedAt: toTimestamp(changedAtMs),
});

const toGroup = ({
  createdAtMs,
  members,
  ...group
}: ContactGroup): MessageInitShape<typeof ContactGroupSchema> => ({
  ...group,
  members: BigInt(members),
  createdAt: toTimestamp(createdAtMs),
});

const readRow = ({ line, address, name, note, groups }: ContactRowMessage): ContactRow => ({
  ...{ line, address, name, note, groups },
});

interface ContactServiceOptions {
  contacts: Contacts;
  groups: ContactGroups;
  imports: ContactImport;
}

/** Serves ContactService. */
export function routeContacts(
  router: ConnectRouter,
  { contacts, groups, imports }: ContactServiceOptions,
): void {
  router.service(ContactService, {
    async listContacts({ accountId, limit, cursor, q, group }) {
      const page = await contacts.list(accountId, { limit, cursor, q, groupId: group });
      return { contacts: page.contacts.map(toContact), nextCursor: page.nextCursor };
    },

    async findContacts({ accountId, addresses }) {
      const found = await contacts.find(accountId, addresses);
      return { found: found.map(({ address, contact }) => ({ address, contact: toContact(contact) })) };
    },

    async getContact({ accountId, id }) {
      return { contact: toContact(await contacts.get(accountId, id)) };
    },

    async putContact({ accountId, address, name, note, groups: asked }) {
      const change = { address, name, note, groupIds: asked?.ids };
      const { contact, added } = await contacts.put(accountId, change);
      return { contact: toContact(contact), added };
    },

    async updateContact({ accountId, id, address, name, note, groups: asked }) {
      const change = { address, name, note, groupIds: asked?.ids };
      return { contact: toContact(await contacts.update(accountId, id, change)) };
    },

    async deleteContact({ accountId, id }) {
      await contacts.delete(accountId, id);
      return {};
    },

    async checkContacts({ accountId, rows }) {
      return { verdicts: await imports.check(accountId, rows.map(readRow)) };
    },

    importContacts: ({ accountId, rows }) => imports.import(accountId, rows.map(readRow)),

    async listContactGroups({ accountId, limit, cursor }) {
      const page = await groups.list(accountId, { limit, cursor });
      return { groups: page.groups.map(toGroup), nextCursor: page.nextCursor };
    },

    async putContactGroup({ accountId, name }) {
      return { group: toGroup(await groups.put(accountId, name)) };
    },

    async getContactGroup({ accountId, id }) {
      return { group: toGroup(await groups.get(accountId, id)) };
    },

    async renameContactGroup({ accountId, id, name }) {
      return { group: toGroup(await groups.rename(accountId, id, name)) };
    },

    async deleteContactGroup({ accountId, id }) {
      await groups.delete(accountId, id);
      return {};
    },

    async listGroupMembers({ accountId, id, limit, cursor }) {
      const page = await groups.members(accountId, id, { limit, cursor });
      return { contacts: page.contacts.map(toContact), nextCursor: page.nextCursor };
    },

    async changeGroupMembers({ accountId, id, add, remove }) {
      return { group: toGroup(await groups.change(accountId, id, add, remove)) };
    },
  });
}
