// Account keys: programs act for an account by them. Each secret is shown once.
import type { Clock } from '../../../runtime/clock.ts';
import { sandboxIdOf } from '../../domain/accounts/sandbox.ts';
import { accountKeyPrefix, createSecret, hashSecret, secretHint } from '../../domain/keys/api_key.ts';
import { isOpen, type KeyPolicy, tidyPolicy, wrongPolicy } from '../../domain/keys/key_policy.ts';
import { isAccountKey } from '../../domain/keys/session_key.ts';
import { readSender } from '../../domain/messages/sender.ts';
import { monthOf } from '../../domain/plans/month.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { KeyRefusalRow } from '../../store/keys/key_refusals.ts';
import { type KeyRow, maxKeptKeys, maxKeys } from '../../store/keys/keys.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../names.ts';

export type AccountKeys = ReturnType<typeof createAccountKeys>;

/** What is left of a budget. */
export interface Budget {
  limit: number;
  remaining: number;
  resetsAtMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const budgetOf = (
  limit: number | null,
  lengthMs: number,
  counted: { atMs: number; used: number } | null,
  nowMs: number,
): Budget | undefined => {
  if (limit === null) return undefined;
  const own = nowMs - (nowMs % lengthMs);
  // Counted as a send does: a period that a replica with a clock that is ahead has begun goes on.
  const isAhead = counted !== null && counted.atMs > own && counted.atMs <= own + lengthMs;
  const atMs = isAhead ? counted.atMs : own;
  const used = counted?.atMs === atMs ? counted.used : 0;
  return { limit, remaining: Math.max(0, limit - used), resetsAtMs: atMs + lengthMs };
};

/** A policy as it is stored; null for one that forbids nothing. Throws `invalid_request` for one that is not sound. */
function checkPolicy(policy: KeyPolicy, nowMs: number): KeyPolicy | null {
  const wrong = wrongPolicy(policy, nowMs);
  if (wrong) throw invalidRequest(`policy: ${wrong}`);
  if (isOpen(policy)) return null;
  const sender = policy.sender === null ? null : readSender(policy.sender)?.sender;
  if (sender === undefined)
    throw invalidRequest('policy: from must be device:ID, device:ID/SLOT or a number of the account');
  return tidyPolicy({ ...policy, sender });
}

/** What the policy of a key refused, newest first; of a revoked one, too. */
const listRefusals =
  (store: Pick<Store, 'listKeys' | 'listKeyRefusals'>) =>
  async (accountId: bigint, id: bigint): Promise<KeyRefusalRow[]> => {
    const [key] = id > 0n ? await store.listKeys(accountId, id - 1n, 1) : [];
    if (key?.id !== id) throw notFound('key');
    return store.listKeyRefusals(key.accountId, id);
  };

/**
 * `label` has at most 100 characters. With `isSandbox` the key acts for the account's sandbox, which is opened with its first key.
 * Throws `invalid_request` for an account that has all the keys it may have.
 */
const createKey =
  (store: Pick<Store, 'insertKey' | 'openSandbox'>, clock: Clock) =>
  async (
    ownerId: bigint,
    label: string,
    { policy: asked = null, isSandbox = false }: { policy?: KeyPolicy | null; isSandbox?: boolean } = {},
  ): Promise<{ key: KeyRow; secret: string }> => {
    checkName('label', label, 0);
    const secret = createSecret(accountKeyPrefix);
    const hint = secretHint(accountKeyPrefix, secret);
    const nowMs = clock.nowMs();
    const policy = asked && checkPolicy(asked, nowMs);
    if (isSandbox && !(await store.openSandbox(ownerId, monthOf(nowMs), nowMs))) throw notFound('account');
    const asOwned = { policy, isSandbox };
    const id = await store.insertKey(ownerId, hashSecret(secret), label, hint, nowMs, asOwned);
    if (id === 'no_account') throw notFound('account');
    if (id === 'full')
      throw invalidRequest(
        `an account may have at most ${maxKeys} account keys, and ${maxKeptKeys} with those that were revoked in the last 90 days: revoke one that is not used`,
      );
    const key = {
      id,
      accountId: isSandbox ? sandboxIdOf(ownerId) : ownerId,
      label,
      hint,
      createdAtMs: nowMs,
      revokedAtMs: null,
      lastUsedAtMs: null,
      policy,
    };
    return { key, secret };
  };

/** Each action throws `not_found` for an unknown account or key. */
export function createAccountKeys(
  store: Pick<
    Store,
    | 'findAccount'
    | 'insertKey'
    | 'openSandbox'
    | 'listKeys'
    | 'revokeKey'
    | 'changeKey'
    | 'findKey'
    | 'listKeyRefusals'
  >,
  clock: Clock,
) {
  return {
    create: createKey(store, clock),

    /** Up to `limit` keys, those of its sandbox among them, with ids above `after`, ascending, revoked ones too. */
    async list(accountId: bigint, after: bigint, limit: number): Promise<KeyRow[]> {
      const keys = await store.listKeys(accountId, after, limit);
      if (keys.length === 0 && !(await store.findAccount(accountId))) throw notFound('account');
      return keys;
    },

    /** Undefined fields stay as they are; a policy replaces the old one as a whole. */
    async change(
      accountId: bigint,
      id: bigint,
      { label, policy }: { label?: string | undefined; policy?: KeyPolicy | null | undefined },
    ): Promise<KeyRow> {
      if (label !== undefined) checkName('label', label, 0);
      const checked = policy && checkPolicy(policy, clock.nowMs());
      const key = await store.changeKey(accountId, id, { label, policy: checked });
      if (!key) throw notFound('key');
      return key;
    },

    /** A key about itself, with what is left of its budgets; undefined for anything but a working account key. */
    async describe(apiKey: string): Promise<{ key: KeyRow; hour?: Budget; day?: Budget } | undefined> {
      const found = isAccountKey(apiKey) ? await store.findKey(hashSecret(apiKey)) : undefined;
      if (!found) return undefined;
      const { spent, ...key } = found;
      const { perHour = null, perDay = null } = key.policy ?? {};
      const nowMs = clock.nowMs();
      const hour = budgetOf(perHour, hourMs, spent && { atMs: spent.hourMs, used: spent.usedHour }, nowMs);
      const day = budgetOf(perDay, dayMs, spent && { atMs: spent.dayMs, used: spent.usedDay }, nowMs);
      return { key, ...(hour && { hour }), ...(day && { day }) };
    },

    refusals: listRefusals(store),

    /** Revoking twice keeps the first time. */
    async revoke(accountId: bigint, id: bigint): Promise<KeyRow> {
      const key = await store.revokeKey(accountId, id, clock.nowMs());
      if (!key) throw notFound('key');
      return key;
    },
  };
}
