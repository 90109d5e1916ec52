// UserService: people, how they sign in, and what they may do in accounts. Its options in the contract say who may call it.
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { UserService } from '../../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { callerOf, userOf } from '../../../access/caller.ts';
import type { Users } from '../../../app/users/users.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { invalidRequest } from '../../../errors.ts';
import {
  readBrowser,
  readOrigin,
  readPasskeyAssertion,
  readRole,
  toEntrance,
  toInvitation,
  toLink,
  toMember,
  toMemberAccount,
  toPasskey,
  toSecurityEvent,
  toUser,
  toUserRecord,
} from './user_proto.ts';

type Methods = Partial<ServiceImpl<typeof UserService>>;

/** The challenge that a browser passes to its passkeys. */
const toQuestion = ({ ticket, options }: { ticket: string; options: object }) => ({
  question: { ticket, options: JSON.stringify(options) },
});

const entranceMethods = ({ me, signIn, signUp, forgotten }: Users) =>
  ({
    async getStart(_request, context) {
      const caller = callerOf(context);
      const [needsFirstUser, user] = await Promise.all([
        signUp.needsFirstUser(),
        caller.kind === 'user' ? me.view(caller.userId) : undefined,
      ]);
      return { needsFirstUser, user: user && toUser(user), sendsMail: forgotten.canBeAsked };
    },

    getLink: async ({ token }) => toLink(await signUp.findLink(token)),

    async signUp({ token, name, email, password, browser }) {
      const entrance = await signUp.signUp({ token, name, email, password }, readBrowser(browser));
      return { entrance: toEntrance(entrance) };
    },

    acceptLink: async ({ token }, context) => ({ accountId: await signUp.accept(userOf(context), token) }),

    async signIn({ credential, browser }) {
      const from = readBrowser(browser);
      const signedIn = () => {
        switch (credential.case) {
          case 'password':
            return signIn.byPassword(credential.value, from);
          case 'code':
            return signIn.byCode(credential.value.ticket, credential.value.code, from);
          case 'passkey':
            return signIn.byPasskey(readPasskeyAssertion(credential.value, browser), from);
          default:
            throw invalidRequest('password, code or passkey is required');
        }
      };
      const done = await signedIn();
      return 'ticket' in done
        ? { outcome: { case: 'ticket', value: done.ticket } }
        : { outcome: { case: 'entrance', value: toEntrance(done) } };
    },

    beginPasskeySignIn: async ({ browser }) =>
      toQuestion(await signIn.beginPasskeySignIn(readOrigin(browser))),

    async requestPasswordReset({ email, browser }) {
      await forgotten.ask(email, readBrowser(browser));
      return {};
    },

    async setNewPassword({ token, password, browser }) {
      await forgotten.set(token, password, readBrowser(browser));
      return {};
    },

    async signOut(_request, context) {
      const caller = callerOf(context);
      if (caller.kind === 'user') await me.signOut(caller);
      return {};
    },
  }) satisfies Methods;

const reauthenticationMethods = ({ reauthentication, ownSignIn, ownEmail }: Users) =>
  ({
    beginReauthentication: async ({ browser }, context) =>
      toQuestion(await reauthentication.begin(userOf(context), readOrigin(browser))),

    async reauthenticate({ password, ticket, response, browser }, context) {
      const user = userOf(context);
      if (password !== undefined && ticket === undefined && response === undefined)
        await reauthentication.byPassword(user, password);
      else if (password === undefined && ticket !== undefined && response !== undefined)
        await reauthentication.byPasskey(user, readPasskeyAssertion({ ticket, response }, browser));
      else throw invalidRequest('password, or ticket and response, is required');
      return {};
    },

    listSecurityEvents: async (_request, context) => ({
      securityEvents: (await ownSignIn.listSecurityEvents(userOf(context))).map(toSecurityEvent),
    }),

    async changePassword({ current = '', new: next, browser, endPasskeys: endsPasskeys = false }, context) {
      const change = { current, next, endsPasskeys };
      await ownSignIn.changePassword(userOf(context), change, readBrowser(browser));
      return {};
    },

    async requestEmailChange({ email, password = '' }, context) {
      await ownEmail.ask(userOf(context), email, password);
      return {};
    },

    verifyEmail: async ({ token, browser }, context) => ({
      user: toUser(await ownEmail.verify(userOf(context), token, readBrowser(browser))),
    }),
  }) satisfies Methods;

const factorMethods = ({ ownSignIn, ownPasskeys }: Users) =>
  ({
    startTotp: ({ password = '' }, context) => ownSignIn.startTotp(userOf(context), password),

    confirmTotp: async ({ code, browser }, context) => ({
      recoveryCodes: await ownSignIn.confirmTotp(userOf(context), code, readBrowser(browser)),
    }),

    async removeTotp({ password = '', browser }, context) {
      await ownSignIn.removeTotp(userOf(context), password, readBrowser(browser));
      return {};
    },

    beginPasskeyRegistration: async ({ browser }, context) =>
      toQuestion(await ownPasskeys.ask(userOf(context), readOrigin(browser))),

    async addPasskey({ name, browser, ...made }, context) {
      const added = await ownPasskeys.add(
        userOf(context),
        name,
        readPasskeyAssertion(made, browser),
        readBrowser(browser),
      );
      return { passkey: toPasskey(added) };
    },

    async removePasskey({ id, browser }, context) {
      await ownPasskeys.remove(userOf(context), id, readBrowser(browser));
      return {};
    },
  }) satisfies Methods;

const ownMethods = ({ me }: Users) =>
  ({
    async getMe(_request, context) {
      const { user, accounts } = await me.get(userOf(context));
      return { user: toUser(user), accounts: accounts.map(toMemberAccount) };
    },

    updateMe: async (changes, context) => ({ user: toUser(await me.update(userOf(context), changes)) }),

    async listSessions(_request, context) {
      const caller = userOf(context);
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

    async endSession({ id }, context) {
      await me.endSession(userOf(context), id);
      return {};
    },

    async endAllSessions(_request, context) {
      await me.endAllSessions(userOf(context));
      return {};
    },

    switchAccount: async ({ accountId }, context) => ({
      account: toMemberAccount(await me.enter(userOf(context), accountId)),
    }),
  }) satisfies Methods;

const memberMethods = ({ members }: Users) =>
  ({
    async listMembers({ accountId }, context) {
      const listed = await members.list(userOf(context), accountId);
      return { members: listed.members.map(toMember), invitations: listed.invitations.map(toInvitation) };
    },

    async inviteUser({ accountId, email, role, byHand }, context) {
      const asked = { email, role: readRole(role), byHand };
      const { invitation, link } = await members.invite(callerOf(context), accountId, asked);
      return { invitation: toInvitation(invitation), link: link ?? undefined };
    },

    async revokeInvitation({ accountId, id }) {
      await members.revokeInvitation(accountId, id);
      return {};
    },

    async setMemberRole({ accountId, id, role }, context) {
      await members.setRole(userOf(context), accountId, id, readRole(role));
      return {};
    },

    async removeMember({ accountId, id }, context) {
      await members.remove(userOf(context), accountId, id);
      return {};
    },
  }) satisfies Methods;

const operatorMethods = ({ userAdmin, links }: Users) =>
  ({
    async listUsers({ search, limit, cursor }) {
      const page = await userAdmin.list(search, { limit, cursor });
      return { users: page.users.map(toUserRecord), nextCursor: page.nextAfter ?? undefined };
    },

    async getUser({ id }) {
      const { user, accounts } = await userAdmin.get(id);
      return { user: toUserRecord(user), accounts: accounts.map(toMemberAccount) };
    },

    createFirstLink: async ({ accountId }) => ({ link: (await links.first(accountId ?? null)) ?? undefined }),

    createResetLink: async ({ email }) => ({ link: await links.reset(email) }),

    async updateUser({ email, change }) {
      if (change.case === 'isOperator')
        return { user: toUserRecord(await userAdmin.setOperator(email, change.value)) };
      if (!change.value) throw invalidRequest('is_operator or email_verified is required');
      return { user: toUserRecord(await userAdmin.markEmailVerified(email)) };
    },
  }) satisfies Methods;

/** Serves UserService. */
export function routeUsers(router: ConnectRouter, users: Users): void {
  router.service(UserService, {
    ...entranceMethods(users),
    ...reauthenticationMethods(users),
    ...factorMethods(users),
    ...ownMethods(users),
    ...memberMethods(users),
    ...operatorMethods(users),
  });
}
