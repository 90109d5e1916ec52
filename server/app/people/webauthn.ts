// Passkeys' questions and answers, by a package that is loaded when the first is asked.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

const load = () => import('@simplewebauthn/server');

/** The pages' own address, as the browser knows it: scheme, host and port. */
type Origin = string;

const hostOf = (origin: Origin): string => new URL(origin).hostname;

/** What a browser is asked to make a passkey with, and the challenge that it signs. */
export async function askForPasskey(
  origin: Origin,
  person: { id: bigint; email: string; name: string },
  known: readonly string[],
): Promise<{ options: object; challenge: string }> {
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: 'Textrelay',
    rpID: hostOf(origin),
    userID: new TextEncoder().encode(String(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, challenge: options.challenge };
}

/** The passkey that an answer brings; null for an answer that proves nothing. */
export async function readNewPasskey(
  origin: Origin,
  challenge: string,
  response: unknown,
): Promise<{ credentialId: string; publicKey: string; counter: bigint } | null> {
  const { verifyRegistrationResponse } = await load();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter: BigInt(counter),
    };
  } catch {
    // Whatever is wrong with an answer is thrown, each in words of its own.
    return null;
  }
}

/** What a browser is asked to sign in with, by any passkey that it has for us. */
export async function askForSignIn(origin: Origin): Promise<{ options: object; challenge: string }> {
  const { generateAuthenticationOptions } = await load();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
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
