// How programs written for Twilio bring their key: Basic authentication, the key as the password. The account is the one that
// the path names, and the user is that account's SID again, or the SID of a key (SK...), which says nothing here.
import type { FastifyRequest } from 'fastify';
import { readAccountSid } from '../../runtime/interfaces/twilio_words.ts';
import type { ForeignDoor } from '../edge/app.ts';
import { readBasic } from '../keys/basic_credentials.ts';
import { renderFault } from './faults.ts';

const password = /^[\x21-\x7e]{1,200}$/;

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
