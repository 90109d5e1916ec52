// PeopleService: people, how they sign in, and what they may do in accounts. Its options in the contract say who may call it.
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { PeopleService } from '../../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { callerOf, personOf } from '../../../access/caller.ts';
import type { People } from '../../../app/people/people.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
import {
  readBrowser,
  readOrigin,
  readPasskeyProof,
  readRole,
  toEntrance,
  toInvitation,
  toLink,
  toMember,
  toMemberAccount,
  toPasskey,
  toPerson,
  toSecurityEvent,
} from './people_proto.ts';

type Methods = Partial<ServiceImpl<typeof PeopleService>>;

/** The challenge that a browser passes to its passkeys. */
const toQuestion = ({ ticket, options }: { ticket: string; options: object }) => ({
  ticket,
  optionsJson: JSON.stringify(options),
});

const entranceMethods = ({ me, signIn, signUp, forgotten }: People) =>
  ({
    async getStart(_request, context) {
      const caller = callerOf(context);
      const [needsFirstPerson, person] = await Promise.all([
        signUp.needsFirstPerson(),
        caller.kind === 'person' ? me.view(caller.personId) : undefined,
      ]);
      return { needsFirstPerson, person: person && toPerson(person), sendsMail: forgotten.canBeAsked };
    },

    getLink: async ({ token }) => toLink(await signUp.findLink(token)),

    async signUp({ token, name, email, password, browser }) {
      const entrance = await signUp.signUp({ token, name, email, password }, readBrowser(browser));
      return { entrance: toEntrance(entrance) };
    },

    acceptLink: async ({ token }, context) => ({ accountId: await signUp.accept(personOf(context), token) }),

    async signIn({ proof, browser }) {
      const from = readBrowser(browser);
      const prove = () => {
        switch (proof.case) {
          case 'password':
            return signIn.byPassword(proof.value, from);
          case 'code':
            return signIn.byCode(proof.value.ticket, proof.value.code, from);
          case 'passkey':
            return signIn.byPasskey(readPasskeyProof(proof.value, browser), from);
          default:
            throw invalidRequest('password, code or passkey is required');
        }
      };
      const done = await prove();
      return 'ticket' in done
        ? { outcome: { case: 'ticket', value: done.ticket } }
        : { outcome: { case: 'entrance', value: toEntrance(done) } };
    },

    askPasskey: async ({ browser }) => toQuestion(await signIn.askPasskey(readOrigin(browser))),

    async askNewPassword({ email, browser }) {
      await forgotten.ask(email, readBrowser(browser));
      return {};
    },

    async setNewPassword({ token, password, browser }) {
      await forgotten.set(token, password, readBrowser(browser));
      return {};
    },

    async signOut(_request, context) {
      const caller = callerOf(context);
      if (caller.kind === 'person') await me.signOut(caller);
      return {};
    },
  }) satisfies Methods;

const proofMethods = ({ proof, ownSignIn, ownEmail }: People) =>
  ({
    askProof: async ({ browser }, context) =>
      toQuestion(await proof.askPasskey(personOf(context), readOrigin(browser))),

    async prove({ proof: shown, browser }, context) {
      const person = personOf(context);
      if (shown.case === 'password') await proof.byPassword(person, shown.value);
      else if (shown.case === 'passkey')
        await proof.byPasskey(person, readPasskeyProof(shown.value, browser));
      else throw invalidRequest('password or passkey is required');
      return {};
    },

    listSecurityEvents: async (_request, context) => ({
      securityEvents: (await ownSignIn.listSecurityEvents(personOf(context))).map(toSecurityEvent),
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

const factorMethods = ({ ownSignIn, ownPasskeys }: People) =>
  ({
    startTotp: ({ password }, context) => ownSignIn.startTotp(personOf(context), password),

    confirmTotp: async ({ code, browser }, context) => ({
      recoveryCodes: await ownSignIn.confirmTotp(personOf(context), code, readBrowser(browser)),
    }),

    async removeTotp({ password, browser }, context) {
      await ownSignIn.removeTotp(personOf(context), password, readBrowser(browser));
      return {};
    },

    askNewPasskey: async ({ browser }, context) =>
      toQuestion(await ownPasskeys.ask(personOf(context), readOrigin(browser))),

    async addPasskey({ ticket, name, responseJson, browser }, context) {
      const made = readPasskeyProof({ ticket, responseJson }, browser);
      const added = await ownPasskeys.add(personOf(context), name, made, readBrowser(browser));
      return { passkey: toPasskey(added) };
    },

    async removePasskey({ passkeyId, browser }, context) {
      await ownPasskeys.remove(personOf(context), passkeyId, readBrowser(browser));
      return {};
    },
  }) satisfies Methods;

const ownMethods = ({ me }: People) =>
  ({
    async getMe(_request, context) {
      const { person, accounts } = await me.get(personOf(context));
      return { person: toPerson(person), accounts: accounts.map(toMemberAccount) };
    },

    renamePerson: async ({ name }, context) => ({
      person: toPerson(await me.rename(personOf(context), name)),
    }),

    setLanguage: async ({ language }, context) => ({
      person: toPerson(await me.setLanguage(personOf(context), language)),
    }),

    async listSessions(_request, context) {
      const caller = personOf(context);
      const sessions = await me.listSessions(caller);
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
      await me.endSessions(personOf(context), sessionId);
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
      return { invitation: toInvitation(invitation), link: link ?? undefined };
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

const operatorMethods = ({ peopleAdmin, links }: People) =>
  ({
    async listPeople({ search, limit, cursor }) {
      const page = await peopleAdmin.list(search, { limit, cursor });
      return { people: page.people.map(toPerson), nextCursor: page.nextAfter ?? undefined };
    },

    async getPerson({ personId }) {
      const { person, accounts } = await peopleAdmin.get(personId);
      return { person: toPerson(person), accounts: accounts.map(toMemberAccount) };
    },

    createFirstLink: async ({ accountId }) => ({ link: (await links.first(accountId ?? null)) ?? undefined }),

    createResetLink: async ({ email }) => ({ link: await links.reset(email) }),

    async updatePerson({ email, change }) {
      if (change.case === 'isOperator')
        return { person: toPerson(await peopleAdmin.setOperator(email, change.value)) };
      if (!change.value) throw invalidRequest('is_operator or email_proved is required');
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
