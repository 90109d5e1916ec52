// The list of what is served, collected while routes are added, so that the index, the API document and the 405
// answers cannot drift from it.
import { type DescMethod, getOption } from '@bufbuild/protobuf';
import type { RouteOptions } from 'fastify';
import type { Static } from 'typebox';
import { access } from '../../proto/gen/textrelay/v1/access_pb.ts';
import { invalidRequest, notFound, type Refusal } from '../errors/errors.ts';
import type { EndpointShape } from '../schemas/description.ts';

type Endpoint = Static<typeof EndpointShape>;

/** Whether a platform key may call a method as well (SPEC: Authentication, 4). */
export const isOpenToPlatforms = (method: DescMethod) => getOption(method, access).platformKey;

/** Whether an account key may call a method whatever its scopes are. */
export const takesAnyScope = (method: DescMethod) => getOption(method, access).anyKey;

/** A route's path with its parameters in braces. */
export const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}');

export class RouteTable {
  readonly routes: RouteOptions[] = [];
  readonly #paths: { url: string; pattern: RegExp; methods: string[] }[] = [];

  /**
   * Takes a route in; to be called for each that is added. HEAD is a way to ask for what GET answers (RFC 9110, 9.3.2):
   * allowed, and no endpoint of its own.
   */
  add(route: RouteOptions): void {
    if (route.config?.isRefused) return;
    if (route.method !== 'HEAD') this.routes.push(route);
    // A parameter is one segment, which may be empty, as for the router, and an asterisk the whole rest of a path;
    // everything else in our paths is literal.
    const literal = route.url.replaceAll('.', '\\.').replaceAll('*', '.*');
    const pattern = new RegExp(`^${literal.replace(/:\w+/g, '[^/]*')}$`);
    const known = this.#paths.find((path) => path.pattern.source === pattern.source);
    if (known) known.methods.push(String(route.method));
    else this.#paths.push({ url: route.url, pattern, methods: [String(route.method)] });
  }

  /** The refusal of a request that no route takes, and the methods that its path allows. */
  refuse(url: string): { refusal: Refusal; allow: string | undefined } {
    const path = url.split('?', 1)[0] as string;
    const known =
      this.#paths.find(({ url }) => url === path) ?? this.#paths.find(({ pattern }) => pattern.test(path));
    if (!known) return { refusal: notFound('path'), allow: undefined };
    const allow = known.methods.toSorted().join(', ');
    return { refusal: invalidRequest(`this path allows only: ${allow}`, 405), allow };
  }

  /**
   * The methods that paths without a parameter do not have, and that the router would give to a path with one: a DELETE of
   * /messages/check to that of a text whose id is `check`. Complete once all routes are added.
   */
  misleading(): { method: string; url: string }[] {
    return this.#paths
      .filter(({ url }) => !/[:*]/.test(url))
      .flatMap(({ url, methods }) =>
        this.#paths
          .filter((other) => other.url !== url && other.url.includes(':') && other.pattern.test(url))
          .flatMap((other) => other.methods.filter((method) => !methods.includes(method)))
          .map((method) => ({ method, url })),
      );
  }

  /**
   * The list for the discovery index: what has a summary and takes keys. Pages for people and calls of providers have
   * none, the console's routes take no keys, and those for other services' programs are theirs alone.
   */
  endpoints(): Endpoint[] {
    return this.routes.flatMap(({ method, url, config }) =>
      config?.summary === undefined || config.tag === 'Console' || config.foreign
        ? []
        : {
            method: String(method),
            path: pathOf(url),
            auth: authOf(config.admittedFor),
            summary: config.summary,
          },
    );
  }
}

function authOf(method: DescMethod | undefined): Endpoint['auth'] {
  if (method === undefined) return 'none';
  return isOpenToPlatforms(method) ? 'account_or_platform_key' : 'account_key';
}
