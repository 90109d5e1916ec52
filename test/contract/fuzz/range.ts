// Where the fuzzer shoots: the real service, with accounts in every state and as many keys as the rate limit asks for.
import { defaultTiers } from '../../../server/domain/plans/tier.ts';
import type { TestAccount } from '../../support/core.ts';
import { openInspector } from '../../support/database.ts';
import type { Interface } from '../../support/described/interface.ts';
import { judge } from '../../support/described/judge.ts';
import { type Answer, openConnections, sendBytes, sendRequest } from '../../support/http_client.ts';
import { createPlatform } from '../../support/platform.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import type { ConsoleShot } from './console_requests.ts';
import { consolePeople } from './console_users.ts';
import { faultsOfNames } from './names.ts';
import type { RawShot } from './raw_requests.ts';
import { type Shot, usedRef } from './requests.ts';

/** Requests with one key; below the limit, which has a key of its own. */
const shotsOfKey = 100;

const consoleError = { $ref: '#/components/schemas/ConsoleError' };
const badAccount = 'X-SVC-Account must be one positive integer';

const tiers = defaultTiers.map((tier) => (tier.plan === 'starter' ? { ...tier, textsCap: 3 } : tier));

/** A draft, a broadcast that waits for its instant, and one whose text failed: the first ids. */
async function openBroadcasts(stack: Stack, { id, key }: TestAccount): Promise<void> {
  const ask = (method: string, path: string, body: object) =>
    stack.ask({ method, path: `/api/v1/broadcasts${path}`, key, body });
  for (const name of ['draft', 'waiting', 'failed']) await ask('POST', '', { name, template: 'Hello' });
  const rows = [{ number: 1, address: '+15005550006' }];
  for (const of of [1, 2]) await ask('PUT', `/${of}/recipients`, { recipients: rows });
  await ask('POST', '/2/start', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
  await stack.post('/api/v1/messages', key, { address: '+15005550006', body: 'Hello' });
  const sql = openInspector(stack.databaseUrl);
  await sql`update message set status = 'failed', error = 'device_failed: x' where account_id = ${String(id)} and id = 2`;
  await sql`update broadcast set state = 'done', recipient_count = 1 where account_id = ${String(id)} and id = 3`;
  await sql`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state, message_id)
    values (${String(id)}, 3, 1, '+15005550006', '+15005550006', 'Hello', 'sent', 2)`;
  await sql.end();
}

/** Accounts in every state, each with what has to be there for an endpoint to take anything: requests name it. */
async function openAccounts(stack: Stack): Promise<TestAccount[]> {
  const accounts: TestAccount[] = [];
  for (const fields of [
    {},
    {},
    { plan: '' },
    { exempt: true, plan: '' },
    { paired: false },
    { plan: 'starter' },
    {},
  ])
    accounts.push(await stack.createAccount(fields));
  await stack.core.admin.updateAccount({ accountId: accounts[6]?.id ?? 0n, subscriptionStatus: 'canceled' });
  for (const { key } of accounts) {
    const put = (path: string, body: object) =>
      stack.ask({ method: 'PUT', path: `/api/v1/${path}`, key, body });
    const text = { address: '+15005550006', body: 'hello', client_ref: usedRef };
    await stack.post('/api/v1/messages', key, text);
    await stack.post('/api/v1/contacts', key, { address: text.address, name: 'Ada' });
    await stack.post('/api/v1/groups', key, { name: 'Friends' });
    await put('opt-outs/+15005550009', {});
    for (const name of ['shop', 'other']) {
      await put(`consumers/${name}`, {});
      await put(`webhooks/${name}`, { url: 'http://127.0.0.1:1/' });
      await put(`incoming-webhooks/${name}`, { template: 'hello', recipients: [text.address] });
    }
  }
  for (const account of accounts) await openBroadcasts(stack, account);
  return accounts;
}

/** Gives out keys that have requests left. */
function createKeyring(stack: Stack, account: (index: number) => TestAccount) {
  const shots = new Map<string, number>();
  const keys = new Map<string, Promise<string>>();
  return (kind: 'account' | 'platform', index: number): Promise<string> => {
    const count = (shots.get(`${kind} ${index}`) ?? 0) + 1;
    shots.set(`${kind} ${index}`, count);
    const name = `${kind} ${index} ${Math.floor(count / shotsOfKey)}`;
    const made =
      keys.get(name) ??
      (kind === 'account'
        ? stack.createKey(account(index))
        : createPlatform(stack.core, account(index)).then(({ key }) => key));
    keys.set(name, made);
    return made;
  };
}

/** Counts how often each endpoint ended with each status and code. */
function createTally(described: Interface) {
  const seen = new Map<string, number>();
  const note = (ask: { method: string; path: string }, { status, json }: Answer) => {
    const { operation } = described.find(ask.method, ask.path);
    const line = `${operation?.id ?? 'edge'} ${status} ${status < 400 ? 'ok' : (json?.code ?? 'none')}`;
    seen.set(line, (seen.get(line) ?? 0) + 1);
  };
  return { seen, note };
}

/** Nothing waits, and no address is ever refused for its wrong keys: this one has many. */
const shortLimits = {
  waiting: 0,
  failuresOfAddress: 1e9,
  failuresOfKey: 1e9,
  headersTimeoutMs: 2_000,
  timeoutCheckMs: 100,
};

export type Range = Awaited<ReturnType<typeof openRange>>;

export async function openRange() {
  const stack = await startStack({
    tiers,
    billing: { provider: 'sandbox' },
    limits: shortLimits,
  });
  let accounts = await openAccounts(stack);
  const account = (index: number) => accounts[index] as TestAccount;
  const spent = await stack.createKey(account(0));
  const request = { apiKey: spent, method: 'AccountService/ListAccountsOfKey' };
  await stack.core.access.admit({ requests: Array(120).fill(request) });

  let keyFor = createKeyring(stack, account);
  // What people change there moves nothing under the keys' requests.
  const consoleAccount = await stack.createAccount();
  const asUser = consolePeople(stack, consoleAccount, account(0));
  const connections = openConnections();
  const url = stack.gateways[0]?.url ?? '';
  const { seen, note } = createTally(stack.described);

  const faultsOf = (ask: { method: string; path: string; body?: unknown }, answer: Answer) => {
    const { operation } = stack.described.find(ask.method, ask.path);
    const faults = judge(stack.described, ask, answer);
    if (operation) faults.push(...faultsOfNames(operation, ask, answer));
    // All is well here: what is not able to answer has met a fault of ours. Plan changes wait for each other.
    if (answer.json?.code === 'unavailable' && !/^\/api\/v1\/(plan|console\/plan)/.test(ask.path))
      faults.push('an unexpected error');
    return faults.map((fault) => `${ask.method} ${ask.path}: ${fault}`);
  };

  return {
    stack,
    /** Goes on with new accounts, in which everything is there again. */
    async renew(): Promise<void> {
      accounts = await openAccounts(stack);
      keyFor = createKeyring(stack, account);
    },
    /** The account that the console's people are in. */
    consoleAccount,
    /** How often each endpoint ended with each status and code. */
    seen,
    /** Sends a request and answers what is wrong with its answer. */
    async fire(shot: Shot): Promise<string[]> {
      const { as, account: index, target, targetText, headers = {}, ...ask } = shot;
      const id = account(target === 'other' ? (index + 1) % accounts.length : index).id;
      const naming: Record<string, string> = {};
      if (target !== 'none') naming['x-svc-account'] = target === 'text' ? targetText : String(id);
      const key = as === 'spent' ? spent : as === 'nobody' ? undefined : await keyFor(as, index);
      const asked = { ...ask, headers: { ...naming, ...headers }, ...(key !== undefined && { key }) };
      const answer = await sendRequest(url, asked, connections);
      note(ask, answer);
      return faultsOf(ask, answer);
    },
    /** The same for a page of the console. */
    async fireConsole(shot: ConsoleShot): Promise<string[]> {
      const ask = await asUser(shot);
      const answer = await unlessEnded(stack.described, shot, sendRequest(url, ask, connections));
      if (!answer) return [];
      note(shot, answer);
      return isOfSessionAlone(stack.described, shot, answer) ? [] : faultsOf(shot, answer);
    },
    /** The same for bytes. What is no request may be answered by a closed connection. */
    async fireRaw({ method, path, head, body }: RawShot): Promise<string[]> {
      const key = await keyFor('account', 1);
      const bytes = Buffer.from(head.replaceAll('KEY', key) + body, 'latin1');
      const answer = await sendBytes(url, bytes, true);
      if (Number.isNaN(answer.status)) return [];
      note({ method, path }, answer);
      return faultsOf({ method, path }, firstOf(answer));
    },
    async stop() {
      connections.destroy();
      await stack.stop();
    },
  };
}

/** The answer; undefined for a download that is cut off, as it is when another request has ended its session. */
async function unlessEnded(
  described: Interface,
  { method, path }: ConsoleShot,
  asking: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await asking;
  } catch (error) {
    const mediaType = described.find(method, path).operation?.response(200)?.mediaType;
    if (mediaType === undefined || mediaType === 'application/json') throw error;
    return undefined;
  }
}

/** True for what the public endpoints answer sessions besides: keys never meet it, and it stands where sessions enter. */
function isOfSessionAlone(described: Interface, ask: ConsoleShot, answer: Answer): boolean {
  const { operation } = described.find(ask.method, ask.path);
  const { status, json } = answer;
  if (operation?.isProtected !== true) return false;
  // An answer to HEAD has no words.
  if (ask.method === 'HEAD') return status === 403 || status === 400;
  if (!described.validator(consoleError, described.consoleDocument)(answer.json)) return false;
  // A session's key has the account in it, so that no key can be judged without.
  return json.code === 'forbidden' ? status === 403 : status === 400 && json.error === badAccount;
}

/** The first of several answers alone. */
function firstOf(answer: Answer): Answer {
  const length = Number(answer.headers['content-length']);
  if (Number.isNaN(length)) return answer;
  return { ...answer, text: Buffer.from(answer.text).subarray(0, length).toString('utf8') };
}
