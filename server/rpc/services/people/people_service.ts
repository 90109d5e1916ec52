// PeopleService: who signs in at the console, and what they may do.
import type { ConnectRouter } from '@connectrpc/connect';
import { PeopleService } from '../../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { People } from '../../../app/people/people.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
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
  toSignInChange,
} from './people_proto.ts';

/** Serves PeopleService. */
export function routePeople(router: ConnectRouter, people: People): void {
  const { me, signIn, signUp, proof, ownSignIn, ownEmail, members } = people;
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

    async askProof({ session, browser }) {
      const { ticket, options } = await proof.askPasskey(readSession(session), readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async prove({ session, proof: shown, browser }) {
      const claim = readSession(session);
      if (shown.case === 'password') await proof.byPassword(claim, shown.value);
      else if (shown.case === 'passkey') {
        const response = readResponse(shown.value.responseJson);
        await proof.byPasskey(claim, shown.value.ticket, response, readOrigin(browser));
      } else throw invalidRequest('a proof is a password, or an answer of a passkey');
      return {};
    },

    listSignInChanges: async ({ session }) => ({
      changes: (await ownSignIn.listChanges(readSession(session))).map(toSignInChange),
    }),

    async changePassword({ session, current, new: next, browser, endPasskeys: endsPasskeys }) {
      const change = { current, next, endsPasskeys };
      await ownSignIn.changePassword(readSession(session), change, readBrowser(browser));
      return {};
    },

    async askEmail({ session, email, password }) {
      await ownEmail.ask(readSession(session), email, password);
      return {};
    },

    proveEmail: async ({ session, token, browser }) => ({
      person: toPerson(await ownEmail.prove(readSession(session), token, readBrowser(browser))),
    }),

    startTotp: ({ session, password }) => ownSignIn.startTotp(readSession(session), password),

    confirmTotp: async ({ session, code, browser }) => ({
      recoveryCodes: await ownSignIn.confirmTotp(readSession(session), code, readBrowser(browser)),
    }),

    async removeTotp({ session, password, browser }) {
      await ownSignIn.removeTotp(readSession(session), password, readBrowser(browser));
      return {};
    },

    async askNewPasskey({ session, browser }) {
      const { ticket, options } = await ownSignIn.askNewPasskey(readSession(session), readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async addPasskey({ session, ticket, name, responseJson, browser }) {
      const response = readResponse(responseJson);
      const made = { ticket, name, response, origin: readOrigin(browser) };
      const added = await ownSignIn.addPasskey(readSession(session), made, readBrowser(browser));
      return { passkey: toPasskey(added) };
    },

    async removePasskey({ session, passkeyId, browser }) {
      await ownSignIn.removePasskey(readSession(session), passkeyId, readBrowser(browser));
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
      return { invitation: toInvitation(invitation), ...(link !== null && { link }) };
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
