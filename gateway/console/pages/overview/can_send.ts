// Why an account can or cannot send, in words, and what to do about it.
import type { Usage } from '../../api/types.ts';
import { dateOf } from '../../ui/instant.tsx';
import { often } from '../../words/en/often.ts';
import { overview as say } from '../../words/en/overview.ts';

/** The remedy of a refusal that is not the text's own fault, by its code; paths are below the account's. */
const remedies = (): Record<string, { label: string; path: string }> => ({
  no_plan: { label: say.remedies.no_plan, path: 'plan' },
  no_subscription: { label: say.remedies.no_subscription, path: 'plan' },
  cap_reached: { label: say.remedies.cap_reached, path: 'plan' },
  no_route: { label: often.pairPhone, path: 'devices' },
});

export const remedyOf = (code: string) => remedies()[code];

interface Standing {
  title: string;
  words: string;
}

/** `can_send` and its reason, in words for a person. */
export function standingOf({ reason, resets_at, texts_cap }: Usage): Standing {
  switch (reason) {
    case 'ok':
      return { title: say.standing.ready, words: say.standing.readyWords };
    case 'account_suspended':
      return {
        title: say.standing.suspended,
        words: say.standing.suspendedWords,
      };
    case 'no_plan':
      return {
        title: say.standing.noPlan,
        words: say.standing.noPlanWords,
      };
    case 'no_subscription':
      return {
        title: say.standing.ended,
        words: say.standing.endedWords,
      };
    case 'cap_reached':
      return {
        title: say.standing.usedUp,
        words: say.standing.usedUpWords(texts_cap ?? 0, dateOf(resets_at)),
      };
    case 'no_route':
      return {
        title: say.standing.noRoute,
        words: say.standing.noRouteWords,
      };
    default:
      return { title: say.standing.refused, words: say.standing.refusedWords(reason) };
  }
}
