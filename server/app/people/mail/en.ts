// The words of mails in English.
import type { ChangeKind } from '../../../store/people/people.ts';

/** An instant as mails say it. Nobody's time zone is known. */
const said = (atMs: number) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(atMs)} UTC`;

const changes: Readonly<Record<ChangeKind, string>> = {
  new_password: 'Your password was changed.',
  new_password_without_passkeys: 'Your password was changed, and your passkeys were removed.',
  passkey_added: 'A passkey was added. Whoever has it can sign in without your password.',
  passkey_removed: 'A passkey was removed.',
  second_factor_on: 'The second factor was turned on.',
  second_factor_off: 'The second factor was turned off.',
  new_start:
    'A new password was set by a link for a new start. Your second factor and your passkeys were removed.',
  new_email: 'Your e-mail address was changed.',
  forgotten_password:
    'A new password was set by the link that we mailed to you. You were signed out everywhere.',
};

export const en = {
  invitation: (link: string) => ({
    subject: 'You are invited to Textrelay',
    text: `You are invited to send and read texts together with others. Open this link to join. It works once, within seven days:

${link}

If you don't know what this is about, you can ignore this mail.
`,
  }),

  proof: (link: string) => ({
    subject: 'Confirm your e-mail address',
    text: `Sign in to Textrelay, and open this link in the same browser: it shows that this address is yours. It works once, within a day:

${link}

If you did not ask for this, you can ignore this mail. Nothing changes.
`,
  }),

  newPassword: (link: string) => ({
    subject: 'Set a new password for Textrelay',
    text: `Somebody asked for a new password for this address. Open this link to set one. It works once, within half an hour:

${link}

If it was not you, you can ignore this mail. Your password stays as it is.
`,
  }),

  moved: (now: string) => ({
    subject: 'Your e-mail address at Textrelay was changed',
    text: `From now on you sign in with ${now}, and no longer with this address.

If it was not you, write to whoever runs the service at once.
`,
  }),

  signIn: (atMs: number, address: string) => ({
    subject: 'New sign-in to Textrelay',
    text: `Somebody signed in as you on ${said(atMs)}, from ${address}.

If it was you, there is nothing to do. If not, change your password: that ends all other sessions.
`,
  }),

  change: (kind: ChangeKind, atMs: number, address: string) => ({
    subject: 'Your sign-in to Textrelay was changed',
    text: `${changes[kind]} This was on ${said(atMs)}, from ${address}.

If it was not you, change your password, and remove the passkeys that you don't know. If you can't sign in any more, ask whoever
runs the service for a new start.
`,
  }),
};
