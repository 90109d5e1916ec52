// What is believed of a batch's answer.
import { unavailable } from '../edge/errors.ts';

/** A core that answers too few or too many results cannot be trusted about any of them. */
export function oneEach<Out>(items: readonly unknown[], results: Out[]): Out[] {
  if (results.length !== items.length) throw unavailable();
  return results;
}
