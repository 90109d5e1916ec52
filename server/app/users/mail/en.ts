// The words of mails in English.
import type { SecurityEventKind } from '../../../store/users/users.ts';

/** An instant as mails write it. The reader's time zone is not known. */
const said = (atMs: number) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(atMs)} UTC`;

const changes: Readonly<Record<SecurityEventKind, string>> = {
  new_password: 'Your password was changed.',
  new_password_without_passkeys: 'Your password was changed, and your passkeys were removed.',
  passkey_added: 'A passkey was added. Whoever has it can sign in without your password.',
  passkey_removed: 'A passkey was removed.',
  second_factor_on: 'The second factor was turned on.',
  second_factor_off: 'The second factor was turned off.',
  new_start:
    'Your sign-in was reset by whoever runs the service. You have a new password; your second factor and your passkeys were removed.',
  new_email: 'Your e-mail address was changed.',
  forgotten_password:
    'You set a new password with the link that we mailed to you. You were signed out everywhere.',
};

/** A conversation that waits for an answer. */
interface WaitingConversation {
  /** The other party's name and number, or the number alone. */
  who: string;
  /** How many texts are unread. */
  unread: number;
  /** When the newest one came, in the reader's own zone. */
  atMs: number;
  /** Its words; null where the account keeps them out of mails. */
  words: string | null;
  link: string;
}

/** What is new in the accounts of one reader. */
export interface DigestNews {
  accounts: readonly { name: string; conversations: readonly WaitingConversation[]; more: number }[];
  zone: string;
  isHourly: boolean;
  /** Where the reader chooses how often this mail comes. */
  settings: string;
}

/** How many conversations in all accounts, with those that are only counted. */
export const conversationsOf = ({ accounts }: DigestNews): number =>
  accounts.reduce((sum, { conversations, more }) => sum + conversations.length + more, 0);

/** The parts of a mail about new replies, with an empty line between them: accounts, and their conversations. */
export const digestText = (
  { accounts }: DigestNews,
  say: { conversation: (one: WaitingConversation) => string; more: (n: number) => string },
): string =>
  accounts
    .map(({ name, conversations, more }) =>
      [
        name,
        ...conversations.map((one) =>
          [say.conversation(one), ...(one.words === null ? [] : [one.words]), one.link].join('\n'),
        ),
        ...(more > 0 ? [say.more(more)] : []),
      ].join('\n\n'),
    )
    .join('\n\n\n');

/** When a text came, by the clock of its reader. */
export const saidIn = (language: string, zone: string, atMs: number) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(atMs);

export const en = {
  invitation: (link: string) => ({
    subject: 'You are invited to Textrelay',
    text: `You are invited to send and read texts together with others. Open this link to join. It works once, within seven days:

${link}

If you don't know what this is about, you can ignore this mail.
`,
  }),

  verification: (link: string) => ({
    subject: 'Confirm your e-mail address',
    text: `Sign in to Textrelay, and open this link in the same browser to confirm that this address is yours. It works once, within a day:

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

If it was you, there is nothing to do. If not, change your password: that signs out every other browser.
`,
  }),

  change: (kind: SecurityEventKind, atMs: number, address: string) => ({
    subject: 'Your sign-in to Textrelay was changed',
    text: `${changes[kind]} It happened on ${said(atMs)}, from ${address}.

If it was not you, change your password, and remove the passkeys that you don't know. If you can't sign in any more, ask whoever
runs the service to reset your sign-in.
`,
  }),

  digest: (news: DigestNews) => ({
    subject:
      conversationsOf(news) === 1
        ? 'A conversation is waiting for an answer'
        : `${conversationsOf(news)} conversations are waiting for an answer`,
    text: `${digestText(news, {
      conversation: ({ who, unread, atMs }) =>
        `${who}: ${unread === 1 ? 'a new text' : `${unread} new texts`}, ${saidIn('en-GB', news.zone, atMs)}`,
      more: (n) => (n === 1 ? 'And one more conversation.' : `And ${n} more conversations.`),
    })}


You get this mail ${news.isHourly ? 'every hour' : 'every morning'} when something is new. Choose how often in your settings:

${news.settings}
`,
  }),
};
