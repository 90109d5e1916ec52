// A client as an integrator would write it, with the types that are made of the API document.
import type { Calls, Schemas } from '../../../gateway/console/api/gen/rest.ts';

type Call = keyof Calls;
type Answer<C extends Call> = Calls[C] extends { answer: infer Answer } ? Answer : never;

interface Asked<C extends Call> {
  body?: Calls[C] extends { body: infer Body } ? Body : never;
  query?: Calls[C] extends { query: infer Name extends string }
    ? Partial<Record<Name, string | number>>
    : never;
  path?: Record<string, string | number>;
  account?: number;
}

/** What came back: the answer of a success, the error of anything else. */
interface Answered<C extends Call> {
  response: Response;
  data?: Answer<C>;
  error?: Schemas['Error'];
}

/** Asks a gateway with one key. */
export const createRestClient =
  (baseUrl: string, key: string) =>
  async <C extends Call>(
    call: C,
    { body, query, path = {}, account }: Asked<C> = {},
  ): Promise<Answered<C>> => {
    const [method = '', template = ''] = call.split(' ');
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const url = new URL(`/api/v1${filled}`, baseUrl);
    for (const [name, value] of Object.entries<unknown>(query ?? {}))
      url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(account !== undefined && { 'x-svc-account': String(account) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = await response.json();
    return response.ok
      ? { response, data: said as Answer<C> }
      : { response, error: said as Schemas['Error'] };
  };
