// Every endpoint of the console with what it takes, and one request that is in order.
import type { TestAccount } from '../support/core.ts';

/** Who may ask: anybody, somebody who is signed in, a member of the account with a role, the operator. */
export type Need = 'open' | 'person' | 'member' | 'admin' | 'operator';

export interface ConsoleDoor {
  need: Need;
  /** The path below /api/v1, with its parameters. */
  path: string;
  body?: unknown;
}

/** By the operations' ids. */
export const doorsOf = ({ id }: Pick<TestAccount, 'id'>): Record<string, ConsoleDoor> => ({
  consoleGetDocument: { need: 'open', path: '/console/openapi.json' },
  consoleStart: { need: 'open', path: '/console/start' },
  consoleSignUp: { need: 'open', path: '/console/sign-up' },
  consoleGetLink: { need: 'open', path: '/console/links/read', body: { token: 'x' } },
  consoleSignIn: { need: 'open', path: '/console/sign-in' },
  consoleSignInByCode: { need: 'open', path: '/console/sign-in/totp' },
  consoleAskPasskey: { need: 'open', path: '/console/sign-in/passkey/options' },
  consoleSignInByPasskey: { need: 'open', path: '/console/sign-in/passkey' },
  consoleSignOut: { need: 'open', path: '/console/sign-out' },
  consoleAcceptLink: { need: 'person', path: '/console/links/accept', body: { token: 'x' } },
  consoleGetMe: { need: 'person', path: '/console/me' },
  consoleRename: { need: 'person', path: '/console/me', body: { name: 'Test' } },
  consoleAskProof: { need: 'person', path: '/console/me/proof/options', body: {} },
  consoleProve: { need: 'person', path: '/console/me/proof', body: { password: 'x' } },
  consoleListSignInChanges: { need: 'person', path: '/console/me/changes' },
  consoleChangePassword: {
    need: 'person',
    path: '/console/me/password',
    body: { current: 'x', new: '0123456789' },
  },
  consoleAskEmail: {
    need: 'person',
    path: '/console/me/email',
    body: { email: 'a@b.example', password: 'x' },
  },
  consoleProveEmail: { need: 'person', path: '/console/me/email/proof', body: { token: 'x' } },
  consoleStartTotp: { need: 'person', path: '/console/me/totp', body: { password: 'x' } },
  consoleConfirmTotp: { need: 'person', path: '/console/me/totp/confirm', body: { code: '000000' } },
  consoleRemoveTotp: { need: 'person', path: '/console/me/totp', body: { password: 'x' } },
  consoleAskNewPasskey: { need: 'person', path: '/console/me/passkeys/options', body: {} },
  consoleAddPasskey: {
    need: 'person',
    path: '/console/me/passkeys',
    body: { ticket: 'x', name: 'x', response: {} },
  },
  consoleRemovePasskey: { need: 'person', path: '/console/me/passkeys/99' },
  consoleListSessions: { need: 'person', path: '/console/me/sessions' },
  consoleEndSession: { need: 'person', path: '/console/me/sessions/99' },
  consoleEndAllSessions: { need: 'person', path: '/console/me/sessions' },
  consoleOpenAccount: { need: 'operator', path: '/console/accounts', body: { name: 'x', country: 'US' } },
  consoleListPeople: { need: 'member', path: '/people' },
  consoleInvite: {
    need: 'admin',
    path: '/invitations',
    body: { email: 'somebody@example.com', role: 'member' },
  },
  consoleRevokeInvitation: { need: 'admin', path: '/invitations/99' },
  consoleSetRole: { need: 'admin', path: '/people/99', body: { role: 'member' } },
  consoleRemovePerson: { need: 'admin', path: '/people/99' },
  consoleGetAccount: { need: 'member', path: '/account' },
  consoleUpdateAccount: { need: 'admin', path: '/account', body: { name: 'Test' } },
  consoleEnterAccount: { need: 'person', path: `/console/accounts/${id}/enter` },
  consoleGetOverview: { need: 'member', path: '/overview' },
  consoleListThreads: { need: 'member', path: '/threads/unread' },
  consoleReadThread: { need: 'member', path: '/threads/+15005550006/read', body: { last_message_id: 1 } },
  consoleListTexts: { need: 'member', path: '/messages/log' },
  consoleDownloadTexts: { need: 'member', path: '/messages.csv' },
  consoleGetText: { need: 'member', path: '/messages/1/detail' },
  consoleCheckTexts: {
    need: 'member',
    path: '/messages/check',
    body: { rows: [{ address: '+15005550006', body: 'hello' }] },
  },
  consoleListKeys: { need: 'admin', path: '/keys' },
  consoleMakeKey: { need: 'admin', path: '/keys', body: { label: 'x' } },
  consoleChangeKey: { need: 'admin', path: '/keys/99', body: { label: 'x' } },
  consoleEndKey: { need: 'admin', path: '/keys/99' },
  consoleListDevices: { need: 'member', path: '/devices' },
  consoleInviteDevice: { need: 'admin', path: '/devices/pairing-codes', body: { name: 'x' } },
  consoleUnpairDevice: { need: 'admin', path: '/devices/99' },
  consoleBudgetSim: {
    need: 'admin',
    path: '/devices/99/sims/1',
    body: { per_minute: 1, per_day: null, per_month: null },
  },
  consoleListDeviceAddresses: { need: 'member', path: '/devices/1/addresses' },
  consoleListOwnNumbers: { need: 'member', path: '/numbers' },
  consoleListPlatforms: { need: 'admin', path: '/platforms' },
  consoleGetPlatform: { need: 'admin', path: '/platforms/99' },
  consoleLinkPlatform: { need: 'admin', path: '/platforms/99' },
  consoleUnlinkPlatform: { need: 'admin', path: '/platforms/99' },
  consolePreviewPlan: { need: 'admin', path: '/plan/preview?plan=pro' },
  consoleFindAccounts: { need: 'operator', path: '/operator/accounts' },
  consoleOperatorOpenAccount: {
    need: 'operator',
    path: '/operator/accounts',
    body: { name: 'x', country: 'US' },
  },
  consoleChangeAccount: { need: 'operator', path: `/operator/accounts/${id}`, body: { name: 'Test' } },
  consoleListCarriers: { need: 'operator', path: '/operator/carriers' },
  consoleListNumbers: { need: 'operator', path: '/operator/numbers' },
  consoleGiveNumber: {
    need: 'operator',
    path: '/operator/numbers',
    body: { account_id: Number(id), carrier: 'none', number: '+12015550123' },
  },
  consoleTakeNumber: { need: 'operator', path: '/operator/numbers/none/777' },
  consoleListPlatformKeys: { need: 'operator', path: '/operator/platform-keys' },
  consoleIssuePlatformKey: { need: 'operator', path: '/operator/platform-keys', body: { name: 'x' } },
  consoleEndPlatformKey: { need: 'operator', path: '/operator/platform-keys/99' },
  consoleGetHealth: { need: 'operator', path: '/operator/health' },
});
