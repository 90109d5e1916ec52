// PeopleService: people, how they sign in, and what they may do in accounts. access/policy.ts judges its callers.
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { callerOf, personOf } from '../../access/caller.ts';
import type { People } from '../../app/people/people.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import { invalidRequest } from '../../errors.ts';
import { pageOf } from './page.ts';
import {
  readBrowser,
  readOrigin,
  readResponse,
  readRole,
  toEntrance,
  toInvitation,
  toLink,
  toMember,
  toMemberAccount,
  toPasskey,
  toPerson,
  toSignInChange,
} from './people_proto.ts';

type Methods = Partial<ServiceImpl<typeof PeopleService>>;

const entranceMethods = ({ me, signIn, signUp, ownSignIn }: People) =>
  ({
    async getStart(_request, context) {
      const caller = callerOf(context);
      const [needsFirstPerson, person] = await Promise.all([
        signUp.needsFirstPerson(),
        caller.kind === 'person' ? me.view(caller.personId) : undefined,
      ]);
      return { needsFirstPerson, ...(person && { person: toPerson(person) }) };
    },

    getLink: async ({ token }) => toLink(await signUp.findLink(token)),

    async signUp({ token, name, email, password, browser }) {
      const entrance = await signUp.signUp({ token, name, email, password }, readBrowser(browser));
      return { entrance: toEntrance(entrance) };
    },

    acceptLink: async ({ token }, context) => ({ accountId: await signUp.accept(personOf(context), token) }),

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

    async signOut(_request, context) {
      const caller = callerOf(context);
      if (caller.kind === 'person') await ownSignIn.signOut(caller);
      return {};
    },
  }) satisfies Methods;

const proofMethods = ({ proof, ownSignIn, ownEmail }: People) =>
  ({
    async askProof({ browser }, context) {
      const { ticket, options } = await proof.askPasskey(personOf(context), readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async prove({ proof: shown, browser }, context) {
      const person = personOf(context);
      if (shown.case === 'password') await proof.byPassword(person, shown.value);
      else if (shown.case === 'passkey') {
        const response = readResponse(shown.value.responseJson);
        await proof.byPasskey(person, shown.value.ticket, response, readOrigin(browser));
      } else throw invalidRequest('a proof is a password, or an answer of a passkey');
      return {};
    },

    listSignInChanges: async (_request, context) => ({
      changes: (await ownSignIn.listChanges(personOf(context))).map(toSignInChange),
    }),

    async changePassword({ current, new: next, browser, endPasskeys: endsPasskeys }, context) {
      const change = { current, next, endsPasskeys };
      await ownSignIn.changePassword(personOf(context), change, readBrowser(browser));
      return {};
    },

    async askEmail({ email, password }, context) {
      await ownEmail.ask(personOf(context), email, password);
      return {};
    },

    proveEmail: async ({ token, browser }, context) => ({
      person: toPerson(await ownEmail.prove(personOf(context), token, readBrowser(browser))),
    }),
  }) satisfies Methods;

const factorMethods = ({ ownSignIn }: People) =>
  ({
    startTotp: ({ password }, context) => ownSignIn.startTotp(personOf(context), password),

    confirmTotp: async ({ code, browser }, context) => ({
      recoveryCodes: await ownSignIn.confirmTotp(personOf(context), code, readBrowser(browser)),
    }),

    async removeTotp({ password, browser }, context) {
      await ownSignIn.removeTotp(personOf(context), password, readBrowser(browser));
      return {};
    },

    async askNewPasskey({ browser }, context) {
      const { ticket, options } = await ownSignIn.askNewPasskey(personOf(context), readOrigin(browser));
      return { ticket, optionsJson: JSON.stringify(options) };
    },

    async addPasskey({ ticket, name, responseJson, browser }, context) {
      const response = readResponse(responseJson);
      const made = { ticket, name, response, origin: readOrigin(browser) };
      const added = await ownSignIn.addPasskey(personOf(context), made, readBrowser(browser));
      return { passkey: toPasskey(added) };
    },

    async removePasskey({ passkeyId, browser }, context) {
      await ownSignIn.removePasskey(personOf(context), passkeyId, readBrowser(browser));
      return {};
    },
  }) satisfies Methods;

const ownMethods = ({ me, ownSignIn }: People) =>
  ({
    async getMe(_request, context) {
      const { person, accounts } = await me.get(personOf(context));
      return { person: toPerson(person), accounts: accounts.map(toMemberAccount) };
    },

    async renamePerson({ name }, context) {
      const caller = personOf(context);
      await ownSignIn.rename(caller, name);
      return { person: toPerson((await me.get(caller)).person) };
    },

    async listSessions(_request, context) {
      const caller = personOf(context);
      const sessions = await ownSignIn.listSessions(caller);
      return {
        sessions: sessions.map(({ createdAtMs, lastSeenAtMs, ...rest }) => ({
          ...rest,
          isThis: rest.id === caller.sessionId,
          createdAt: toTimestamp(createdAtMs),
          lastSeenAt: toTimestamp(lastSeenAtMs),
        })),
      };
    },

    async endSession({ sessionId }, context) {
      const caller = personOf(context);
      if (sessionId === undefined) await ownSignIn.endAllSessions(caller);
      else await ownSignIn.endSession(caller, sessionId);
      return {};
    },

    enterAccount: async ({ accountId }, context) => ({
      account: toMemberAccount(await me.enter(personOf(context), accountId)),
    }),
  }) satisfies Methods;

const memberMethods = ({ members }: People) =>
  ({
    async listMembers({ accountId }, context) {
      const listed = await members.list(personOf(context), accountId);
      return { members: listed.people.map(toMember), invitations: listed.invitations.map(toInvitation) };
    },

    async invitePerson({ accountId, email, role, byHand }, context) {
      const asked = { email, role: readRole(role), byHand };
      const { invitation, link } = await members.invite(callerOf(context), accountId, asked);
      return { invitation: toInvitation(invitation), ...(link !== null && { link }) };
    },

    async revokeInvitation({ accountId, invitationId }) {
      await members.revokeInvitation(accountId, invitationId);
      return {};
    },

    async setMemberRole({ accountId, personId, role }, context) {
      await members.setRole(personOf(context), accountId, personId, readRole(role));
      return {};
    },

    async removeMember({ accountId, personId }, context) {
      await members.remove(personOf(context), accountId, personId);
      return {};
    },
  }) satisfies Methods;

const operatorMethods = ({ peopleAdmin }: People) =>
  ({
    async listPeople({ limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, peopleAdmin.list);
      return { people: rows.map(toPerson), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async createFirstLink({ accountId }) {
      const link = await peopleAdmin.firstLink(accountId ?? null);
      return link === null ? {} : { link };
    },

    createResetLink: async ({ email }) => ({ link: await peopleAdmin.resetLink(email) }),

    async updatePerson({ email, change }) {
      if (change.case === 'isOperator')
        return { person: toPerson(await peopleAdmin.setOperator(email, change.value)) };
      if (!change.value) throw invalidRequest('is_operator or email_proved is missing');
      return { person: toPerson(await peopleAdmin.markEmailProved(email)) };
    },
  }) satisfies Methods;

/** Serves PeopleService. */
export function routePeople(router: ConnectRouter, people: People): void {
  router.service(PeopleService, {
    ...entranceMethods(people),
    ...proofMethods(people),
    ...factorMethods(people),
    ...ownMethods(people),
    ...memberMethods(people),
    ...operatorMethods(people),
  });
}
