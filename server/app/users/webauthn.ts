// Challenges for passkeys and their answers, by a package that is loaded with the first challenge. It would examine an
// attestation and fetch what that names. The maker of an authenticator does not matter here, so that passkeys come
// without attestation.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalidRequest } from '../../errors.ts';

const load = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const algorithms = [-8, -7, -257];
/** In characters of base64url. A passkey's own takes some 300, with an RSA key of 4,096 bits 1,200. */
const maxAttestationLength = 4_096;

/** The pages' own address, as the browser knows it: scheme, host and port. */
type Origin = string;

/** A browser's answer for a passkey. */
export interface PasskeyAssertion {
  /** The challenge. */
  ticket: string;
  /** As WebAuthn has it. */
  response: unknown;
  /** Of the page that asked. */
  origin: Origin;
}

const hostOf = (origin: Origin): string => new URL(origin).hostname;

/** The options for making a passkey, and the challenge that the browser signs. */
export async function askForPasskey(
  origin: Origin,
  user: { id: bigint; email: string; name: string },
  known: readonly string[],
): Promise<{ options: object; challenge: string }> {
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: 'Textrelay',
    rpID: hostOf(origin),
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, challenge: options.challenge };
}

/**
 * False for an answer that cannot be read. Throws `invalid_request` for one with an attestation, and for one that is too long.
 */
async function isUnattested(response: unknown): Promise<boolean> {
  const { attestationObject } = (response as Partial<RegistrationResponseJSON> | null)?.response ?? {};
  // Two readers of base64 differ in what they make of any other character.
  if (typeof attestationObject !== 'string' || !/^[\w-]+$/.test(attestationObject)) return false;
  if (attestationObject.length > maxAttestationLength)
    throw invalidRequest(`response.attestationObject must have at most ${maxAttestationLength} characters`);
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  let format: unknown;
  try {
    format = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt');
  } catch {
    return false;
  }
  if (format !== 'none')
    throw invalidRequest('the passkey must come without attestation: its format is "none"');
  return true;
}

/** The passkey that an answer brings; null for an answer that proves nothing. Throws what `isUnattested` does. */
export async function readNewPasskey(
  origin: Origin,
  challenge: string,
  response: unknown,
): Promise<{ credentialId: string; publicKey: string; counter: bigint } | null> {
  if (!(await isUnattested(response))) return null;
  const { verifyRegistrationResponse } = await load();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter: BigInt(counter),
    };
  } catch {
    // The package throws whatever is wrong with an answer.
    return null;
  }
}

/** Asks a browser for an assertion by one of the `known` passkeys, or by any that it has for us if none are given. */
export async function askForAssertion(
  origin: Origin,
  known?: readonly string[],
): Promise<{ options: object; challenge: string }> {
  const { generateAuthenticationOptions } = await load();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: known?.map((id) => ({ id })),
    userVerification: 'required',
  });
  return { options, challenge: options.challenge };
}

/** The id of the credential that an answer names; null where it names none. */
export function credentialIdOf(response: unknown): string | null {
  const id = (response as { id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : null;
}

/** The counter that a passkey's answer brings; null for an answer that proves nothing. */
export async function readSignIn(
  origin: Origin,
  challenge: string,
  passkey: { credentialId: string; publicKey: string; counter: bigint },
  response: unknown,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    });
    return verified ? BigInt(authenticationInfo.newCounter) : null;
  } catch {
    return null;
  }
}
