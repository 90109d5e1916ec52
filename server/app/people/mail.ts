// Mail to people. It is a courtesy: nothing waits for it, and what it says is on somebody's screen as well.
import type { Log } from '../../../runtime/log.ts';
import type { ChangeKind } from '../../store/people/people.ts';

/** One mail, as plain text. */
interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail in, once, in the background. */
type SendMail = (mail: Mail) => void;

/** Mails that are under way at a time; what comes beyond is not sent. */
const mostUnderWay = 50;
/** How long a mail server may stand still, in milliseconds. */
const patienceMs = 10_000;

/** Sends nothing. */
export const noMail: SendMail = () => {};

/** Opens the way to a mail server. The package that speaks to it is loaded with the first mail. */
export function createMailer({ url, from }: { url: string; from: string }, log: Log): SendMail {
  let underWay = 0;
  const hand = async (mail: Mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(
      {
        url,
        connectionTimeout: patienceMs,
        greetingTimeout: patienceMs,
        socketTimeout: patienceMs,
        // A mail is text: were a part of one ever to name a file or an address, neither is read.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
    try {
      // As an object it is one address, and is not searched for names, comments and groups.
      await transport.sendMail({ ...mail, to: { name: '', address: mail.to } });
    } finally {
      transport.close();
    }
  };
  return (mail) => {
    if (underWay >= mostUnderWay) {
      log.warn('too many mails are under way: one was not sent');
      return;
    }
    underWay++;
    hand(mail)
      .catch((error: unknown) => {
        // The server's words may hold the recipient.
        const { code } = error as { code?: unknown };
        log.warn({ code: typeof code === 'string' ? code : undefined }, 'a mail was not taken');
      })
      .finally(() => {
        underWay--;
      });
  };
}

/** An invitation with its link. */
export const invitationMail = (to: string, link: string): Mail => ({
  to,
  subject: 'You are invited to Textrelay',
  text: `Somebody invites you to send and read texts together with them. This link works once, for seven days:

${link}

If you expected nothing of the kind, ignore this mail.
`,
});

/** A link that proves its reader's address. */
export const proofMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your e-mail address',
  text: `Open this link where you are signed in to Textrelay, to show that this address is yours. It works once, for a day:

${link}

If you did not ask for it, ignore this mail: nothing changes.
`,
});

/** A link that sets a new password. */
export const newPasswordMail = (to: string, link: string): Mail => ({
  to,
  subject: 'A new password for Textrelay',
  text: `Somebody who forgot the password of this address asked for a new one. This link works once, for half an hour:

${link}

Until a new one is chosen, nothing changes. If it was not you, ignore this mail.
`,
});

/** Its reader signs in with another address from now on. */
export const movedMail = (to: string, now: string): Mail => ({
  to,
  subject: 'Your e-mail address at Textrelay was changed',
  text: `You sign in with ${now} from now on, and no more with this address.

If it was not you: write to whoever runs the service at once.
`,
});

/** Somebody has signed in as its reader. */
export const signInMail = (to: string, atMs: number, address: string): Mail => ({
  to,
  subject: 'A new sign-in to Textrelay',
  text: `You signed in on ${new Date(atMs).toUTCString()} from ${address}.

If it was not you: change your password, which ends all other sessions.
`,
});

const changes: Readonly<Record<ChangeKind, string>> = {
  new_password: 'Your password was changed.',
  new_password_without_passkeys: 'Your password was changed, and your passkeys were removed.',
  passkey_added: 'A passkey was added, which signs in without a password.',
  passkey_removed: 'A passkey was removed.',
  second_factor_on: 'The second factor was turned on.',
  second_factor_off: 'The second factor was turned off.',
  new_start: 'A new password was chosen by a link for a new start. Second factor and passkeys were removed.',
  new_email: 'Your e-mail address was changed.',
  forgotten_password:
    'A new password was chosen by a link that was mailed to you. You are signed out everywhere.',
};

/** Something changed in how its reader signs in. */
export const changeMail = (to: string, kind: ChangeKind, atMs: number, address: string): Mail => ({
  to,
  subject: 'Your sign-in to Textrelay was changed',
  text: `${changes[kind]} It was done on ${new Date(atMs).toUTCString()} from ${address}.

If it was not you: change your password and remove the passkeys that you do not know. If you cannot sign in any more, ask
who runs the service for a new start.
`,
});
