// A mail server of a test.
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface MailServer {
  url: string;
  /** What it was handed, as a person reads it. */
  mails: string[];
  /** Whether it refuses recipients, and how many it has refused. */
  refuses: boolean;
  refused: number;
  /** The link of the newest mail to somebody, once it is there. */
  linkTo: (email: string) => Promise<string>;
  stop: () => void;
}

/** Bytes that are written as =C3=BC. */
const unquoted = (text: string) =>
  decodeURIComponent(text.replaceAll('%', '%25').replace(/=(?=[0-9A-F]{2})/g, '%'));

/** Long lines are folded on their way, and what is not ASCII is written in it. */
function readable(mail: string): string {
  const [, head = '', body = ''] = /^(.*?)\n\n(.*)$/s.exec(mail) ?? [];
  const words = head
    .replaceAll(/\?=\n =\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => unquoted(word.replaceAll('_', ' ')));
  return `${words}\n\n${unquoted(body.replaceAll('=\n', ''))}`;
}

/** As much of SMTP as takes mails in (RFC 5321). */
function serve(state: Pick<MailServer, 'mails' | 'refuses' | 'refused'>, onMail: () => void): Server {
  return createServer((socket) => {
    let isData = false;
    let mail = '';
    /** The beginning of a line whose end has not come: packets end anywhere. */
    let begun = '';
    socket.setEncoding('utf8').write('220 here\r\n');
    socket.on('error', () => {});
    socket.on('data', (text: string) => {
      const lines = (begun + text).split('\r\n');
      begun = lines.pop() ?? '';
      for (const line of lines) {
        if (isData && line === '.') {
          isData = false;
          state.mails.push(readable(mail));
          onMail();
          socket.write('250 taken\r\n');
        } else if (isData) mail += `${line}\n`;
        else if (line === 'DATA') {
          isData = true;
          mail = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && state.refuses) {
          state.refused++;
          socket.write('550 no such user\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
}

export async function startMailServer(): Promise<MailServer> {
  const state = { mails: [] as string[], refuses: false, refused: 0 };
  const waiting: (() => void)[] = [];
  const server = serve(state, () => {
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    async linkTo(email: string) {
      const mailTo = () => state.mails.findLast((mail) => mail.includes(`\nTo: ${email}\n`));
      while (mailTo() === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      return /^http.*#token=\w+$/m.exec(mailTo() ?? '')?.[0] ?? '';
    },
    stop: () => void server.close(),
  });
}
