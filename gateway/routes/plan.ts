// Changing the plan (SPEC: /api/v1/plan). Which plans there are, and what a change costs, is the core's to say.
import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Core } from '../core/client.ts';
import { type App, accountOf } from '../edge/app.ts';
import { ChangePlanBody } from '../schemas/bodies.ts';
import { PlanResultShape, renderPlanResult } from '../schemas/resources/plan_result.ts';
import { requireText } from '../schemas/text_rules.ts';

interface PlanRoutesOptions {
  core: Pick<Core, 'changePlan'>;
}

export function addPlanRoutes(app: App, { core }: PlanRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/plan',
    config: {
      id: 'changePlan',
      tag: 'Plans',
      summary: 'Change the plan in place, or get a checkout link.',
      description:
        'A live subscription is switched in place, prorated, and the new cap applies at once. Without one nothing ' +
        'changes until a person has paid at checkout_url.',
      operation: Operation.CHANGE_PLAN,
      refusals: ['unknown_plan', 'exempt_account', 'payment_error', 'billing_disabled'],
    },
    schema: { body: ChangePlanBody, response: { 200: PlanResultShape } },
    handler: async (request) => {
      const plan = requireText(request.body.plan, 'plan');
      return renderPlanResult(await core.changePlan(accountOf(request), plan));
    },
  });
}
