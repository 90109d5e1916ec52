// What became of a plan change (SPEC: PlanResult).
import { Type } from 'typebox';
import { type ChangePlanResponse, PlanMethod } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { flag, text } from '../kinds.ts';
import { fieldOf, missing, names, resource } from '../resource.ts';
import { exampleUsage, renderUsage, UsageShape } from './usage.ts';

const methods = names({
  [PlanMethod.SUBSCRIPTION_UPDATED]: 'subscription_updated',
  [PlanMethod.CHECKOUT]: 'checkout',
});

const field = fieldOf<ChangePlanResponse>();

export const {
  Shape: PlanResultShape,
  render: renderPlanResult,
  example: examplePlanResult,
} = resource('PlanResult', 'What became of a plan change.', {
  ok: field(flag('Always true.'), () => true, true),
  plan: field(text('The requested plan.'), ({ plan }) => plan, 'growth'),
  applied: field(
    flag(
      'True: the requested plan is in effect now. False: nothing has changed; payment must be completed at ' +
        'checkout_url first.',
    ),
    ({ applied }) => applied,
    true,
  ),
  changed: field(flag('True only when a live subscription was switched.'), ({ changed }) => changed, true),
  method: field(
    methods.schema('How the change is carried out.'),
    ({ method }) => methods.of(method),
    'subscription_updated',
  ),
  checkout_url: field(
    Type.Optional(
      Type.String({ format: 'uri', description: 'Where a person pays; present only when applied is false.' }),
    ),
    ({ applied, checkoutUrl }) => (applied ? undefined : checkoutUrl),
  ),
  detail: field(
    text('One sentence for a person.'),
    ({ detail }) => detail,
    'the subscription was switched; the new cap applies now',
  ),
  usage: field(UsageShape, ({ usage }) => renderUsage(usage ?? missing()), {
    ...exampleUsage,
    plan: 'growth',
    texts_cap: 2500,
    texts_remaining: 2483,
  }),
});
