// Mail to people. It is a courtesy: nothing waits for it, and what it says is on somebody's screen as well.
import type { Log } from '../../../../runtime/log.ts';

/** One mail, as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Its name in its header, as <a@example.com>: a mail that comes twice has it twice. The mailer's own when left out. */
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

/** Mails that are under way at a time; what comes beyond is not sent. */
const mostUnderWay = 50;
/** How long a mail server may stand still, in milliseconds. */
const patienceMs = 10_000;

/** Sends nothing. */
export const noMail: SendMail = () => {};

/** A mail server, and whom mail comes from. */
interface MailServer {
  url: string;
  from: string;
}

/** Makes what hands a mail in, and rejects when it was not taken. The package that speaks to the server is loaded with the first mail. */
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
