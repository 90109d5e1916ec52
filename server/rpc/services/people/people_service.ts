// PeopleService: who signs in at the console, and what they may do.
import type { ConnectRouter } from '@connectrpc/connect';
import { PeopleService } from '../../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { People } from '../../../app/people/people.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import {
  readBrowser,
  readOrigin,
  readResponse,
  readRole,
  readSession,
  toEntrance,
  toInvitation,
  toLink,
  toMember,
  toMemberAccount,
  toPasskey,
  toPerson,
} from './people_proto.ts';

/** Serves PeopleService. */
export function routePeople(router: ConnectRouter, people: People): void {
  const { me, signIn, signUp, ownSignIn, members } = people;
  router.service(PeopleService, {
    async getStart({ session }) {
      const [needsFirstPerson, person] = await Promise.all([
        signUp.needsFirstPerson(),
        me.find(readSession(session)),
      ]);
      return { needsFirstPerson, ...(person && { person: toPerson(person) }) };
    },

    getLink: async ({ token }) => toLink(await signUp.findLink(token)),

    async signUp({ token, name, email, password, browser }) {
      const entrance = await signUp.signUp({ token, name, email, password }, readBrowser(browser));
      return { entrance: toEntrance(entrance) };
    },

    acceptLink: async ({ session, token }) => ({
      accountId: await signUp.accept(readSession(session), token),
    }),

    async signIn({ email, password, browser }) {
      const done = await signIn.byPassword({ email, password }, readBrowser(browser));
      return 'ticket' in done
        ? { outcome: { case: 'ticket', value: done.ticket } }
        : { outcome: { case: 'entrance', value: toEntrance(done) } };
    },

    signInByCode: async ({ ticket, code, browser }) => ({
      entrance: toEntrance(await signIn.byCode(ticket, code, readBrowser(browser))),
    }),

    async askPasskey({ browser }) {
      const { ticket, options } = await signIn.askPasskey(readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async signInByPasskey({ ticket, responseJson, browser }) {
      const response = readResponse(responseJson);
      const entrance = await signIn.byPasskey(ticket, response, readOrigin(browser), readBrowser(browser));
      return { entrance: toEntrance(entrance) };
    },

    async signOut({ session }) {
      await ownSignIn.signOut(readSession(session));
      return {};
    },

    async getMe({ session }) {
      const { person, accounts } = await me.get(readSession(session));
      return { person: toPerson(person), accounts: accounts.map(toMemberAccount) };
    },

    async renamePerson({ session, name }) {
      const claim = readSession(session);
      await ownSignIn.rename(claim, name);
      const { person, accounts } = await me.get(claim);
      return { person: toPerson(person), accounts: accounts.map(toMemberAccount) };
    },

    async changePassword({ session, current, new: next, browser }) {
      await ownSignIn.changePassword(readSession(session), current, next, readBrowser(browser).address);
      return {};
    },

    startTotp: ({ session, password, browser }) =>
      ownSignIn.startTotp(readSession(session), password, readBrowser(browser).address),

    confirmTotp: async ({ session, code, browser }) => ({
      recoveryCodes: await ownSignIn.confirmTotp(readSession(session), code, readBrowser(browser).address),
    }),

    async removeTotp({ session, password, browser }) {
      await ownSignIn.removeTotp(readSession(session), password, readBrowser(browser).address);
      return {};
    },

    async askNewPasskey({ session, browser }) {
      const { ticket, options } = await ownSignIn.askNewPasskey(readSession(session), readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async addPasskey({ session, ticket, name, responseJson, browser }) {
      const response = readResponse(responseJson);
      const origin = readOrigin(browser);
      const added = await ownSignIn.addPasskey(readSession(session), { ticket, name, response, origin });
      return { passkey: toPasskey(added) };
    },

    async removePasskey({ session, passkeyId }) {
      await ownSignIn.removePasskey(readSession(session), passkeyId);
      return {};
    },

    async listSessions({ session }) {
      const { sessions, thisId } = await ownSignIn.listSessions(readSession(session));
      return {
        sessions: sessions.map(({ createdAtMs, lastSeenAtMs, ...rest }) => ({
          ...rest,
          isThis: rest.id === thisId,
          createdAt: toTimestamp(createdAtMs),
          lastSeenAt: toTimestamp(lastSeenAtMs),
        })),
      };
    },

    async endSession({ session, sessionId }) {
      await ownSignIn.endSession(readSession(session), sessionId);
      return {};
    },

    async endAllSessions({ session }) {
      await ownSignIn.endAllSessions(readSession(session));
      return {};
    },

    openAccount: async ({ session, name, country }) => ({
      accountId: await members.createAccount(readSession(session), name, country),
    }),

    enterAccount: async ({ session }) => ({ account: toMemberAccount(await me.enter(readSession(session))) }),

    async listMembers({ session }) {
      const listed = await members.list(readSession(session));
      return { members: listed.people.map(toMember), invitations: listed.invitations.map(toInvitation) };
    },

    async invite({ session, email, role }) {
      const { invitation, link } = await members.invite(readSession(session), email, readRole(role));
      return { invitation: toInvitation(invitation), link };
    },

    async revokeInvitation({ session, invitationId }) {
      await members.revokeInvitation(readSession(session), invitationId);
      return {};
    },

    async setMemberRole({ session, personId, role }) {
      await members.setRole(readSession(session), personId, readRole(role));
      return {};
    },

    async removeMember({ session, personId }) {
      await members.remove(readSession(session), personId);
      return {};
    },

    getMemberAccount: async ({ session }) => ({
      account: toMemberAccount(await members.getAccount(readSession(session))),
    }),

    updateMemberAccount: async ({ session, name, country }) => ({
      account: toMemberAccount(await members.updateAccount(readSession(session), { name, country })),
    }),
  });
}
