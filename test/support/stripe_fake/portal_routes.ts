// Stripe's portal: the page on which a customer sees invoices, changes the card, and ends a subscription.
import { badParameter, missingParameter, ok } from './answers.ts';
import { formIn, textIn } from './form.ts';
import type { Route } from './routes.ts';
import { createId } from './store.ts';

export const portalRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    parameters: ['customer', 'return_url', 'flow_data'],
    answer({ store, form }) {
      const customer = textIn(form, 'customer');
      if (customer === undefined) return badParameter('customer', 'Missing required param: customer.');
      if (!store.customers.has(customer)) return missingParameter('customer', customer, 'customer');
      const flow = formIn(form, 'flow_data');
      const type = textIn(flow, 'type');
      if (type !== undefined && !store.portalFlows.has(type))
        return badParameter('flow_data[type]', `The portal's settings do not allow ${type}.`);
      const id = createId('bps');
      return ok({
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_default',
        created: store.nowSeconds(),
        customer,
        flow: type === undefined ? null : { type },
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: textIn(form, 'return_url') ?? null,
        url: `https://billing.example/p/session/${id}${type === undefined ? '' : `/${type}`}`,
      });
    },
  },
];
