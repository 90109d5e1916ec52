// Which endpoint a request is for. A parameter that Stripe does not know there is refused, as Stripe does, so that a
// misspelt one is found.
import { type Answer, badParameter, unknownUrl } from './answers.ts';
import { type Form, unknownIn } from './form.ts';
import type { StripeStore } from './store.ts';

/** A request on its way to an endpoint. */
export interface Call {
  store: StripeStore;
  path: string;
  /** The id in the path; empty where there is none. */
  id: string;
  form: Form;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Its first group is the id. */
  path: RegExp;
  parameters: readonly string[];
  answer(call: Call): Answer;
}

/** Carries a request out. */
export function route(
  routes: readonly Route[],
  method: string,
  { store, path, form }: Omit<Call, 'id'>,
): Answer {
  const found = routes.find((candidate) => candidate.method === method && candidate.path.test(path));
  if (!found) return unknownUrl(method, path);
  const unknown = unknownIn(form, found.parameters);
  if (unknown !== undefined)
    return badParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  return found.answer({ store, path, form, id: decodeURIComponent(found.path.exec(path)?.[1] ?? '') });
}
