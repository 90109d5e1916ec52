// What the bound of a hook refuses.
import { notFound, Refusal } from '../../errors.ts';
import type { HookVerdict } from '../../store/outbound/rules/hook_rules.ts';

/** The answers to texts that are refused because of their hook. */
export const hookRefusals = {
  no_hook: () => notFound('hook'),
  hook_used: () =>
    new Refusal(
      'hook_budget_reached',
      'the hook has sent as many texts in this hour of UTC as it may; texts_per_hour is its bound',
    ),
} satisfies Record<HookVerdict, () => Refusal>;
