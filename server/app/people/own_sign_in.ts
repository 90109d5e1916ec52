// People change their password and second factor. Each change needs one more proof of who they are, is mailed to them,
// and is listed.
import type { CallingPerson } from '../../domain/access/caller.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { cleanRecoveryCode, createRecoveryCodes } from '../../domain/people/person.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { SecurityEvent } from '../../store/people/people.ts';
import { type Browser, hashOfBrowser, originOf } from './new_session.ts';
import type { PeopleParts } from './parts.ts';
import type { Proof } from './proof.ts';
import { wrongCredentials } from './sign_in.ts';
import { checkPassword } from './sign_up.ts';
import { createTotpSecret, readTotpCode, stepOfCode, totpUri } from './totp.ts';

const totpIsOn = () => new Refusal('already_exists', 'there is a second factor already: remove it first');

/** A new password. */
interface PasswordChange {
  /** The present one; empty if the person has proved who they are just now. */
  current: string;
  next: string;
  endsPasskeys: boolean;
}

/** Each change throws what a proof throws. */
export function createOwnSignIn(parts: PeopleParts, proof: Proof) {
  const { store, attempts, passwords, clock, onChange } = parts;
  return {
    /** Ends all sessions but this one, and all passkeys where it is asked for. */
    async changePassword(caller: CallingPerson, change: PasswordChange, browser: Browser): Promise<void> {
      checkPassword('new', change.next);
      const { endsPasskeys } = change;
      const { email, passwordHash } = await proof.demand(caller, change.current);
      const newPassword = {
        personId: caller.personId,
        oldHash: passwordHash,
        newHash: await passwords.hash(change.next),
        keptSession: caller.sessionId,
        keptBrowser: hashOfBrowser(browser),
        endsPasskeys,
        ...originOf(browser),
      };
      if (!(await store.setPassword(newPassword, clock.nowMs())))
        throw wrongCredentials('the password was changed meanwhile');
      onChange(email, endsPasskeys ? 'new_password_without_passkeys' : 'new_password', browser.address);
    },

    /** A secret for an app; it is asked for once `confirmTotp` has seen a code. Throws `already_exists`. */
    async startTotp(caller: CallingPerson, password: string): Promise<{ secret: string; uri: string }> {
      const { email } = await proof.demand(caller, password);
      const secret = await createTotpSecret();
      if (!(await store.setTotp(caller.personId, secret))) throw totpIsOn();
      return { secret, uri: await totpUri(secret, email) };
    },

    /** Returns the recovery codes, which are shown this once. */
    async confirmTotp(caller: CallingPerson, typed: string, browser: Browser): Promise<string[]> {
      const { personId } = caller;
      const known = await store.findCredentialsOf(personId);
      if (!known || known.totpSecret === null) throw invalidRequest('ask for a secret first');
      const { email, totpSecret, isTotpConfirmed } = known;
      if (isTotpConfirmed) throw totpIsOn();
      const attempt = await attempts.beginOwn(caller);
      return attempts.judge(attempt, async () => {
        const code = readTotpCode(typed);
        const step = code === null ? null : await stepOfCode(totpSecret, code, clock.nowMs());
        if (step === null) throw wrongCredentials('the code is wrong');
        await attempts.end(attempt);
        const codes = createRecoveryCodes();
        const hashes = codes.map((text) => hashSecret(cleanRecoveryCode(text)));
        const origin = originOf(browser);
        if (!(await store.confirmTotp(personId, totpSecret, step, hashes, origin, clock.nowMs())))
          throw totpIsOn();
        onChange(email, 'second_factor_on', browser.address);
        return codes;
      });
    },

    async removeTotp(caller: CallingPerson, password: string, browser: Browser): Promise<void> {
      const { email } = await proof.demand(caller, password);
      if (await store.removeTotp(caller.personId, originOf(browser), clock.nowMs()))
        onChange(email, 'second_factor_off', browser.address);
    },

    /** Newest first, 50 at most. */
    listSecurityEvents: ({ personId }: CallingPerson): Promise<SecurityEvent[]> =>
      store.listSecurityEvents(personId),
  };
}
