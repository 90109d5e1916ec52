// The result of a plan change (SPEC: PlanResult), and the cost that one would have.
import { Type } from 'typebox';
import {
  type ChangePlanResponse,
  type GetRenewalResponse,
  PlanMethod,
  type PreviewPlanResponse,
} from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { exampleOf } from '../../schemas/example.ts';
import { flag, instant, integer, nullable, sentence, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';
import { renderUsage, UsageShape } from '../accounts/usage.ts';

const methods = names({
  [PlanMethod.SUBSCRIPTION_UPDATED]: 'subscription_updated',
  [PlanMethod.CHECKOUT]: 'checkout',
});

const { field, resource } = madeOf<ChangePlanResponse>();

export const { Shape: PlanResultShape, render: renderPlanResult } = resource(
  'PlanResult',
  'What became of a plan change.',
  {
    ok: field(flag('Always true.'), () => true),
    plan: text('The requested plan.'),
    applied: flag(
      'True: the requested plan is in effect now. False: nothing has changed; payment must be completed at ' +
        'checkout_url first.',
    ),
    changed: flag('True only when a live subscription was switched.'),
    method: field(methods.schema('How the change is carried out.'), ({ method }) => methods.of(method)),
    checkout_url: field(
      Type.Optional(
        Type.String({
          format: 'uri',
          description: 'Where a person pays; present only when applied is false.',
        }),
      ),
      ({ applied, checkoutUrl }) => (applied ? undefined : checkoutUrl),
    ),
    detail: sentence('One sentence for a person.'),
    usage: field(UsageShape, ({ usage }) => renderUsage(usage)),
  },
  {
    ok: true,
    plan: 'growth',
    applied: true,
    changed: true,
    method: 'subscription_updated',
    detail: 'the subscription was switched; the new cap applies now',
    usage: { ...exampleOf(UsageShape), plan: 'growth', texts_cap: 2500, texts_remaining: 2483 },
  },
);

export const { Shape: PlanPreviewShape, render: renderPlanPreview } = madeOf<PreviewPlanResponse>().resource(
  'PlanPreview',
  'What a plan change would cost.',
  {
    plan: text('The plan that was asked for.'),
    applied_now: flag('True when it would be in effect at once; false when a checkout has to be paid first.'),
    amount_due_cents: nullable(
      integer(0, 'What would be charged now, in the currency’s smallest unit; null where that is not known.'),
    ),
    currency: text('ISO 4217, lower case.'),
    detail: sentence('One sentence for a person.'),
  },
);

export const { Shape: RenewalShape, render: renderRenewal } = madeOf<GetRenewalResponse>().resource(
  'Renewal',
  'When the plan is paid anew.',
  {
    at: nullable(
      instant(
        'Null for an account without a live subscription, and where the payment provider does not say.',
      ),
    ),
    ends: flag('True where the subscription ends then instead.'),
    portal: flag('Whether the payment provider has a page with the account’s invoices.'),
  },
);
