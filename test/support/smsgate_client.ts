// Calls of a program that was written for SMS Gateway for Android, with the HTTP client that its npm package is given.
import * as library from 'android-sms-gateway';

// Its types are those of a CommonJS module, which it is not.
const Client = library.default as unknown as typeof library.default.default;

export const smsgatePath = '/3rdparty/v1';

/** Throws the status and the sentence of an answer that is no success. */
async function ask(method: string, url: string, headers: Record<string, string> = {}, body?: unknown) {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said = text === '' ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(`${answer.status} ${said?.message}`);
  return said;
}

/** What a request is made within. */
type During = <T>(request: Promise<T>) => Promise<T>;

const atOnce: During = (request) => request;

/** The npm package's client of an account, at a gateway. */
export const smsgateClient = (
  gateway: { url: string },
  key: string,
  { user = 'anybody', during = atOnce }: { user?: string; during?: During } = {},
) =>
  new Client(
    user,
    key,
    {
      get: (url, headers) => during(ask('GET', url, headers)),
      post: (url, body, headers) => during(ask('POST', url, headers, body)),
      put: (url, body, headers) => during(ask('PUT', url, headers, body)),
      patch: (url, body, headers) => during(ask('PATCH', url, headers, body)),
      delete: (url, headers) => during(ask('DELETE', url, headers)),
    },
    gateway.url + smsgatePath,
  );
