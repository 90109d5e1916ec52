// The people of the console's fuzzer. What a request does to its session or its person (signing out, leaving the account)
// must not turn all later ones away, so that each session makes some requests and another one goes on.
import { createSecret } from '../../../server/domain/keys/api_key.ts';
import { sessionPrefix } from '../../../server/domain/keys/session_key.ts';
import type { TestAccount } from '../../support/core.ts';
import type { Ask } from '../../support/http_client.ts';
import type { Stack } from '../../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders } from '../../support/users.ts';
import type { ConsoleShot } from './console_requests.ts';

/** Requests of one session. */
const shotsOfSession = 25;

/** Makes what puts sessions and accounts into requests: all people are in the first account and in no other. */
export function consolePeople(stack: Stack, account: TestAccount, other: TestAccount) {
  const counts = new Map<string, number>();
  const sessions = new Map<string, Promise<string>>();

  const signIn = async (as: 'owner' | 'member' | 'operator'): Promise<string> => {
    const { secret } = await createUser(stack.databaseUrl, {
      isOperator: as === 'operator',
      roles: [[account.id, as === 'member' ? 'member' : 'owner']],
    });
    await stack.ask(consoleAsk(`/console/accounts/${account.id}/switch`, secret, { method: 'POST' }));
    return secret;
  };
  const sessionOf = (as: 'owner' | 'member' | 'operator'): Promise<string> => {
    const count = counts.get(as) ?? 0;
    counts.set(as, count + 1);
    const name = `${as} ${Math.floor(count / shotsOfSession)}`;
    const secret = sessions.get(name) ?? signIn(as);
    sessions.set(name, secret);
    return secret;
  };

  return async ({ as, cookie, target, targetText, headers = {}, ...ask }: ConsoleShot): Promise<Ask> => {
    const isSomebody = as === 'owner' || as === 'member' || as === 'operator';
    const secret = isSomebody ? await sessionOf(as) : createSecret(sessionPrefix);
    const brought = as === 'nobody' ? {} : as === 'wild' ? { cookie } : sessionHeaders(secret);
    const { 'sec-fetch-site': _, ...own } = brought as Record<string, string>;
    const named = target === 'text' ? targetText : String((target === 'own' ? account : other).id);
    return {
      ...ask,
      headers: { ...own, ...(target !== 'none' && { 'x-svc-account': named }), ...headers },
    };
  };
}
