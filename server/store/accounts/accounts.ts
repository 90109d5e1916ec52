// Accounts: the tenants. Small statements, each atomic by itself.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Database } from '../postgres/database.ts';
import { bool, date, instant, int4, int8, int8Array, text, type ValuesOf } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { hasRoute } from './has_route.ts';

/** What a new account starts with. */
type NewAccount = ValuesOf<typeof newAccount>;
const newAccount = {
  id: int8,
  name: text,
  country: text,
  plan: text.orNull,
  subscriptionStatus: text.orNull,
  exempt: bool,
  period: date,
  createdAtMs: instant,
};

const accountRow = {
  ...newAccount,
  textsUsed: int4,
  hasRoute: bool,
  isSuspended: bool('suspended_at is not null'),
  /** Null for an account that is not suspended. */
  suspendedAtMs: instant.orNull('suspended_at'),
  /** Why, in the operator's words. */
  suspensionReason: text("coalesce(suspension_reason, '')"),
};

/** An account as it is stored, with what decides about its quota. */
export type AccountRow = RowOf<typeof accountRow>;

/** What `updateAccount` changes; undefined leaves a field as it is. */
export interface AccountChange {
  name?: string | undefined;
  country?: string | undefined;
  plan?: string | undefined;
  subscriptionStatus?: string | undefined;
  exempt?: boolean | undefined;
}

const listCountries = statement({
  takes: { ids: int8Array },
  gives: { id: int8, country: text },
  text: ({ ids, row }) => `select ${row} from account where id = any (${ids})`,
});

const insert = statement({
  takes: newAccount,
  gives: {},
  text: ({ id, name, country, plan, subscriptionStatus, exempt, period, createdAtMs }) => `
insert into account (id, name, country, plan, subscription_status, exempt, period, created_at, texts_used,
  last_message_id, last_seq, last_device_id)
values (${id}, ${name}, ${country}, ${plan}, ${subscriptionStatus}, ${exempt}, ${period}, ${createdAtMs}, 0, 0, 0, 0)
on conflict do nothing returning id`,
});

const update = statement({
  takes: {
    id: int8,
    name: text.orNull,
    country: text.orNull,
    plan: text.orNull,
    subscriptionStatus: text.orNull,
    exempt: bool.orNull,
  },
  gives: {},
  text: ({ id, name, country, plan, subscriptionStatus, exempt }) => `
update account set name = coalesce(${name}, name), country = coalesce(${country}, country),
  plan = coalesce(${plan}, plan), exempt = coalesce(${exempt}, exempt),
  subscription_status = coalesce(${subscriptionStatus}, subscription_status)
where id = ${id} returning id`,
});

// Under the account's lock, as every statement that lets a text go judges it.
const suspend = statement({
  takes: { id: int8, reason: text },
  gives: {},
  text: ({ id, reason }) => `
update account set suspended_at = coalesce(suspended_at, now()), suspension_reason = ${reason} where id = ${id} returning id`,
});

const resume = statement({
  takes: { id: int8 },
  gives: {},
  text: ({ id }) => `
update account set suspended_at = null, suspension_reason = null where id = ${id} returning id`,
});

const findStatement = (gateway: GatewayRoute) =>
  statement({
    takes: { id: int8 },
    gives: { ...accountRow, hasRoute: bool(hasRoute(gateway, 'account.id')) },
    text: ({ id, row }) => `select ${row} from account where id = ${id}`,
  });

/** Prepares reads and writes of accounts. `gateway` says which accounts route gateway exists for. */
export function prepareAccounts({ reads, writes }: Database, gateway: GatewayRoute) {
  const find = findStatement(gateway);
  return {
    findAccount: async (id: bigint): Promise<AccountRow | undefined> => (await find.run(reads, { id }))[0],

    /** The country of each account that exists. */
    async listCountries(ids: readonly bigint[]): Promise<Map<bigint, string>> {
      const rows = await listCountries.run(reads, { ids });
      return new Map(rows.map(({ id, country }) => [id, country]));
    },

    /** Returns false when the id is taken. */
    insertAccount: async (fresh: NewAccount): Promise<boolean> =>
      (await insert.run(writes, fresh)).length === 1,

    /** Returns false for an unknown account. */
    suspendAccount: async (id: bigint, reason: string): Promise<boolean> =>
      (await suspend.run(writes, { id, reason })).length === 1,

    /** Returns false for an unknown account. */
    resumeAccount: async (id: bigint): Promise<boolean> => (await resume.run(writes, { id })).length === 1,

    /** Changes all of it or nothing. Returns false for an unknown account. */
    async updateAccount(id: bigint, change: AccountChange): Promise<boolean> {
      const { name = null, country = null, plan = null, subscriptionStatus = null, exempt = null } = change;
      return (await update.run(writes, { id, name, country, plan, subscriptionStatus, exempt })).length === 1;
    },
  };
}
