// Stripe's list of what happened, whether or not it was delivered.
import { badParameter } from './answers.ts';
import { formIn, textIn } from './form.ts';
import { listOf } from './list.ts';
import type { Route } from './routes.ts';

const mostTypes = 20;

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    parameters: ['created', 'types', 'limit', 'starting_after'],
    answer({ store, form, path }) {
      const { types } = form;
      const wanted = Array.isArray(types) ? types : undefined;
      if (wanted && wanted.length > mostTypes) return badParameter('types', 'At most 20 types.');
      const since = Number(textIn(formIn(form, 'created'), 'gte') ?? 0);
      const found = store.events.made.filter(
        ({ created, type }) => created >= since && (wanted?.includes(type) ?? true),
      );
      return listOf(path, form, found, (event) => event);
    },
  },
];
