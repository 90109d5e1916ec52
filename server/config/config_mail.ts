// The mail server, from environment variables.
import { makeValidator, str } from 'envalid';
import { type Language, languages } from '../domain/users/language.ts';

/** A mail server, and the sender of mails. */
export interface MailConfig {
  /** smtp:// or smtps://, with user and password where they are needed. */
  url: string;
  from: string;
  /** Of mail to those whose own language is not known. */
  language: Language;
}

const smtpUrl = makeValidator<string>((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text itself may hold a password, and is not repeated.
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be like smtps://user:password@mail.example.com');
  return text;
});

const sender = makeValidator<string>((text) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || text.length > 254) throw new Error('must be an e-mail address');
  return text;
});

/** The variables of mail; the core reads them. */
export const mailVariables = {
  TEXTRELAY_SMTP_URL: smtpUrl({
    default: undefined,
    desc: 'the mail server for invitations, confirmations of addresses, notices of sign-ins and new replies, like `smtps://user:password@mail.example.com` [none]',
  }),
  TEXTRELAY_SMTP_FROM: sender({
    default: undefined,
    desc: 'whom that mail comes from [`textrelay@` and the host of `TEXTRELAY_PUBLIC_URL`]',
  }),
  TEXTRELAY_MAIL_LANGUAGE: str({
    choices: languages,
    default: 'en',
    desc: 'the language of mail to people who have not said theirs: `en` or `de`',
  }),
};

/** Undefined without a mail server. */
export function toMailConfig(
  url: string | undefined,
  from: string | undefined,
  language: Language,
  publicUrl: string,
): MailConfig | undefined {
  if (url === undefined) return undefined;
  return { url, from: from ?? `textrelay@${new URL(publicUrl).hostname}`, language };
}
