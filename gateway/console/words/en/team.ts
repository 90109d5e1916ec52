// The members of an account.
import { inLanguage } from '../language.ts';

export const team = inLanguage('team', {
  leaveWhy: 'You lose access within a second. The account’s keys and devices stay as they are.',
  removeWhy: 'They lose access within a second. The account’s keys and devices stay as they are.',
  invitedUntil: 'Invited. The link works until {at}',
  linkToThem: 'Send it to them in a way that only they can read. It works once.',
  linkToOwner: 'Send it to the owner in a way that only they can read. It works once.',
  roles: { viewer: 'Viewer', member: 'Member', admin: 'Admin', owner: 'Owner' },
  meaning: {
    viewer: 'Reads, but cannot send',
    member: 'Sends and reads',
    admin: 'Also manages devices, keys, people and the plan',
    owner: 'Can do everything',
  },
  roleOf: (name: string) => `Role of ${name}`,
  leave: 'Leave',
  leaveTitle: 'Leave this account?',
  removeOf: (name: string) => `Remove ${name}?`,
  withdraw: 'Withdraw',
  invitationOf: (email: string) => `the invitation of ${email}`,
  withdrawTitle: 'Withdraw the invitation?',
  withdrawWhy: 'Its link stops working.',
  you: '(you)',
  invite: 'Invite somebody',
  inviteHelp: 'The invitation is for this address only, and they sign in with it.',
  role: 'Role',
  roleHelp: 'Viewers only read. Members also send. Admins also manage devices, keys, people and the plan.',
  invitationMailed: 'The invitation is on its way by mail.',
  invitationLink: 'The invitation link',
  lead: 'The people who work with this account, and what each of them can do.',
});
