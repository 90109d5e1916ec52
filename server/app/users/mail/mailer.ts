// Mail to people. It is a courtesy: nothing waits for it, and people can also see in the console what it says.
import type { Log } from '../../../../runtime/log.ts';

/** One mail, as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /**
   * Its Message-ID, as <a@example.com>; the same when the mail comes twice. The mailer makes one when it is left out.
   */
  messageId?: string;
}

/** Hands a mail in, once, in the background. */
export type SendMail = (mail: Mail) => void;

/** The way to a mail server. */
export interface Mailer {
  send: SendMail;
  /** Hands a mail in. Rejects unless the server has taken it. */
  hand(mail: Mail): Promise<void>;
}

/** Most mails that are under way at a time; further ones are not sent. */
const mostUnderWay = 50;
/** How long a mail server may stand still, in milliseconds. */
const patienceMs = 10_000;

/** Sends nothing. */
export const noMail: SendMail = () => {};

/** A mail server, and the sender of mails. */
interface MailServer {
  url: string;
  from: string;
}

/**
 * Makes the function that hands in a mail; it rejects when the mail was not taken. The package that speaks to the
 * server is loaded with the first mail.
 */
export const openMailServer =
  ({ url, from }: MailServer) =>
  async (mail: Mail): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(
      {
        url,
        connectionTimeout: patienceMs,
        greetingTimeout: patienceMs,
        socketTimeout: patienceMs,
        // A mail is plain text: if a part of one ever names a file or an address, it is not read.
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

/** Opens the way to a mail server. */
export function createMailer(server: MailServer, log: Log): Mailer {
  let underWay = 0;
  const hand = openMailServer(server);
  const send: SendMail = (mail) => {
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
  return { send, hand };
}
