// The door: every protected request is judged by the core before its body is looked at. What a key is worth is known
// to the core alone; here it is only found in the headers.
import type { BlockList } from 'node:net';
import { create, type DescMethod } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import {
  type AdmissionRequest,
  AdmissionRequestSchema,
  type AdmissionResult,
} from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { clientAddress } from '../../runtime/listeners/client_address.ts';
import type { Log } from '../../runtime/log.ts';
import { methodName } from '../../runtime/method_name.ts';
import type { Core } from '../core_client/client.ts';
import { invalidKey, Refusal, refusalFrom, unavailable } from '../errors/errors.ts';
import { rateHeaders } from '../errors/rate_limit.ts';
import { readSessionCookie, sessionPrefix } from '../session/cookie.ts';
import { readAccountHeader } from '../session/door.ts';
import type { FailedKeys } from '../session/failed_keys.ts';
import { refuseForeign } from '../session/same_origin.ts';
import { bearerKey } from './bearer.ts';

/** The one Authorization header; undefined for none or several. Node keeps the first of several silently, so they are counted. */
function authorizationOf(rawHeaders: readonly string[]): string | undefined {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 'authorization'.length || name.toLowerCase() !== 'authorization') continue;
    if (value !== undefined) return undefined;
    value = rawHeaders[i + 1];
  }
  return value;
}

/**
 * The key that a request brings, and the account that it names besides. What is of a session is no key: it comes in its
 * cookie, which other sites' pages cannot send.
 */
function presentedKey(request: FastifyRequest): { apiKey: string; targetAccount?: string } | undefined {
  const { raw, routeOptions } = request;
  const keyOf = routeOptions.config.foreign?.keyOf ?? bearerKey;
  const shown = keyOf(request, authorizationOf(raw.rawHeaders));
  return !shown || shown.apiKey.startsWith(sessionPrefix) ? undefined : shown;
}

/** The key of a session for the account that the request names; undefined without a session or an account. */
function sessionKeyOf(request: FastifyRequest, proxies: BlockList | undefined): string | Refusal | undefined {
  const secret = readSessionCookie(request, proxies);
  if (secret === undefined || request.headers['x-svc-account'] === undefined) return undefined;
  const account = refuseForeign(request, true, proxies) ?? readAccountHeader(request);
  return account instanceof Refusal ? account : `${secret}.${account}`;
}

/** The question to the core about a request, or the refusal of one that needs no core. */
function askFor(
  request: FastifyRequest,
  method: string,
  proxies: BlockList | undefined,
): AdmissionRequest | Refusal {
  const { headers, routeOptions } = request;
  const isForSessions = routeOptions.config.foreign === undefined;
  if (isForSessions && headers.authorization === undefined && headers.cookie !== undefined) {
    const key = sessionKeyOf(request, proxies);
    if (key === undefined || key instanceof Refusal) return key ?? invalidKey();
    request.presentedKey = key;
    return create(AdmissionRequestSchema, { apiKey: key, method });
  }
  const shown = presentedKey(request);
  if (shown === undefined) return invalidKey();
  request.presentedKey = shown.apiKey;
  return create(AdmissionRequestSchema, { ...shown, method });
}

/** Sets the caller and the allowance; returns the refusal if there is one. */
export function applyAdmission(
  request: FastifyRequest,
  reply: FastifyReply,
  result: AdmissionResult,
): Refusal | undefined {
  const { outcome, rate } = result;
  if (rate) reply.headers(rateHeaders(rate));
  if (outcome.case === 'error') return refusalFrom(outcome.value);
  if (outcome.case !== 'admission') return unavailable();
  request.caller = outcome.value.caller;
  request.readsKnown = outcome.value.readsKnown || null;
  return undefined;
}

export type Admission = ReturnType<typeof createAdmission>;

interface AdmissionOptions {
  core: Pick<Core, 'admit'>;
  log: Log;
  failedKeys: FailedKeys;
  /** The proxies whose X-Forwarded-For is believed. */
  trustedProxies: BlockList | undefined;
  /** Called for each request that is refused because its address failed too often. */
  onWrongKeys: () => void;
}

/** The ways in which a request is judged. */
export function createAdmission({ core, log, failedKeys, trustedProxies, onWrongKeys }: AdmissionOptions) {
  const addressOf = ({ raw, headers }: FastifyRequest) =>
    clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], trustedProxies);

  /** The question to the core, or a refusal that needs no core: of no key, or of a wrong one that came too often. */
  const ask = (request: FastifyRequest, method: string): AdmissionRequest | Refusal => {
    const asked = askFor(request, method, trustedProxies);
    if (asked instanceof Refusal) return asked;
    const refusal = failedKeys.refuse(asked.apiKey, () => addressOf(request));
    if (refusal) onWrongKeys();
    return refusal ?? asked;
  };

  return {
    /** A hook that lets a request on only when its key may call `method`, before its body is read. */
    before: (method: DescMethod): onRequestHookHandler => {
      const name = methodName(method);
      return (request, reply, done) => {
        const asked = ask(request, name);
        if (asked instanceof Refusal) {
          done(asked);
          return;
        }
        // An error after the door was passed has no request left to answer; it must not end the process.
        core
          .admit(asked)
          .then((result) => done(applyAdmission(request, reply, result)), done)
          .catch((error: unknown) =>
            log.error({ fault: error instanceof Error ? error.name : typeof error }, 'a hook threw'),
          );
      };
    },

    /** A hook for a route whose handler passes the request at the door on with its own call: one round trip, not two. */
    within: (method: DescMethod): onRequestHookHandler => {
      const name = methodName(method);
      return (request, _reply, done) => {
        const asked = ask(request, name);
        request.atTheDoor = asked instanceof Refusal ? null : asked;
        if (asked instanceof Refusal) done(asked);
        else done();
      };
    },

    /** Takes note of what a key turned out to be worth. To be called with every answer, before it is written. */
    note(request: FastifyRequest, reply: FastifyReply): void {
      const key = request.presentedKey;
      if (key === null) return;
      // The core says the allowance of every key that it knows, whatever it says of the request; of a session it says
      // none.
      if (reply.hasHeader('ratelimit') || (request.session && reply.statusCode < 400)) failedKeys.accept(key);
      else if (reply.statusCode === 401) failedKeys.fail(key, addressOf(request));
    },

    /** Judges a request that failed before its handler passed it on: a bad key is refused before a bad body. */
    async settle(request: FastifyRequest, reply: FastifyReply): Promise<Refusal | undefined> {
      const asked = request.atTheDoor;
      if (!asked) return undefined;
      request.atTheDoor = null;
      return core.admit(asked).then(
        (result) => applyAdmission(request, reply, result),
        () => unavailable(),
      );
    },
  };
}
