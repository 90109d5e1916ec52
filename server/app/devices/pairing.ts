// How devices are paired with accounts. Each secret is shown once.

import {
  cleanPairingCode,
  createPairingCode,
  createSecret,
  deriveSecret,
  deviceTokenPrefix,
  hashSecret,
} from '../../domain/keys/api_key.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { maxCodes, maxDevices, maxKeptDevices } from '../../store/devices/pairing.ts';
import type { AppContext } from '../context.ts';
import { checkName } from '../names.ts';

export type Pairing = ReturnType<typeof createPairing>;

/** How long a pairing code works, in milliseconds. */
const codeLifeMs = 15 * 60_000;
const attemptForm = /^[\w-]{22,64}$/;

/** The hash of a code, and the token that the attempt trades it for. */
function readAttempt(typedCode: string, attempt: string): { codeHash: string; token: string } {
  if (attempt !== '' && !attemptForm.test(attempt))
    throw invalidRequest('attempt must have 22 to 64 characters of A-Z, a-z, 0-9, _ and -');
  const code = cleanPairingCode(typedCode);
  const token =
    attempt === '' ? createSecret(deviceTokenPrefix) : deriveSecret(deviceTokenPrefix, attempt, code);
  return { codeHash: hashSecret(code), token };
}

export function createPairing({
  store,
  clock,
}: Pick<AppContext<'findPairingCode' | 'insertPairingCode' | 'pairDevice'>, 'store' | 'clock'>) {
  return {
    async createPairingCode(
      accountId: bigint,
      deviceName: string,
    ): Promise<{ code: string; expiresAtMs: number }> {
      checkName('device_name', deviceName, 0);
      const code = createPairingCode();
      const nowMs = clock.nowMs();
      const expiresAtMs = nowMs + codeLifeMs;
      const outcome = await store.insertPairingCode({
        accountId,
        codeHash: hashSecret(code),
        deviceName,
        nowMs,
        expiresAtMs,
      });
      if (outcome === 'no_account') throw notFound('account');
      if (outcome === 'full')
        throw invalidRequest(
          `an account may have at most ${maxCodes} pairing codes that work, each for 15 minutes, and ${maxDevices} devices with those codes counted, or ${maxKeptDevices} with those that were unpaired in the last 90 days`,
        );
      return { code, expiresAtMs };
    },

    /**
     * Trades a code for a device's identity. The same code and attempt are the same device again while it has opened no link.
     * Throws `not_found` for a code that is unknown, used or expired.
     */
    async pairDevice(
      typedCode: string,
      name: string,
      attempt = '',
    ): Promise<{ deviceId: bigint; accountName: string; token: string }> {
      checkName('device_name', name, 0);
      const { codeHash, token } = readAttempt(typedCode, attempt);
      const paired = await store.pairDevice(
        codeHash,
        hashSecret(token),
        name === '' ? 'device' : name,
        clock.nowMs(),
      );
      if (!paired) throw notFound('pairing code');
      return { ...paired, token };
    },

    /** The account of a code that could be traded now by this attempt. Throws `not_found` for any other code. */
    async accountOfCode(typedCode: string, attempt: string): Promise<bigint> {
      const { codeHash, token } = readAttempt(typedCode, attempt);
      const accountId = await store.findPairingCode(codeHash, hashSecret(token), clock.nowMs());
      if (accountId === undefined) throw notFound('pairing code');
      return accountId;
    },
  };
}
