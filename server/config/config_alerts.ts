// Where the service sends its alerts by itself, from environment variables.
import { makeValidator, str } from 'envalid';
import { type AlertFormat, type AlertTargets, alertFormats } from '../domain/operations/alert.ts';

const mostAddresses = 10;

const addresses = makeValidator<readonly string[]>((text) => {
  const list = text.split(',').map((part) => part.trim());
  if (
    list.length > mostAddresses ||
    !list.every((part) => /^[^\s@,]+@[^\s@,]+$/.test(part) && part.length <= 254)
  )
    throw new Error(`must be up to ${mostAddresses} e-mail addresses with commas`);
  return list;
});

const postUrl = makeValidator<string>((text) => {
  const url = URL.parse(text);
  // The text itself may hold a token, and is not repeated.
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('must be a URL like https://ntfy.example.com/textrelay');
  return text;
});

/** The variables of alerts; the core reads them. */
export const alertVariables = {
  TEXTRELAY_ALERT_MAIL: addresses({
    default: [],
    desc: 'who gets the alerts of the service by mail, with commas; needs `TEXTRELAY_SMTP_URL` [nobody]',
  }),
  TEXTRELAY_ALERT_URL: postUrl({
    default: undefined,
    desc: 'what the alerts of the service are posted to: a topic of ntfy, a webhook of Slack or Mattermost; user and password in it are sent as such',
  }),
  TEXTRELAY_ALERT_FORMAT: str({
    choices: alertFormats,
    default: 'text',
    desc: '`text`: plain words, as ntfy takes them; `json`: `{"text":"…"}`, as Slack and Mattermost do',
  }),
};

interface AlertValues {
  TEXTRELAY_ALERT_MAIL: readonly string[];
  TEXTRELAY_ALERT_URL: string | undefined;
  TEXTRELAY_ALERT_FORMAT: AlertFormat;
}

/** Undefined where nobody gets any. */
export function toAlertTargets({
  TEXTRELAY_ALERT_MAIL: mail,
  TEXTRELAY_ALERT_URL: url,
  TEXTRELAY_ALERT_FORMAT: format,
}: AlertValues): AlertTargets | undefined {
  if (mail.length === 0 && url === undefined) return undefined;
  return { mail, post: url === undefined ? undefined : { url, format } };
}

/** What is wrong with them together, a line each. */
export const alertErrors = ({
  TEXTRELAY_ALERT_MAIL: mail,
  TEXTRELAY_SMTP_URL: server,
}: NodeJS.ProcessEnv): string[] =>
  mail && !server ? ['TEXTRELAY_SMTP_URL is missing: TEXTRELAY_ALERT_MAIL needs it'] : [];
