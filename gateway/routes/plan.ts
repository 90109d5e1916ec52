// Changing the plan (SPEC: /api/v1/plan). Which plans there are, and what a change costs, is the core's to say.
import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { type App, accountOf } from '../app.ts';
import type { Core } from '../core.ts';
import { renderPlanResult } from '../render.ts';
import { ChangePlanBody, PlanResultShape } from '../schemas.ts';
import { requireText } from '../text_rules.ts';

export interface PlanRoutesOptions {
  core: Pick<Core, 'changePlan'>;
}

export function addPlanRoutes(app: App, { core }: PlanRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/plan',
    config: {
      summary: 'Change the plan in place, or get a checkout link.',
      operation: Operation.CHANGE_PLAN,
      refusals: [400, 404, 409, 413, 415, 502],
    },
    schema: { body: ChangePlanBody, response: { 200: PlanResultShape } },
    handler: async (request) => {
      const plan = requireText(request.body.plan, 'plan');
      return renderPlanResult(await core.changePlan(accountOf(request), plan));
    },
  });
}
