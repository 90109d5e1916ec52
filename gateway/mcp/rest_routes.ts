// Asking the routes of REST without a second request: the key is admitted for the route, and its handler reads what is given and
// answers, as for any client. A request inside this process would take as long again as the one that is being served.
import { create, type DescMethod } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify';
import {
  type AdmissionRequest,
  AdmissionRequestSchema,
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { unavailable } from '../errors/errors.ts';
import type { Services } from '../interface/route.ts';
import { applyAdmission } from '../keys/admission.ts';

type Line = `${HTTPMethods} /${string}`;

/** What a route is asked for. Of its address, as it would stand there. */
export interface Given {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: object;
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The question about the key that the request brings. */
  admission: AdmissionRequest;
}

interface Found extends Pick<RouteOptions, 'handler' | 'schema'> {
  method: DescMethod;
  admitsItself: boolean;
}

/** The values that are there, as text. */
const textsOf = (values: Given['query'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Throws for a body that the route's schema refuses, as the server does. */
function holdBody(request: FastifyRequest, schema: RouteOptions['schema']): void {
  if (!schema?.body) return;
  const validate = request.compileValidationSchema(schema.body as never, 'body');
  if (!validate(request.body))
    throw Object.assign(new Error('a wrong body'), { validation: validate.errors });
}

export class RestRoutes {
  readonly #services: Pick<Services, 'core' | 'table'>;
  readonly #found = new Map<Line, Found>();

  constructor(services: Pick<Services, 'core' | 'table'>) {
    this.#services = services;
  }

  /**
   * Asks the route of `line` for the sender of a request, one route after the other. Throws what admission, the schema or the
   * handler throws.
   */
  async ask(
    line: Line,
    { path, query, body }: Given,
    { request, reply, admission }: Asked,
  ): Promise<unknown> {
    const { method, admitsItself, handler, schema } = this.#routeOf(line);
    const before = request.atTheDoor;
    // The request itself is asked on: one made of it would take 2 KB of each call that waits.
    request.params = textsOf(path);
    request.query = textsOf(query);
    request.body = body;
    request.atTheDoor = create(AdmissionRequestSchema, { ...admission, method: methodName(method) });
    try {
      if (admitsItself) holdBody(request, schema);
      else await this.#admit(request, reply);
      return await handler.call(request.server, request, reply);
    } finally {
      // The request at the door is judged, and counted, with the route that is asked; unless that has found a fault before.
      if (request.atTheDoor !== null) request.atTheDoor = before;
    }
  }

  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const admission = request.atTheDoor as AdmissionRequest;
    request.atTheDoor = null;
    const refusal = applyAdmission(request, reply, await this.#services.core.admit(admission));
    if (refusal) throw refusal;
  }

  #routeOf(line: Line): Found {
    const known = this.#found.get(line);
    if (known) return known;
    const [method, url] = line.split(' ');
    const route = this.#services.table.routes.find((one) => one.url === url && one.method === method);
    const { admittedFor, admitsItself = false } = route?.config ?? {};
    if (!route || !admittedFor) throw unavailable();
    const { handler, schema } = route;
    const found = { handler, schema, method: admittedFor, admitsItself };
    this.#found.set(line, found);
    return found;
  }
}
