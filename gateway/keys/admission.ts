// The door: every protected request is judged by the core before its body is looked at. What a key is worth is known
// to the core alone; here it is only found in the headers.
import type { BlockList } from 'node:net';
import { create } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import {
  type AdmissionRequest,
  AdmissionRequestSchema,
  type AdmissionResult,
  type Operation,
  type RateState,
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Log } from '../../runtime/log.ts';
import type { Core } from '../core/client.ts';
import { clientAddress } from '../edge/client_address.ts';
import { invalidKey, type Refusal, refusalFrom, unavailable } from '../edge/errors.ts';
import type { FailedKeys } from './failed_keys.ts';

/** The scheme's name is case-insensitive, and any number of spaces may follow it (RFC 9110, 11.4). */
const bearer = /^bearer +([\x21-\x7e]{1,200})$/i;
/** Longer headers are as wrong as this much of them. */
const maxTargetLength = 64;

/** The key of the one Authorization header. Node keeps the first of several silently, so they are counted here. */
function presentedKey(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 'authorization'.length || name.toLowerCase() !== 'authorization') continue;
    if (value !== undefined) return undefined;
    value = rawHeaders[i + 1];
  }
  return value === undefined ? undefined : bearer.exec(value)?.[1];
}

/** Names of the headers that tell a client its allowance. */
export const rateHeaderNames = ['ratelimit-policy', 'ratelimit'] as const;

/** The headers that tell a client its allowance (IETF draft "RateLimit header fields for HTTP"). */
export function rateHeaders({ limit, windowSeconds, remaining, resetSeconds }: RateState) {
  return {
    'ratelimit-policy': `"key";q=${limit};w=${windowSeconds}`,
    ratelimit: `"key";r=${remaining};t=${resetSeconds}`,
  };
}

/** What the core is asked about a request; undefined when there is no key to ask about. */
function askFor(request: FastifyRequest, operation: Operation): AdmissionRequest | undefined {
  const { raw, headers } = request;
  const apiKey = presentedKey(raw.rawHeaders);
  if (apiKey === undefined) return undefined;
  request.presentedKey = apiKey;
  const asked = create(AdmissionRequestSchema, { apiKey, operation });
  const target = headers['x-svc-account'];
  if (typeof target === 'string') asked.targetAccount = target.slice(0, maxTargetLength);
  return asked;
}

export type Admission = ReturnType<typeof createAdmission>;

interface AdmissionOptions {
  core: Pick<Core, 'admit'>;
  log: Log;
  failedKeys: FailedKeys;
  /** The proxies whose X-Forwarded-For is believed. */
  trustedProxies: BlockList | undefined;
  /** Told of each request that is refused because its address failed too often. */
  onWrongKeys: () => void;
}

/** The ways in which a request is judged. */
export function createAdmission({ core, log, failedKeys, trustedProxies, onWrongKeys }: AdmissionOptions) {
  const addressOf = ({ raw, headers }: FastifyRequest) =>
    clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], trustedProxies);

  /** What needs no core to be refused: no key, or a wrong one too often. */
  const refuse = (request: FastifyRequest, asked: AdmissionRequest | undefined): Refusal | undefined => {
    if (!asked) return invalidKey();
    const refusal = failedKeys.refuse(asked.apiKey, () => addressOf(request));
    if (refusal) onWrongKeys();
    return refusal;
  };

  /** Sets the caller and the allowance; returns the refusal if there is one. */
  const apply = (
    request: FastifyRequest,
    reply: FastifyReply,
    result: AdmissionResult,
  ): Refusal | undefined => {
    const { outcome, rate } = result;
    if (rate) reply.headers(rateHeaders(rate));
    if (outcome.case === 'error') return refusalFrom(outcome.value);
    if (outcome.case !== 'admission') return unavailable();
    request.caller = outcome.value.caller;
    return undefined;
  };

  return {
    /** A hook that lets a request on only when its key may do `operation`, before its body is read. */
    before:
      (operation: Operation): onRequestHookHandler =>
      (request, reply, done) => {
        const asked = askFor(request, operation);
        const refusal = refuse(request, asked);
        if (refusal || !asked) {
          done(refusal);
          return;
        }
        // What throws after the door was passed has no one left to be told to; it must not end the process.
        core
          .admit(asked)
          .then((result) => done(apply(request, reply, result)), done)
          .catch((error: unknown) =>
            log.error({ fault: error instanceof Error ? error.name : typeof error }, 'a hook threw'),
          );
      },

    /** A hook for a route whose handler hands the request at the door on with its own call: one round trip, not two. */
    within:
      (operation: Operation): onRequestHookHandler =>
      (request, _reply, done) => {
        const asked = askFor(request, operation);
        const refusal = refuse(request, asked);
        request.atTheDoor = refusal ? null : (asked ?? null);
        done(refusal);
      },

    /** Takes note of what a key turned out to be worth. To be called with every answer, before it is written. */
    note(request: FastifyRequest, reply: FastifyReply): void {
      const key = request.presentedKey;
      if (key === null) return;
      // The core tells the allowance of every key that it knows, whatever it says of the request.
      if (reply.hasHeader('ratelimit')) failedKeys.accept(key);
      else if (reply.statusCode === 401) failedKeys.fail(key, addressOf(request));
    },

    /** Judges a request that failed before its handler handed it on: a bad key is told before a bad body. */
    async settle(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> {
      const asked = request.atTheDoor;
      if (!asked) return undefined;
      request.atTheDoor = null;
      return core.admit(asked).then(
        (result) => apply(request, reply, result),
        () => unavailable(),
      );
    },
  };
}
