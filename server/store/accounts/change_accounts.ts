// Changes that the operator and an account's people make to it. Its sandbox shares its name, country and suspension.
import { liveStatuses } from '../../domain/plans/quota.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { isSandboxed, sandboxOf } from './sandboxes.ts';

/** The changes that `updateAccount` makes; undefined leaves a field as it is. */
export interface AccountChange {
  name?: string | undefined;
  country?: string | undefined;
  plan?: string | undefined;
  subscriptionStatus?: string | undefined;
  exempt?: boolean | undefined;
}

const liveWords = liveStatuses.map((status) => `'${status}'`).join(', ');

const changed = { isAccount: bool('exists (select from seen)'), isDone: bool('exists (select from turn)') };

// The owner's `additions` say whether a sandbox was opened since the snapshot, which would then miss the change.
const changeWithSandbox = (id: string, shared: string, own?: string) => `seen as materialized (
  select id, additions from account where id = ${id} and not ${isSandboxed('id')}
), turn as (
  update account a set ${own === undefined ? shared : `${shared}, ${own}`} from seen s
  where a.id = s.id and a.additions = s.additions returning a.id
), beside as (
  update account a set ${shared} from turn t where a.id = ${sandboxOf('t.id')}
)`;

const update = statement({
  takes: {
    id: int8,
    name: text.orNull,
    country: text.orNull,
    plan: text.orNull,
    subscriptionStatus: text.orNull,
    exempt: bool.orNull,
  },
  gives: changed,
  expects: 'one',
  text: ({ id, name, country, plan, subscriptionStatus, exempt, row }) => {
    const shared = `name = coalesce(${name}, a.name), country = coalesce(${country}, a.country)`;
    const own = `plan = coalesce(${plan}, a.plan), exempt = coalesce(${exempt}, a.exempt),
    subscription_status = coalesce(${subscriptionStatus}, a.subscription_status)`;
    // A plan that is set by hand stays: a subscription that is not live decides no more, unless it becomes live again.
    const isByHand = `(${plan} is not null or ${subscriptionStatus} is not null)`;
    return `with ${changeWithSandbox(id, shared, own)}, untied as (
  update billing b set subscription_id = null, version = b.version + 1 from turn t join account before on before.id = t.id
  where b.account_id = t.id and b.subscription_id is not null and ${isByHand}
    and coalesce(before.subscription_status, '') not in (${liveWords})
)
select ${row}`;
  },
});

// Under the account's lock, as every statement that lets a text go judges it.
const suspend = statement({
  takes: { id: int8, reason: text },
  gives: changed,
  expects: 'one',
  text: ({ id, reason, row }) => {
    const shared = `suspended_at = coalesce(a.suspended_at, now()), suspension_reason = ${reason}`;
    return `with ${changeWithSandbox(id, shared)} select ${row}`;
  },
});

const resume = statement({
  takes: { id: int8 },
  gives: changed,
  expects: 'one',
  text: ({ id, row }) =>
    `with ${changeWithSandbox(id, 'suspended_at = null, suspension_reason = null')} select ${row}`,
});

/** Asks until no sandbox was opened meanwhile. Returns false for an unknown account, and for a sandbox. */
async function untilChanged(ask: () => Promise<RowOf<typeof changed> | undefined>): Promise<boolean> {
  for (;;) {
    const said = await ask();
    if (!said?.isAccount) return false;
    if (said.isDone) return true;
  }
}

export const prepareChangeAccounts = ({ writes }: Pick<Database, 'writes'>) => ({
  /** Its sandbox, too. Returns false for an unknown account. */
  suspendAccount: (id: bigint, reason: string) => untilChanged(() => suspend.first(writes, { id, reason })),

  /** Its sandbox, too. Returns false for an unknown account. */
  resumeAccount: (id: bigint) => untilChanged(() => resume.first(writes, { id })),

  /** Changes all of it or nothing; its sandbox has its name and country. Returns false for an unknown account. */
  async updateAccount(id: bigint, change: AccountChange): Promise<boolean> {
    const { name = null, country = null, plan = null, subscriptionStatus = null, exempt = null } = change;
    const asked = { id, name, country, plan, subscriptionStatus, exempt };
    return untilChanged(() => update.first(writes, asked));
  },
});
