// What one case is asked in: accounts and keys of its own, alike for every door.
import { accountKeyPrefix, createSecret, platformKeyPrefix } from '../../../server/domain/keys/api_key.ts';
import { mostAnswers } from '../../../server/store/outbound/answers.ts';
import { setAnswers } from '../../support/answered_rows.ts';
import type { TestAccount } from '../../support/core.ts';
import { openInspector } from '../../support/database.ts';
import { createPlatform, type TestPlatform } from '../../support/platform.ts';
import type { Stack } from '../../support/stack.ts';
import type { Caller, Outcome } from './door.ts';

/** The account that is asked for; on plan pro and with a paired device unless said otherwise. */
export interface WorldOptions {
  country?: string;
  plan?: string;
  exempt?: boolean;
  paired?: boolean;
  /** What became of its subscription. */
  status?: string;
  isSuspended?: boolean;
  /** It answered this recipient as often in a row as it may, and was written to again. */
  answered?: string;
}

export type WrongKey = 'unknown' | 'mistyped' | 'revoked' | 'device' | 'unknownPlatform' | 'revokedPlatform';

export interface World {
  stack: Stack;
  /** Who asks. */
  caller: Caller;
  account: TestAccount;
  /** An account that is not the caller's: made when it is first asked for, and so is the platform. */
  other(): Promise<TestAccount>;
  /** Linked to the account, and not to the other one. */
  platform(): Promise<TestPlatform>;
  /** A text that is no key, or none any more. */
  wrongKey(kind: WrongKey): Promise<string>;
}

/** Makes something the first time that it is asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export async function createWorld(
  stack: Stack,
  { status, isSuspended, answered, ...options }: WorldOptions = {},
): Promise<World> {
  const { admin } = stack.core;
  const account = await stack.createAccount(options);
  if (status !== undefined) await admin.updateAccount({ accountId: account.id, subscriptionStatus: status });
  if (isSuspended) await admin.suspendAccount({ accountId: account.id, reason: '' });
  if (answered !== undefined) {
    const sql = openInspector(stack.databaseUrl);
    await setAnswers(sql, account.id, answered, { count: mostAnswers, unanswered: 1 });
    await sql.end();
  }
  const revoke = async () => {
    const { key, secret } = await admin.createKey({ accountId: account.id });
    await admin.revokeKey({ accountId: account.id, id: key?.id ?? 0n });
    return secret;
  };
  const revokePlatform = async () => {
    const { id, key } = await createPlatform(stack.core, account);
    await admin.revokePlatformKey({ id: id });
    return key;
  };
  const wrongKeys: Record<WrongKey, () => string | Promise<string>> = {
    unknown: () => createSecret(accountKeyPrefix),
    mistyped: () => account.key.slice(0, -1) + (account.key.endsWith('a') ? 'b' : 'a'),
    revoked: revoke,
    device: () => account.deviceToken,
    unknownPlatform: () => createSecret(platformKeyPrefix),
    revokedPlatform: revokePlatform,
  };
  return {
    stack,
    caller: { accountId: account.id, key: account.key },
    account,
    other: once(() => stack.createAccount()),
    platform: once(() => createPlatform(stack.core, account)),
    wrongKey: async (kind) => wrongKeys[kind](),
  };
}

/** Makes all the requests that a key may make in a minute. */
export async function fillAllowance({ stack }: World, key: string): Promise<void> {
  const request = { apiKey: key, method: 'AccountService/ListAccountsOfKey' };
  await stack.core.access.admit({ requests: Array(120).fill(request) });
}

/**
 * An outcome without what differs between two worlds that are alike: the account's id, links to pay at, what is random, and
 * the instants of steps, of which some are the database's.
 */
export function comparable({ account }: World, outcome: Outcome): Outcome {
  const text = JSON.stringify(outcome)
    .replaceAll(String(account.id), '1')
    .replace(/("checkout_url":")[^"]+/, '$1a link')
    .replace(/("at":")[^"]+/g, '$1then')
    .replace(/("(?:lease|secret|hint)":")[^"]+/g, '$1random');
  return JSON.parse(text);
}
