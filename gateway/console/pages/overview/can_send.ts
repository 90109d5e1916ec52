// Why an account can or cannot send, in words, and what to do about it.
import type { Usage } from '../../api/types.ts';
import { dateOf } from '../../ui/instant.tsx';

/** The remedy of a refusal that is not the text's own fault, by its code; paths are below the account's. */
export const remedies: Record<string, { label: string; path: string }> = {
  no_plan: { label: 'Choose a plan', path: 'plan' },
  no_subscription: { label: 'Renew the plan', path: 'plan' },
  cap_reached: { label: 'See larger plans', path: 'plan' },
  no_route: { label: 'Pair a phone', path: 'devices' },
};

interface Standing {
  title: string;
  words: string;
}

/** `can_send` and its reason, in words for a person. */
export function standingOf({ reason, resets_at, texts_cap }: Usage): Standing {
  switch (reason) {
    case 'ok':
      return { title: 'Ready to send', words: 'Texts leave at once.' };
    case 'account_suspended':
      return {
        title: 'The account is suspended',
        words:
          'The operator of the service lets nothing leave. Texts that others send to you arrive. Ask the operator.',
      };
    case 'no_plan':
      return {
        title: 'No plan yet',
        words: 'Texts that others send to you arrive. To send, choose a plan.',
      };
    case 'no_subscription':
      return {
        title: 'The subscription has ended',
        words: 'Nothing can be sent until it is paid again. Texts that others send to you arrive.',
      };
    case 'cap_reached':
      return {
        title: 'This month’s texts are used up',
        words: `All ${(texts_cap ?? 0).toLocaleString()} are sent. Sending resumes on ${dateOf(resets_at)}, or at once with a larger plan.`,
      };
    case 'no_route':
      return {
        title: 'No route for texts',
        words: 'Neither a phone nor a carrier is connected to this account. Pair a phone to begin.',
      };
    default:
      return { title: 'Sending is refused', words: `The reason: ${reason}.` };
  }
}
