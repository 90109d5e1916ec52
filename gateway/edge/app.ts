// The types that the server and its routes agree on: Fastify with TypeBox, and what this gateway adds to it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Admission, AdmissionRequest } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Code } from '../errors/error_codes.ts';
import { type Refusal, unavailable } from '../errors/errors.ts';
import { sessionPrefix } from '../session/cookie.ts';
import type { Session, SessionNeed } from '../session/door.ts';
import type { IgnoredFields } from './requests/ignored_fields.ts';

/** The Fastify instance that routes are added to. */
export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The chapters of the API document. */
export type Tag =
  | 'Messages'
  | 'Threads'
  | 'Account'
  | 'Plans'
  | 'Beyond sending'
  | 'Broadcasts'
  | 'Consumers'
  | 'Webhooks'
  | 'Incoming webhooks'
  | 'Opt-outs'
  | 'Contacts'
  | 'Description'
  | 'Console';

/** The chapters that go beyond the promised interface. */
export const extensions: ReadonlySet<Tag> = new Set([
  'Beyond sending',
  'Broadcasts',
  'Consumers',
  'Webhooks',
  'Incoming webhooks',
  'Opt-outs',
  'Contacts',
  'Console',
]);

/** The door of routes that programs written for another service ask: they bring keys, and read refusals, in its way. */
export interface ForeignDoor {
  /** The key that a request brings in its one Authorization header, and the account that it names, if any; undefined for none. */
  keyOf(
    request: FastifyRequest,
    authorization: string | undefined,
  ): { apiKey: string; targetAccount?: string } | undefined;
  /** What a request without a good key is asked for: the header WWW-Authenticate. */
  challenge: string;
  /** A refusal in its words. */
  render(refusal: Refusal): { status: number; body: string };
}

/** The account or platform key that an admitted request acts for. */
type Caller = Admission['caller'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One sentence for the discovery index and the API document; a route without one is in neither. */
    summary?: string;
    /** The core's method that a route is for, by which admission judges its key; a route without one takes none. */
    admittedFor?: DescMethod;
    /** The needs of a route of the console; absent for every other. Its codes and its schemas are the console's own. */
    session?: SessionNeed;
    /** Of a route for programs written for another service: it is in no document of ours. */
    foreign?: ForeignDoor;
    /** True when the handler asks for admission together with its own call. */
    admitsItself?: boolean;
    /** The documented parameters. They are parsed by hand, because clients' integers need more care than coercion. */
    parameters?: { query?: Record<string, TSchema>; path?: Record<string, TSchema> };
    /** Its name in the API document (operationId). */
    id?: string;
    /** Its chapter in the API document. */
    tag?: Tag;
    /** More than the summary says, in a few sentences. */
    description?: string;
    /** The documented codes besides those of every route, of admission and of bodies. */
    refusals?: readonly Code[];
    /** The documented headers of a 200 besides those of every answer, each with its meaning. */
    answerHeaders?: Readonly<Record<string, string>>;
    /** The type of a 200, unless it is JSON. */
    mediaType?: string;
    /** True where a method is only there to be refused: no other route is to take the path for its own. */
    isRefused?: true;
    /** A list of the body whose items the handler judges one by one, and what each of them holds. */
    judgesEach?: { name: string; schema: TSchema };
    /** The largest body, in bytes, where it is not the usual one. */
    bodyBytes?: number;
    /** True where the handler takes turns with others' work by itself, whatever the body's size. */
    takesTurns?: boolean;
    /** True for reads that look at many rows: an account takes turns with them. */
    readsMuch?: boolean;
    /** True for answers that are the same for everybody and carry an ETag. */
    cacheable?: boolean;
  }
  interface FastifyRequest {
    /** Set by admission. */
    caller: Caller | null;
    /** The key of a request to a protected route, whatever it is worth. */
    presentedKey: string | null;
    /** True where that key may read only some texts: set by admission. */
    readsKnown: true | null;
    /** The session that a request to a route of the console came with, whatever it is worth. */
    session: Session | null;
    /** The unknown names of the request, for the answer to name. */
    ignoredFields: IgnoredFields | null;
    /** The question that admission is still to be asked; the handler takes it. */
    atTheDoor: AdmissionRequest | null;
  }
}

/** The request at the door, for a handler that admits itself. It is asked once, and the error handler asks no more. */
export function takeAdmission(request: Pick<FastifyRequest, 'atTheDoor'>): AdmissionRequest {
  const asked = request.atTheDoor;
  if (!asked) throw unavailable();
  request.atTheDoor = null;
  return asked;
}

/** The account that a request acts for: that of its key, or the one that it names beside its session. Every route that asks has one. */
export function accountOf({ caller, session }: Pick<FastifyRequest, 'caller' | 'session'>): bigint {
  const accountId = caller?.case === 'accountId' ? caller.value : session?.accountId;
  if (accountId === undefined) throw unavailable();
  return accountId;
}

/** The same for what is read: with the key where that may not read all texts, so that the core reads by its policy. */
export function readerOf(
  request: Pick<FastifyRequest, 'caller' | 'session' | 'presentedKey' | 'readsKnown'>,
): Reader {
  const accountId = accountOf(request);
  const { presentedKey, readsKnown } = request;
  return readsKnown && presentedKey !== null ? { accountId, apiKey: presentedKey } : { accountId };
}

/** Who reads: an account, or a key of it that may not read all texts. */
export interface Reader {
  accountId: bigint;
  apiKey?: string;
}

/** The same for a text that is sent for a request which was admitted before: its key's policy is judged with the text. */
export function ofKeyAtDoor(request: Pick<FastifyRequest, 'caller' | 'session' | 'presentedKey'>): {
  accountId: bigint;
  admittedKey?: string;
} {
  const accountId = accountOf(request);
  const { presentedKey } = request;
  const isKey = presentedKey !== null && !presentedKey.startsWith(sessionPrefix);
  return isKey ? { accountId, admittedKey: presentedKey } : { accountId };
}
