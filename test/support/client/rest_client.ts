// The REST client that an integrator would generate: types from the OpenAPI document, calls by openapi-fetch.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../gateway/console/api/gen/rest.ts';

/** A client of a gateway for one key. */
export function createRestClient(baseUrl: string, key: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
}
