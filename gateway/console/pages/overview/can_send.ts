// Why an account can or cannot send, in words, and what to do about it.
import type { Usage } from '../../api/types.ts';
import { dateOf } from '../../ui/instant.tsx';

interface Standing {
  title: string;
  words: string;
  /** Where it is put right, below the account's pages. */
  remedy: null | { label: string; path: string };
}

/** What `can_send` and its reason mean for a person. */
export function standingOf({ reason, resets_at, texts_cap }: Usage): Standing {
  switch (reason) {
    case 'ok':
      return { title: 'Ready to send', words: 'Texts leave at once.', remedy: null };
    case 'account_suspended':
      return {
        title: 'The account is suspended',
        words:
          'The operator of the service lets nothing leave. Texts that others send to you arrive. Ask the operator.',
        remedy: null,
      };
    case 'no_plan':
      return {
        title: 'No plan yet',
        words: 'Texts that others send to you arrive. To send, choose a plan.',
        remedy: { label: 'Choose a plan', path: 'plan' },
      };
    case 'no_subscription':
      return {
        title: 'The subscription has ended',
        words: 'Nothing can be sent until it is paid again. Texts that others send to you arrive.',
        remedy: { label: 'Renew the plan', path: 'plan' },
      };
    case 'cap_reached':
      return {
        title: 'This month’s texts are used up',
        words: `All ${(texts_cap ?? 0).toLocaleString()} are sent. Sending resumes on ${dateOf(resets_at)}, or at once with a larger plan.`,
        remedy: { label: 'See larger plans', path: 'plan' },
      };
    case 'no_route':
      return {
        title: 'No route for texts',
        words: 'Neither a phone nor a carrier is connected to this account. Pair a phone to begin.',
        remedy: { label: 'Pair a phone', path: 'devices' },
      };
    default:
      return { title: 'Sending is refused', words: `The reason: ${reason}.`, remedy: null };
  }
}
