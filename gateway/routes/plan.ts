// Changing the plan (SPEC: /api/v1/plan), and what it would cost. Which plans there are, and what a change costs, is the core's to say.

import { Type } from 'typebox';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { invalidRequest } from '../edge/errors.ts';
import { ChangePlanBody } from '../schemas/bodies.ts';
import { flag, integer, nullable, text } from '../schemas/kinds.ts';
import { textIn } from '../schemas/parameters.ts';
import { numberOrNull } from '../schemas/resource.ts';
import { PlanResultShape, renderPlanResult } from '../schemas/resources/plan_result.ts';
import { requireText } from '../schemas/text_rules.ts';

const PreviewAnswer = Type.Object(
  {
    plan: text('The plan that was asked for.'),
    applied_now: flag('True when it would be in effect at once; false when a checkout has to be paid first.'),
    amount_due_cents: nullable(
      integer(0, 'What would be charged now, in the currency’s smallest unit; null where that is not known.'),
    ),
    currency: text('ISO 4217, lower case.'),
    detail: text('One sentence for a person.'),
  },
  { title: 'PlanPreview' },
);

const changePlan = (app: App, ask: Ask) =>
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
      admittedFor: PlanService.method.changePlan,
      refusals: ['unknown_plan', 'exempt_account', 'payment_error', 'billing_disabled'],
    },
    schema: { body: ChangePlanBody, response: { 200: PlanResultShape } },
    handler: async (request) => {
      const plan = requireText(request.body.plan, 'plan');
      return renderPlanResult(
        await ask(PlanService.method.changePlan, { accountId: accountOf(request), plan }),
      );
    },
  });

const previewPlan = (app: App, ask: Ask) =>
  app.route({
    method: 'GET',
    url: '/api/v1/plan/preview',
    config: {
      id: 'consolePreviewPlan',
      tag: 'Console',
      summary: 'Read what a plan change would cost. Takes the role admin.',
      session: 'account',
      parameters: { query: { plan: text('The plan to change to.') } },
      refusals: ['unknown_plan', 'exempt_account', 'billing_disabled', 'payment_error'],
    },
    schema: { response: { 200: PreviewAnswer } },
    handler: async (request) => {
      const plan = textIn(request.query as Record<string, unknown>, 'plan');
      if (plan === '') throw invalidRequest('plan is required');
      const asked = { accountId: accountOf(request), plan };
      const found = await ask(PlanService.method.previewPlan, asked, request);
      return {
        plan: found.plan,
        applied_now: found.appliedNow,
        amount_due_cents: numberOrNull(found.amountDueCents),
        currency: found.currency,
        detail: found.detail,
      };
    },
  });

export function addPlanRoutes(app: App, ask: Ask): void {
  changePlan(app, ask);
  previewPlan(app, ask);
}
