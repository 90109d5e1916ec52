// Changing the plan (SPEC: /api/v1/plan), and what it would cost. The core decides which plans there are, and what a
// change costs.
import { Type } from 'typebox';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import {
  PlanPreviewShape,
  PlanResultShape,
  RenewalShape,
  renderPlanPreview,
  renderPlanResult,
  renderRenewal,
} from '../resources/plans/plan_result.ts';
import { planName } from '../schemas/kinds.ts';
import { needed, type Parameter, readNeeded } from '../schemas/parameters.ts';

const { method } = PlanService;

const changePlan = route('POST /api/v1/plan', {
  id: 'changePlan',
  tag: 'Plans',
  summary: 'Change the plan in place, or get a checkout link.',
  description:
    'A live subscription is switched in place, prorated, and the new cap applies at once. Without one nothing ' +
    'changes until a person has paid at checkout_url. So it is where an earlier subscription was not paid, and where the bank wants the ' +
    'payer to confirm a switch or there is no card: detail says which, and checkout_url leads there.',
  admittedFor: method.changePlan,
  refusals: ['unknown_plan', 'exempt_account', 'account_suspended', 'payment_error', 'billing_disabled'],
  body: Type.Object(
    { plan: planName('One of starter, growth, pro; any other is unknown_plan.') },
    { title: 'ChangePlan', description: 'The plan to change to.' },
  ),
  answer: PlanResultShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), plan: request.body.plan };
    return renderPlanResult(await ask(method.changePlan, asked));
  },
});

const planToPreview: Parameter<string> = {
  schema: needed(planName('The plan to change to.')),
  read: (value, name) => readNeeded(value || undefined, name),
};

const previewPlan = route('GET /api/v1/plan/preview', {
  id: 'consolePreviewPlan',
  summary: 'Read what a plan change would cost. Needs the role admin.',
  session: 'account',
  refusals: ['unknown_plan', 'exempt_account', 'account_suspended', 'billing_disabled', 'payment_error'],
  query: { plan: planToPreview },
  answer: PlanPreviewShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    return renderPlanPreview(await ask(method.previewPlan, asked, request));
  },
});

const readRenewal = route('GET /api/v1/plan/renewal', {
  id: 'consoleReadRenewal',
  summary: 'Read when the plan is paid anew, as the payment provider says. Needs the role admin.',
  session: 'account',
  refusals: ['billing_disabled', 'payment_error'],
  answer: RenewalShape,
  handler: async (request, { ask }) =>
    renderRenewal(await ask(method.getRenewal, { accountId: accountOf(request) }, request)),
});

const openPortal = route('POST /api/v1/plan/portal', {
  id: 'consoleOpenPortal',
  summary: 'Open the payment provider’s page with invoices and card. Needs the role admin.',
  session: 'account',
  refusals: ['not_found', 'billing_disabled', 'payment_error'],
  answer: Type.Object(
    {
      url: Type.String({
        format: 'uri',
        description: 'It works for a short time, and leads back to the plan.',
      }),
    },
    { title: 'PaymentPortal' },
  ),
  handler: async (request, { ask }) => ask(method.openPortal, { accountId: accountOf(request) }, request),
});

export const planRoutes: readonly Route[] = [changePlan, previewPlan, readRenewal, openPortal];
