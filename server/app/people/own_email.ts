// A person proves their e-mail address, or moves to another one: by a link that is mailed there, and that is opened where
// they are signed in. Who gets such a mail without having asked for it proves nothing for anybody else by opening it.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret, isWellFormedSecret } from '../../domain/api_key.ts';
import type { CallingPerson } from '../../domain/caller.ts';
import { linkPrefix } from '../../domain/person.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Links } from './links.ts';
import type { PersonView } from './me.ts';
import type { Browser } from './new_session.ts';
import { originOf } from './own_sign_in.ts';
import type { Proof } from './proof.ts';
import { linkExpired, readEmail } from './sign_up.ts';

interface OwnEmailOptions {
  store: Pick<Store, 'proveEmail'>;
  links: Pick<Links, 'proof'>;
  /** A stolen session alone moves nobody's address. */
  proof: Pick<Proof, 'demand'>;
  view: (personId: bigint) => Promise<PersonView>;
  clock: Clock;
  /** Called with the address that somebody had before, and the one that they have now. */
  onMove: (before: string, now: string) => void;
}

/** Binds the changes to the store. */
export function createOwnEmail(options: OwnEmailOptions) {
  const { store, links, proof, view, clock, onMove } = options;
  return {
    /**
     * Mails a link to the address. Throws what a proof throws, `rate_limited` after 3 in an hour, and `invalid_request`
     * without mail.
     */
    async ask(caller: CallingPerson, typed: string, password: string): Promise<void> {
      const email = readEmail(typed);
      if (!links.proof)
        throw invalidRequest(
          'this service sends no mail: its operator can mark your e-mail address as proved',
        );
      await proof.demand(caller, password);
      await links.proof(caller.personId, email);
    },

    /** Throws `link_expired`, also for the link of somebody else, and `already_exists`. */
    async prove({ personId }: CallingPerson, token: string, browser: Browser): Promise<PersonView> {
      if (!isWellFormedSecret(linkPrefix, token)) throw linkExpired();
      const done = await store.proveEmail(hashSecret(token), personId, originOf(browser), clock.nowMs());
      if (done === 'no_link') throw linkExpired();
      if (done === 'is_taken')
        throw new Refusal(
          'already_exists',
          'somebody has this e-mail address already: sign in as that person',
        );
      const person = await view(personId);
      if (person.email !== done.before) onMove(done.before, person.email);
      return person;
    },
  };
}
