// People of a test: written into the database with a session, past sign-up and sign-in, or as a browser that signs in.
import { createHash } from 'node:crypto';
import { Role as ProtoRole } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { createRandomId, createSecret } from '../../server/domain/keys/api_key.ts';
import { sessionLifeMs, sessionPrefix } from '../../server/domain/keys/session_key.ts';
import type { Role } from '../../server/domain/users/role.ts';
import { operatorOf, type TestAccount } from './core.ts';
import { openInspector } from './database.ts';
import type { Answer, Ask } from './http_client.ts';
import type { Stack } from './stack.ts';

/** Somebody who is signed in. */
export interface TestUser {
  id: bigint;
  email: string;
  /** The session's secret. */
  secret: string;
  /** What a page of the console sends with each request. */
  headers: Record<string, string>;
}

/** What a page of the console sends for a session, and for the account that it acts for. */
export const sessionHeaders = (secret: string, accountId?: bigint): Record<string, string> => ({
  cookie: `textrelay_session=${secret}`,
  'sec-fetch-site': 'same-origin',
  ...(accountId !== undefined && { 'x-svc-account': String(accountId) }),
});

/** Writes a signed-in person with roles in accounts. Their password is none that anybody could type. */
export async function createUser(
  databaseUrl: string,
  { isOperator = false, roles = [] }: { isOperator?: boolean; roles?: readonly [bigint, Role][] } = {},
): Promise<TestUser> {
  const [id, sessionId] = [createRandomId(), createRandomId()];
  const email = `person${id}@example.com`;
  const secret = createSecret(sessionPrefix);
  const hash = createHash('sha256').update(secret).digest();
  const nowMs = Date.now();
  const sql = openInspector(databaseUrl);
  try {
    await sql`insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at)
      values (${String(id)}, ${email}, 'Test', '', ${isOperator}, 0, ${new Date(nowMs)})`;
    await sql`insert into user_session
      (id, user_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
      values (${String(sessionId)}, ${String(id)}, ${hash}, ${new Date(nowMs)}, ${new Date(nowMs)},
        ${new Date(nowMs + sessionLifeMs)}, '127.0.0.1', 'test')`;
    for (const [accountId, role] of roles)
      await sql`insert into membership (account_id, user_id, role, joined_at)
        values (${String(accountId)}, ${String(id)}, ${role}, ${new Date(nowMs)})`;
  } finally {
    await sql.end({ timeout: 1 });
  }
  return { id, email, secret, headers: sessionHeaders(secret) };
}

/** A request of a page of the console. */
export const consoleAsk = (
  path: string,
  secret: string,
  more: Partial<Ask> & { account?: bigint } = {},
): Ask => {
  const { account, headers, ...rest } = more;
  return {
    path: `/api/v1${path}`,
    ...rest,
    headers: { ...sessionHeaders(secret, account), ...headers },
  };
};

/** A browser on a page of the console: keeps its cookie, and says where its requests come from. */
export class TestBrowser {
  readonly #stack: Pick<Stack, 'ask'>;
  readonly #gateway: number;
  secret: string | undefined;
  /** What it was given when somebody signed in here last. */
  token: string | undefined;
  /** The languages of its person. */
  languages: string | undefined;

  constructor(stack: Pick<Stack, 'ask'>, gateway = 0) {
    this.#stack = stack;
    this.#gateway = gateway;
  }

  async ask(path: string, more: Partial<Ask> & { account?: bigint } = {}): Promise<Answer> {
    const { account, headers, ...rest } = more;
    const answer = await this.#stack.ask(
      {
        path: `/api/v1${path}`,
        ...rest,
        headers: {
          'sec-fetch-site': 'same-origin',
          host: 'localhost',
          ...this.#cookies(),
          ...(account !== undefined && { 'x-svc-account': String(account) }),
          ...(this.languages !== undefined && { 'accept-language': this.languages }),
          ...headers,
        },
      },
      this.#gateway,
    );
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^textrelay_(session|browser)=([^;]*);/.exec(cookie) ?? [];
      if (name === 'session') this.secret = value === '' ? undefined : value;
      if (name === 'browser') this.token = value;
    }
    return answer;
  }

  #cookies(): Record<string, string> {
    const pairs = [
      ...(this.secret === undefined ? [] : [`textrelay_session=${this.secret}`]),
      ...(this.token === undefined ? [] : [`textrelay_browser=${this.token}`]),
    ];
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
  }

  /** Proves once more who is signed in. */
  async reauthenticate(): Promise<void> {
    const answer = await this.post('/console/me/reauthentication', { password });
    if (answer.status !== 200)
      throw new Error(`a re-authentication was answered ${answer.status}: ${answer.text}`);
  }

  /** Posts; what the answer is, is for the test to say. */
  post(path: string, body?: unknown, more: Partial<Ask> & { account?: bigint } = {}): Promise<Answer> {
    return this.ask(path, { method: 'POST', ...(body !== undefined && { body }), ...more });
  }
}

/** The token of a link. Throws where there is none, as it was mailed. */
export function tokenOf(link: string | undefined): string {
  const [, token] = link?.split('#token=') ?? [];
  if (token === undefined) throw new Error(`there is no link with a token: ${link}`);
  return token;
}

export const password = 'correct horse battery staple';

interface SignUp {
  account: Pick<TestAccount, 'id'>;
  role?: Role;
  /** One that nobody has, unless the test needs to know it. */
  email?: string;
}

/** Signs somebody up by an invitation into an account; returns their browser. */
export async function signUp(
  stack: Stack,
  { account, role = 'member', email = `${createRandomId()}@example.com` }: SignUp,
): Promise<TestBrowser> {
  const roles = {
    viewer: ProtoRole.VIEWER,
    member: ProtoRole.MEMBER,
    admin: ProtoRole.ADMIN,
    owner: ProtoRole.OWNER,
  };
  const admin = operatorOf(stack.core);
  const { link } = await admin.inviteUser({
    accountId: account.id,
    email,
    role: roles[role],
    byHand: true,
  });
  const browser = new TestBrowser(stack);
  const answer = await browser.post('/console/sign-up', {
    token: tokenOf(link),
    name: 'Ada',
    email,
    password,
  });
  if (answer.status !== 200) throw new Error(`a sign-up was answered ${answer.status}: ${answer.text}`);
  return browser;
}
