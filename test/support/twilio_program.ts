// A program written for Twilio: Twilio's own package, whose requests go to a gateway.
import twilio from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient.js';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { sendRequest } from './http_client.ts';

type Asked = Parameters<InstanceType<typeof RequestClient>['request']>[0];

/** Where the package believes to ask. */
const twilioUrl = 'https://api.twilio.com';

/** What a request is made within. */
type During = <T>(request: Promise<T>) => Promise<T>;

const atOnce: During = (request) => request;

class Redirected extends RequestClient {
  readonly #url: string;
  readonly #during: During;

  constructor(url: string, during: During) {
    super();
    this.#url = url;
    this.#during = during;
  }

  override request<Data>(asked: Asked) {
    const uri = asked.uri.replace(twilioUrl, this.#url);
    return this.#during(super.request<Data>({ ...asked, uri } as never));
  }
}

/** The package as the program of an account has it. */
export const twilioProgram = (
  url: string,
  { id, key }: { id: bigint; key: string },
  { user = accountSid(id), during = atOnce }: { user?: string; during?: During } = {},
) => twilio(user, key, { accountSid: accountSid(id), httpClient: new Redirected(url, during) });

interface PlainAsked {
  account: { id: bigint; key: string };
  method?: string;
  form?: Record<string, string> | string;
  headers?: Record<string, string>;
  user?: string;
}

/** Asks as a program does without the package. */
export const askTwilio = (
  url: string,
  path: string,
  { account, method = 'POST', form, headers = {}, user }: PlainAsked,
) =>
  sendRequest(url, {
    method,
    path,
    headers: {
      authorization: `Basic ${Buffer.from(`${user ?? accountSid(account.id)}:${account.key}`).toString('base64')}`,
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form !== undefined && {
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    }),
  });
