// The plan of an account by the name that people know it by, with what has become of it where it is not simply paid.
import { useQuery } from '@tanstack/react-query';
import { tiersQuery } from '../../api/account.ts';
import type { Schemas } from '../../api/types.ts';
import { operator as say } from '../../words/en/operator.ts';
import { capitalised } from '../../words/english.ts';
import { wordOf } from '../../words/language.ts';

export function PlanWords({ of: { plan, exempt, subscription_status } }: { of: Schemas['AccountRecord'] }) {
  const { data } = useQuery(tiersQuery);
  if (exempt) return say.exempt;
  if (plan === null) return say.noPlan;
  // A plan that is no longer offered has no other name than the interface's.
  const name = data?.tiers.find((tier) => tier.plan === plan)?.name ?? capitalised(plan);
  return subscription_status && subscription_status !== 'active'
    ? `${name}, ${wordOf(say.subscription, subscription_status)}`
    : name;
}
