// What the operator does: accounts, devices, plans. Checks bounds, creates secrets, and shows each once.

import type { Clock } from '../../../runtime/clock.ts';
import { isKnownCountry } from '../../domain/address.ts';
import {
  cleanPairingCode,
  createPairingCode,
  createRandomId,
  createSecret,
  deviceTokenPrefix,
  hashSecret,
} from '../../domain/api_key.ts';
import { monthOf } from '../../domain/month.ts';
import { knownStatuses } from '../../domain/quota.ts';
import type { Tier } from '../../domain/tier.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { AccountRow, PlanChange } from '../../store/accounts/accounts.ts';
import { maxCodes, maxDevices, maxKeptDevices } from '../../store/devices/pairing.ts';
import type { Store } from '../../store/store.ts';
import { healMonths, newestMonthAt } from '../plans/heal_months.ts';

export type Admin = ReturnType<typeof createAdmin>;

/** How long a pairing code works, in milliseconds. */
const codeLifeMs = 15 * 60_000;
const maxNameLength = 100;

/** Refuses a name that is too short, too long or not text. */
export const checkName = (field: string, name: string, least: number) => {
  if (name.length < least || name.length > maxNameLength || name.includes('\u0000') || !name.isWellFormed()) {
    throw invalidRequest(`${field} must have ${least} to ${maxNameLength} characters`);
  }
};

/** A country as it is stored. Throws `invalid_request` for one that is not known. */
export function readCountry(typed: string): string {
  const country = typed.toUpperCase();
  if (isKnownCountry(country)) return country;
  throw invalidRequest('country must be an ISO 3166-1 code of two letters, like US');
}

/** Binds the operator's actions to the store. */
export function createAdmin({
  store,
  clock,
  tiers,
}: {
  store: Pick<
    Store,
    | 'findAccount'
    | 'insertAccount'
    | 'insertPairingCode'
    | 'listAccounts'
    | 'pairDevice'
    | 'setPlan'
    | 'suspendAccount'
    | 'resumeAccount'
    | 'healPeriods'
  >;
  clock: Clock;
  tiers: readonly Tier[];
}) {
  const checkPlan = (plan: string | undefined) => {
    if (plan !== undefined && !tiers.some((tier) => tier.plan === plan)) {
      throw new Refusal('unknown_plan', `plan must be one of ${tiers.map((tier) => tier.plan).join(', ')}`);
    }
  };

  const getAccount = async (id: bigint): Promise<AccountRow> => {
    const account = await store.findAccount(id);
    if (!account) throw notFound('account');
    if (account.period <= newestMonthAt(clock.nowMs())) return account;
    await healMonths(store, clock, [id]);
    return (await store.findAccount(id)) ?? account;
  };

  return {
    getAccount,

    async createAccount(fields: {
      name: string;
      country: string;
      plan: string | undefined;
      exempt: boolean;
    }): Promise<AccountRow> {
      checkName('name', fields.name, 1);
      const country = readCountry(fields.country);
      checkPlan(fields.plan);
      const nowMs = clock.nowMs();
      for (;;) {
        const id = createRandomId();
        const stored = await store.insertAccount({
          id,
          name: fields.name,
          country,
          plan: fields.plan ?? null,
          subscriptionStatus: fields.plan === undefined ? null : 'active',
          exempt: fields.exempt,
          period: monthOf(nowMs),
          createdAtMs: nowMs,
        });
        if (stored) return getAccount(id);
      }
    },

    listAccounts: (after: bigint, limit: number) => store.listAccounts(after, limit),

    async setPlan(id: bigint, change: PlanChange): Promise<AccountRow> {
      checkPlan(change.plan);
      const status = change.subscriptionStatus ?? (change.plan === undefined ? undefined : 'active');
      if (status !== undefined && !knownStatuses.some((known) => known === status)) {
        throw invalidRequest(`subscription_status must be one of ${knownStatuses.join(', ')}`);
      }
      if (!(await store.setPlan(id, { ...change, subscriptionStatus: status }))) throw notFound('account');
      return getAccount(id);
    },

    /** From its answer on no text of the account leaves. */
    async suspend(id: bigint, reason: string): Promise<AccountRow> {
      checkName('reason', reason, 0);
      if (!(await store.suspendAccount(id, reason))) throw notFound('account');
      return getAccount(id);
    },

    async resume(id: bigint): Promise<AccountRow> {
      if (!(await store.resumeAccount(id))) throw notFound('account');
      return getAccount(id);
    },

    async createPairingCode(
      accountId: bigint,
      deviceName: string,
    ): Promise<{ code: string; expiresAtMs: number }> {
      checkName('device_name', deviceName, 0);
      const code = createPairingCode();
      const nowMs = clock.nowMs();
      const expiresAtMs = nowMs + codeLifeMs;
      const outcome = await store.insertPairingCode({
        accountId,
        codeHash: hashSecret(code),
        deviceName,
        nowMs,
        expiresAtMs,
      });
      if (outcome === 'no_account') throw notFound('account');
      if (outcome === 'full')
        throw invalidRequest(
          `an account may have at most ${maxCodes} pairing codes that work, each for 15 minutes, and ${maxDevices} devices with those codes counted, or ${maxKeptDevices} with those that were unpaired in the last 90 days`,
        );
      return { code, expiresAtMs };
    },

    /** Trades a code for a device's identity. Throws `not_found` for a code that is unknown, used or expired. */
    async pairDevice(
      typedCode: string,
      name: string,
    ): Promise<{ deviceId: bigint; accountName: string; token: string }> {
      checkName('device_name', name, 0);
      const token = createSecret(deviceTokenPrefix);
      const paired = await store.pairDevice(
        hashSecret(cleanPairingCode(typedCode)),
        hashSecret(token),
        name === '' ? 'device' : name,
        clock.nowMs(),
      );
      if (!paired) throw notFound('pairing code');
      return { ...paired, token };
    },
  };
}
