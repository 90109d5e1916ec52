// The passkeys of a person: they are added and removed after one more proof of who they are, which is mailed and listed.
import type { CallingPerson } from '../../domain/access/caller.ts';
import { createRandomId } from '../../domain/keys/api_key.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { PasskeyRow } from '../../store/people/people.ts';
import { checkName } from '../names.ts';
import { type Browser, originOf } from './new_session.ts';
import type { PeopleParts } from './parts.ts';
import { type Proof, tookTooLong } from './proof.ts';
import { wrongCredentials } from './sign_in.ts';
import { askForPasskey, type PasskeyProof, readNewPasskey } from './webauthn.ts';

/** Most passkeys of one person. */
const mostPasskeys = 20;

const alreadyExists = (message: string) => new Refusal('already_exists', message);

export function createOwnPasskeys({ store, tickets, view, clock, onChange }: PeopleParts, proof: Proof) {
  return {
    /** Throws what a proof throws. */
    async ask(caller: CallingPerson, origin: string): Promise<{ ticket: string; options: object }> {
      await proof.demand(caller);
      const { personId } = caller;
      const [person, known] = await Promise.all([view(personId), store.listCredentialIds(personId)]);
      const { options, challenge } = await askForPasskey(origin, person, known);
      return { ticket: tickets.issue({ purpose: 'add_passkey', personId, challenge }), options };
    },

    /** Throws `already_exists` for a known one, and beyond 20. The ticket stands for the proof. */
    async add(
      { personId }: CallingPerson,
      name: string,
      { ticket, response, origin }: PasskeyProof,
      browser: Browser,
    ): Promise<PasskeyRow> {
      checkName('name', name, 1);
      const nowMs = clock.nowMs();
      const found = tickets.read(ticket, 'add_passkey');
      if (found?.personId !== personId) throw tookTooLong();
      const made = await readNewPasskey(origin, found.challenge, response);
      if (!made) throw wrongCredentials('the passkey was not accepted');
      const id = createRandomId();
      const row = { id, personId, ...made, ...found.used, ...originOf(browser), newName: name };
      const outcome = await store.insertPasskey(row, nowMs, mostPasskeys);
      if (outcome === 'no_ticket') throw tookTooLong();
      if (outcome === 'known') throw alreadyExists('the passkey is known already');
      if (outcome === 'full')
        throw alreadyExists(`a person may have at most ${mostPasskeys} passkeys: remove one first`);
      onChange((await view(personId)).email, 'passkey_added', browser.address);
      return { id, name, createdAtMs: nowMs, lastUsedAtMs: null };
    },

    /** Throws what a proof throws, and `not_found`. */
    async remove(caller: CallingPerson, id: bigint, browser: Browser): Promise<void> {
      const { email } = await proof.demand(caller);
      if (!(await store.removePasskey(caller.personId, id, originOf(browser), clock.nowMs())))
        throw notFound('passkey');
      onChange(email, 'passkey_removed', browser.address);
    },
  };
}
