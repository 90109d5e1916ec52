// How alerts reach the operator: by mail, and by a plain POST. Each target is tried by itself.
import { request } from 'undici';
import type { Clock } from '../../../../runtime/clock.ts';
import type { AlertFormat, AlertTargets } from '../../../domain/operations/alert.ts';
import type { Mail } from '../../users/mail/mailer.ts';
import type { AlertMessage } from './message.ts';

/** How long a post may take, in milliseconds. */
const patienceMs = 10_000;

/** One way to the operator. */
export interface AlertTarget {
  name: string;
  /** Rejects when the message was not taken; the error holds none of the target's secrets. */
  deliver(message: AlertMessage): Promise<void>;
}

/** Headers may only hold ASCII. */
const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');

function bodyOf({ subject, text, isCritical }: AlertMessage, format: AlertFormat) {
  if (format === 'json')
    return {
      body: JSON.stringify({ text: `*${subject}*\n${text}` }),
      headers: { 'content-type': 'application/json' },
    };
  return {
    body: text,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: ascii(subject),
      priority: isCritical ? 'high' : 'default',
    },
  };
}

async function post(url: string, format: AlertFormat, message: AlertMessage, clock: Clock): Promise<void> {
  const target = new URL(url);
  const { username, password } = target;
  target.username = '';
  target.password = '';
  const credential = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const isNamed = username !== '' || password !== '';
  const { body, headers } = bodyOf(message, format);
  const over = new AbortController();
  const cancel = clock.setTimeout(() => over.abort(), patienceMs);
  try {
    const response = await request(target, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'user-agent': 'Textrelay',
        ...(isNamed && { authorization: `Basic ${credential.toString('base64')}` }),
      },
      signal: over.signal,
    });
    response.body.on('error', () => undefined).destroy();
    if (response.statusCode < 200 || response.statusCode > 299)
      throw new Error(`it answered ${response.statusCode}`);
  } catch (error) {
    const { code, message: words } = error as { code?: unknown; message: string };
    // The system's own words would hold the address.
    if (over.signal.aborted) throw new Error(`no answer within ${patienceMs / 1000} seconds`);
    throw new Error(
      /^it answered/.test(words) ? words : `it cannot be reached (${String(code ?? 'no code')})`,
    );
  } finally {
    cancel();
  }
}

/** The ways to the operator. `mail` hands a mail in, and rejects when it was not taken. */
export function openTargets(
  targets: AlertTargets,
  { clock, mail }: { clock: Clock; mail: ((mail: Mail) => Promise<void>) | undefined },
): AlertTarget[] {
  const { post: posted } = targets;
  return [
    ...(mail === undefined
      ? []
      : targets.mail.map((to, index) => ({
          name: `mail ${index + 1}`,
          deliver: ({ subject, text }: AlertMessage) => mail({ to, subject, text }),
        }))),
    ...(posted === undefined
      ? []
      : [
          {
            name: 'post',
            deliver: (message: AlertMessage) => post(posted.url, posted.format, message, clock),
          },
        ]),
  ];
}
