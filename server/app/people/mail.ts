// Mail to people. It is a courtesy: nothing waits for it, and what it says is on somebody's screen as well.
import type { Log } from '../../../runtime/log.ts';

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
      { url, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
      { from },
    );
    try {
      await transport.sendMail(mail);
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

/** Somebody has signed in as its reader. */
export const signInMail = (to: string, atMs: number, address: string): Mail => ({
  to,
  subject: 'A new sign-in to Textrelay',
  text: `You signed in on ${new Date(atMs).toUTCString()} from ${address}.

If it was not you: change your password, which ends all other sessions.
`,
});
