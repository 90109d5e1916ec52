// Judges the caller of each call once, before its method runs, by the table in policy.ts.
import { createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect';
import { methodName } from '../../runtime/method_name.ts';
import { keyHashHeader, sessionHeader } from '../../runtime/session_header.ts';
import type { JudgeKey } from '../app/access/judge_key.ts';
import type { JudgeSession } from '../app/users/session_door.ts';
import type { Caller, CallingUser } from '../domain/access/caller.ts';
import { forbidden } from '../errors.ts';
import { whoMayCall } from './policy.ts';

const callerKey = createContextKey<Caller>({ kind: 'anybody' });

const needsSession = () => forbidden('this needs a session');

/** The caller of a method, for its handler. */
export const callerOf = ({ values }: Pick<HandlerContext, 'values'>): Caller => values.get(callerKey);

/** Whether a person's session is behind a call. */
export const isForPerson = (caller: Caller): boolean =>
  caller.kind === 'service' ? caller.isForPerson : caller.kind === 'user';

/** The person who calls a method that takes a session. Throws `forbidden` for any other caller. */
export function userOf(context: Pick<HandlerContext, 'values'>): CallingUser {
  const caller = callerOf(context);
  if (caller.kind !== 'user') throw needsSession();
  return caller;
}

/** The account that a request names, where it names one. */
const accountIn = (message: object): bigint | undefined =>
  'accountId' in message && typeof message.accountId === 'bigint' ? message.accountId : undefined;

/** Throws what `judge` throws, and `forbidden` for a service that calls what only people may. */
export const createAccessInterceptor =
  (judge: JudgeSession, judgeKey: JudgeKey): Interceptor =>
  (next) =>
  async (request) => {
    const method = methodName(request.method);
    const allowed = whoMayCall(method);
    const secret = request.header.get(sessionHeader);
    const keyHash = request.header.get(keyHashHeader);
    if (secret === null && !allowed.includes('service')) throw needsSession();
    // Streams are for services alone.
    const accountId = request.stream ? undefined : accountIn(request.message);
    const judgeService = async (): Promise<Caller> => ({
      kind: 'service',
      isForPerson: keyHash !== null && (await judgeKey(keyHash, method, accountId)),
    });
    const caller = secret === null ? await judgeService() : await judge({ secret, accountId }, allowed);
    request.contextValues.set(callerKey, caller);
    return next(request);
  };
