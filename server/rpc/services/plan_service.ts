// PlanService: plan changes.
import type { ConnectRouter } from '@connectrpc/connect';
import { PlanMethod, PlanService } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { ChangePlan, PlanOutcome } from '../../app/plans/change_plan.ts';
import type { PreviewPlan } from '../../app/plans/preview_plan.ts';
import { invalidRequest } from '../../errors.ts';
import { toUsage } from './to_proto.ts';

const details: Record<PlanOutcome['outcome'], string> = {
  already: 'the account is on this plan already',
  switched: 'the subscription was switched; the new cap applies now',
  checkout: 'nothing has changed yet: complete the payment at checkout_url',
};

/** Serves PlanService. */
export function routePlan(
  router: ConnectRouter,
  { changePlan, previewPlan }: { changePlan: ChangePlan; previewPlan: PreviewPlan },
): void {
  router.service(PlanService, {
    async changePlan({ accountId, plan }) {
      if (plan.includes('\u0000')) throw invalidRequest('plan must not hold the character U+0000');
      const done = await changePlan(accountId, plan);
      const isCheckout = done.outcome === 'checkout';
      return {
        plan,
        applied: !isCheckout,
        changed: done.outcome === 'switched',
        method: isCheckout ? PlanMethod.CHECKOUT : PlanMethod.SUBSCRIPTION_UPDATED,
        ...(isCheckout && { checkoutUrl: done.checkoutUrl }),
        detail: details[done.outcome],
        usage: toUsage(done.usage),
      };
    },

    async previewPlan({ accountId, plan }) {
      const { amountDueCents, ...preview } = await previewPlan(accountId, plan);
      return { ...preview, ...(amountDueCents !== null && { amountDueCents: BigInt(amountDueCents) }) };
    },
  });
}
