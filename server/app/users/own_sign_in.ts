// People change their password and second factor. Each change needs a re-authentication, is mailed to
// them, and is listed.
import type { CallingUser } from '../../domain/access/caller.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { cleanRecoveryCode, createRecoveryCodes } from '../../domain/users/user.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { SecurityEvent } from '../../store/users/users.ts';
import { type Browser, hashOfBrowser, originOf } from './new_session.ts';
import type { UserParts } from './parts.ts';
import type { Reauthentication } from './reauthentication.ts';
import { wrongCredentials } from './sign_in.ts';
import { checkPassword } from './sign_up.ts';
import { createTotpSecret, readTotpCode, stepOfCode, totpUri } from './totp.ts';

const totpIsOn = () => new Refusal('already_exists', 'there is a second factor already: remove it first');

/** A new password. */
interface PasswordChange {
  /** The present one; empty if the person has verified who they are just now. */
  current: string;
  next: string;
  endsPasskeys: boolean;
}

/** Each change throws what a re-authentication throws. */
export function createOwnSignIn(parts: UserParts, reauthentication: Reauthentication) {
  const { store, attempts, passwords, clock, onChange } = parts;
  return {
    /** Ends all sessions but this one, and all passkeys where it is asked for. */
    async changePassword(caller: CallingUser, change: PasswordChange, browser: Browser): Promise<void> {
      checkPassword('new', change.next);
      const { endsPasskeys } = change;
      const { email, passwordHash } = await reauthentication.demand(caller, change.current);
      const newPassword = {
        userId: caller.userId,
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
    async startTotp(caller: CallingUser, password: string): Promise<{ secret: string; uri: string }> {
      const { email } = await reauthentication.demand(caller, password);
      const secret = await createTotpSecret();
      if (!(await store.setTotp(caller.userId, secret))) throw totpIsOn();
      return { secret, uri: await totpUri(secret, email) };
    },

    /** Returns the recovery codes, which are shown this once. */
    async confirmTotp(caller: CallingUser, typed: string, browser: Browser): Promise<string[]> {
      const { userId } = caller;
      const known = await store.findCredentialsOf(userId);
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
        if (!(await store.confirmTotp(userId, totpSecret, step, hashes, origin, clock.nowMs())))
          throw totpIsOn();
        onChange(email, 'second_factor_on', browser.address);
        return codes;
      });
    },

    async removeTotp(caller: CallingUser, password: string, browser: Browser): Promise<void> {
      const { email } = await reauthentication.demand(caller, password);
      if (await store.removeTotp(caller.userId, originOf(browser), clock.nowMs()))
        onChange(email, 'second_factor_off', browser.address);
    },

    /** Newest first, 50 at most. */
    listSecurityEvents: ({ userId }: CallingUser): Promise<SecurityEvent[]> =>
      store.listSecurityEvents(userId),
  };
}
