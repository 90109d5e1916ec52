// PeopleAdminService: people, for the operator's command line.
import type { ConnectRouter } from '@connectrpc/connect';
import { PeopleAdminService } from '../../../../proto/gen/textrelay/v1/people_admin_service_pb.ts';
import type { People } from '../../../app/people/people.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
import type { ListedPerson } from '../../../store/people/people_list.ts';
import { pageOf } from '../page.ts';
import { readRole, toInvitation } from './people_proto.ts';

const mostListed = 500;

const toRecord = ({ createdAtMs, isEmailProved, ...person }: ListedPerson) => ({
  ...person,
  emailProved: isEmailProved,
  createdAt: toTimestamp(createdAtMs),
});

/** Serves PeopleAdminService. */
export function routePeopleAdmin(router: ConnectRouter, { peopleAdmin }: Pick<People, 'peopleAdmin'>): void {
  router.service(PeopleAdminService, {
    async listPeople({ limit, cursor }) {
      if (limit < 1 || limit > mostListed) throw invalidRequest(`limit must be 1 to ${mostListed}`);
      const { rows, nextCursor } = await pageOf({ limit, cursor }, peopleAdmin.list);
      return { people: rows.map(toRecord), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async invitePerson({ accountId, email, role, byHand }) {
      const { invitation, link } = await peopleAdmin.invite(accountId, email, readRole(role), byHand);
      return { invitation: toInvitation(invitation), ...(link !== null && { link }) };
    },

    async createFirstLink({ accountId }) {
      const link = await peopleAdmin.firstLink(accountId ?? null);
      return link === null ? {} : { link };
    },

    createResetLink: async ({ email }) => ({ link: await peopleAdmin.resetLink(email) }),

    setOperator: async ({ email, isOperator }) => ({
      person: toRecord(await peopleAdmin.setOperator(email, isOperator)),
    }),

    markEmailProved: async ({ email }) => ({ person: toRecord(await peopleAdmin.markEmailProved(email)) }),
  });
}
