// The mails that people get, each in the language of who reads it.
import type { Clock } from '../../../../runtime/clock.ts';
import type { Log } from '../../../../runtime/log.ts';
import type { Language } from '../../../domain/users/language.ts';
import type { UserStore } from '../../../store/store.ts';
import type { SecurityEventKind } from '../../../store/users/users.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { Mail, SendMail } from './mailer.ts';

/** The words of mails in each language. */
export const mailWords: Readonly<Record<Language, typeof en>> = { en, de };

export type Mails = ReturnType<typeof createMails>;

interface MailsOptions {
  store: Pick<UserStore, 'findLanguage' | 'countNotice'>;
  clock: Clock;
  log: Log;
  send: SendMail;
  /** For people whose language is not known. */
  language: Language;
}

/** A mail is in the language of the person with this address, or of another where theirs is not known. */
interface Reader {
  email: string;
  otherwise?: bigint | null;
}

/** Each mail is written and sent in the background, and nobody waits for it. */
export function createMails({ store, clock, log, send, language }: MailsOptions) {
  const write = async (
    to: string,
    say: (words: typeof en) => Omit<Mail, 'to'>,
    reader: Reader = { email: to },
  ) => {
    const found = await store.findLanguage(reader.email, reader.otherwise ?? null).catch((error: Error) => {
      log.warn(
        { error: error.message },
        'a mail is in the language of the service: its reader’s was not read',
      );
      return undefined;
    });
    send({ to, ...say(mailWords[found ?? language]) });
  };
  return {
    invite: (to: string, link: string, madeBy: bigint | null) =>
      void write(to, (say) => say.invitation(link), { email: to, otherwise: madeBy }),

    /** A link that shows that an address is a person's. */
    verify: (to: string, link: string, userId: bigint) =>
      void write(to, (say) => say.verification(link), { email: to, otherwise: userId }),

    renew: (to: string, link: string) => void write(to, (say) => say.newPassword(link)),

    /** To the address that its person had before. */
    move: (before: string, now: string) => void write(before, (say) => say.moved(now), { email: now }),

    change(to: string, kind: SecurityEventKind, address: string) {
      const atMs = clock.nowMs();
      void write(to, (say) => say.change(kind, atMs, address));
    },

    /** A notice of a sign-in, unless its person got too many. */
    async noticeSignIn(to: string, address: string): Promise<void> {
      const atMs = clock.nowMs();
      if (await store.countNotice(to, atMs)) await write(to, (say) => say.signIn(atMs, address));
    },
  };
}
