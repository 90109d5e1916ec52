// Stripe's endpoints of customers.
import { type Answer, missing, ok } from './answers.ts';
import { mergeMetadata, textIn } from './form.ts';
import { listOf } from './list.ts';
import type { Call, Route } from './routes.ts';
import { showCustomer } from './shapes.ts';
import type { Customer } from './store.ts';

const fields = ['email', 'name', 'metadata'];

const withCustomer =
  (work: (customer: Customer, call: Call) => Answer) =>
  (call: Call): Answer => {
    const customer = call.store.customers.get(call.id);
    return customer ? work(customer, call) : missing('customer', call.id);
  };

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    parameters: fields,
    answer({ store, form }) {
      const email = textIn(form, 'email') ?? null;
      const name = textIn(form, 'name') ?? null;
      return ok(showCustomer(store.addCustomer({ email, name, metadata: mergeMetadata({}, form) })));
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers$/,
    parameters: ['email', 'limit', 'starting_after'],
    answer({ store, form, path }) {
      const email = textIn(form, 'email');
      const found = [...store.customers.values()].filter(
        (customer) => email === undefined || customer.email === email,
      );
      return listOf(path, form, found, showCustomer);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/([^/]+)$/,
    parameters: [],
    answer: withCustomer((customer) => ok(showCustomer(customer))),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/([^/]+)$/,
    parameters: fields,
    answer: withCustomer((customer, { form }) => {
      customer.email = textIn(form, 'email') ?? customer.email;
      customer.name = textIn(form, 'name') ?? customer.name;
      customer.metadata = mergeMetadata(customer.metadata, form);
      return ok(showCustomer(customer));
    }),
  },
];
