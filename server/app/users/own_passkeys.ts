// The passkeys of a person: they are added and removed after a re-authentication, which is mailed and listed.
import type { CallingUser } from '../../domain/access/caller.ts';
import { createRandomId } from '../../domain/keys/api_key.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { PasskeyRow } from '../../store/users/users.ts';
import { checkName } from '../names.ts';
import { type Browser, originOf } from './new_session.ts';
import type { UserParts } from './parts.ts';
import { type Reauthentication, tookTooLong } from './reauthentication.ts';
import { wrongCredentials } from './sign_in.ts';
import { askForPasskey, type PasskeyAssertion, readNewPasskey } from './webauthn.ts';

/** Most passkeys of one person. */
const mostPasskeys = 20;

const alreadyExists = (message: string) => new Refusal('already_exists', message);

export function createOwnPasskeys(
  { store, tickets, view, clock, onChange }: UserParts,
  reauthentication: Reauthentication,
) {
  return {
    /** Throws what a re-authentication throws. */
    async ask(caller: CallingUser, origin: string): Promise<{ ticket: string; options: object }> {
      await reauthentication.demand(caller);
      const { userId } = caller;
      const [user, known] = await Promise.all([view(userId), store.listCredentialIds(userId)]);
      const { options, challenge } = await askForPasskey(origin, user, known);
      return { ticket: tickets.issue({ purpose: 'add_passkey', userId, challenge }), options };
    },

    /** Throws `already_exists` for a known one, and beyond 20. The ticket stands for the re-authentication. */
    async add(
      { userId }: CallingUser,
      name: string,
      { ticket, response, origin }: PasskeyAssertion,
      browser: Browser,
    ): Promise<PasskeyRow> {
      checkName('name', name, 1);
      const nowMs = clock.nowMs();
      const found = tickets.read(ticket, 'add_passkey');
      if (found?.userId !== userId) throw tookTooLong();
      const made = await readNewPasskey(origin, found.challenge, response);
      if (!made) throw wrongCredentials('the passkey was not accepted');
      const id = createRandomId();
      const row = { id, userId, ...made, ...found.used, ...originOf(browser), newName: name };
      const outcome = await store.insertPasskey(row, nowMs, mostPasskeys);
      if (outcome === 'no_ticket') throw tookTooLong();
      if (outcome === 'known') throw alreadyExists('the passkey is known already');
      if (outcome === 'full')
        throw alreadyExists(`a person may have at most ${mostPasskeys} passkeys: remove one first`);
      onChange((await view(userId)).email, 'passkey_added', browser.address);
      return { id, name, createdAtMs: nowMs, lastUsedAtMs: null };
    },

    /** Throws what a re-authentication throws, and `not_found`. */
    async remove(caller: CallingUser, id: bigint, browser: Browser): Promise<void> {
      const { email } = await reauthentication.demand(caller);
      if (!(await store.removePasskey(caller.userId, id, originOf(browser), clock.nowMs())))
        throw notFound('passkey');
      onChange(email, 'passkey_removed', browser.address);
    },
  };
}
