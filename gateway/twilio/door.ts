// How programs written for Twilio bring their key: Basic authentication, the key as the password. The account is the one that
// the path names, and the user is that account's SID again, or the SID of a key (SK...), which says nothing here.
import type { FastifyRequest } from 'fastify';
import { readAccountSid } from '../../runtime/twilio_words.ts';
import type { ForeignDoor } from '../edge/app.ts';
import { renderFault } from './faults.ts';

const basic = /^basic +([A-Za-z0-9+/]{1,400}={0,2})$/i;
const password = /^[\x21-\x7e]{1,200}$/;

/** User and password of a header; undefined for one that is not of the scheme. */
function readBasic(header: string | undefined): [user: string, password: string] | undefined {
  const encoded = basic.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
}

/** The account that a path names; undefined for none. */
export const accountOfPath = ({ params }: Pick<FastifyRequest, 'params'>): bigint | undefined =>
  readAccountSid(String((params as Record<string, unknown>).accountSid));

export const twilioDoor: ForeignDoor = {
  challenge: 'Basic realm="Textrelay"',
  keyOf(request, authorization) {
    const [user, apiKey] = readBasic(authorization) ?? [];
    const accountId = accountOfPath(request);
    if (user === undefined || apiKey === undefined || accountId === undefined) return undefined;
    const isOfPath = readAccountSid(user) === accountId || /^SK[0-9A-Za-z]{1,64}$/.test(user);
    return isOfPath && password.test(apiKey) ? { apiKey, targetAccount: String(accountId) } : undefined;
  },
  render: renderFault,
};
