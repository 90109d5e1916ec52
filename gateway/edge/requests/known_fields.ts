// Every request is held against the names that its operation knows. A name that is nearly one of them is refused: to ignore
// it would send at once what "sendAt" was to keep. Any other is ignored, and the answer names it, unless its schema
// allows no others, as of a key's limits: a limit that is ignored would permit what it was to forbid.
import type { preValidationHookHandler, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { createNearest } from '../../../runtime/cli/nearest_name.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { IgnoredFields } from './ignored_fields.ts';

/** The request, which keeps the ignored names until the answer goes out. */
interface Carrier {
  ignoredFields: IgnoredFields | null;
  /** How many names were not known until now. */
  unknownFields?: number;
}

/** Each of them is held against all that are known. */
const mostUnknown = 1_000;

/** Names that another part of the request knows, and where that is. */
interface Elsewhere {
  where: string;
  names: readonly string[];
}

interface Schema extends TSchema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Two letters of a short word make it another word: up to four letters one may differ, up to two none. */
export const maxEdits = (_typed: string, { length }: string) => (length <= 2 ? 0 : length <= 4 ? 1 : 2);

/** Names that may be misspelt ones. Brackets and the like are other people's ways to write lists and paths. */
const word = /^[\p{L}\p{N}_\s-]+$/u;

const namesOf = (schema: TSchema | undefined) =>
  Object.keys((schema as Schema | undefined)?.properties ?? {});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names that one part of a request may hold. */
export class KnownFields {
  readonly #noun: string;
  readonly #names: ReadonlySet<string>;
  readonly #nearest: (typed: string) => string | undefined;
  readonly #elsewhere: { where: string; nearest: (typed: string) => string | undefined }[];
  /** Fields with names of their own, in an object or in each one of a list. */
  readonly #inner: { name: string; path: string; fields: KnownFields }[] = [];

  constructor(schema: TSchema | undefined, elsewhere: readonly Elsewhere[] = [], noun = 'field') {
    const { properties = {} } = (schema ?? {}) as Schema;
    const inner = Object.entries(properties).flatMap(([name, { items, ...own }]) => {
      const shape = items ?? own;
      return namesOf(shape).length === 0 ? [] : [{ name, shape, isList: items !== undefined }];
    });
    const within = inner.map(({ name, shape }) => ({ where: `in ${name}`, names: namesOf(shape) }));
    this.#noun = noun;
    this.#names = new Set(Object.keys(properties));
    this.#nearest = createNearest([...this.#names], maxEdits);
    this.#elsewhere = [...within, ...elsewhere].map(({ where, names }) => ({
      where,
      nearest: createNearest(names, maxEdits),
    }));
    for (const { name, shape, isList } of inner)
      this.#inner.push({
        name,
        path: isList ? `${name}[].` : `${name}.`,
        fields: new KnownFields(shape),
      });
  }

  /** Throws INVALID_REQUEST for a misspelt name, and notes any other that is not known. Costs a look a name. */
  hold(part: unknown, carrier: Carrier, path = ''): void {
    if (!isObject(part)) return;
    for (const name in part) if (!this.#names.has(name)) this.#takeUnknown(name, carrier, path);
    for (const { name, path: step, fields } of this.#inner) {
      const value = part[name];
      for (const one of Array.isArray(value) ? value : [value]) fields.hold(one, carrier, path + step);
    }
  }

  #takeUnknown(name: string, carrier: Carrier, path: string): void {
    carrier.unknownFields = (carrier.unknownFields ?? 0) + 1;
    if (carrier.unknownFields > mostUnknown)
      throw invalidRequest(`the request must have at most ${mostUnknown} names that are not known`);
    if (word.test(name)) this.#refuseMisspelt(name, path);
    carrier.ignoredFields ??= new IgnoredFields();
    carrier.ignoredFields.add(name, path);
  }

  #refuseMisspelt(name: string, path: string): void {
    const meant = this.#nearest(name);
    if (meant !== undefined) throw this.#refuse(path + name, `"${path}${meant}"`);
    for (const { where, nearest } of this.#elsewhere) {
      const there = nearest(name);
      if (there !== undefined) throw this.#refuse(path + name, `"${there}" ${where}`);
    }
  }

  #refuse(name: string, meant: string) {
    return invalidRequest(
      `${JSON.stringify(name)} is not a ${this.#noun} of this request: did you mean ${meant}?`,
    );
  }
}

/** A hook that lets a request of a route on when no name of its query and body is misspelt. */
export function holdFields({
  config,
  schema,
}: Pick<RouteOptions, 'config' | 'schema'>): preValidationHookHandler {
  const body = schema?.body as TSchema | undefined;
  const { judgesEach: list, parameters } = config ?? {};
  const taken = { properties: parameters?.query ?? {} } as TSchema;
  const inEach = list ? [{ where: `in each of ${list.name}`, names: namesOf(list.schema) }] : [];
  const inBody = { where: 'in the body', names: namesOf(body) };
  const inQuery = { where: 'in the query', names: namesOf(taken) };
  const query = new KnownFields(taken, [inBody, ...inEach], 'parameter');
  const fields = new KnownFields(body, [...inEach, inQuery]);
  return (request, _reply, done) => {
    try {
      query.hold(request.query, request);
      fields.hold(request.body, request);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
