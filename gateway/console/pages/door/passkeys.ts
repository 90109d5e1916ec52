// Passkeys: what the service asks for goes to the browser, and the browser's answer back, both as WebAuthn's JSON.
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Passkey } from '../../api/types.ts';

interface Offered<Options> {
  ticket: string;
  options: Options;
}

/** Browsers know passkeys on pages that came over https, or from this machine. */
export const canUsePasskeys = (): boolean =>
  globalThis.isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** True when the person closed the browser's question. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

const jsonOf = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();

/** Signs in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<void> {
  const path = `${base}/console/sign-in/passkey`;
  const { ticket, options } = await ask<Offered<PublicKeyCredentialRequestOptionsJSON>>(`${path}/options`, {
    method: 'POST',
    body: {},
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = jsonOf(await navigator.credentials.get({ publicKey }));
  await ask(path, { method: 'POST', body: { ticket, response } });
}

/** Shows by one of the person's passkeys that it is still them. */
export async function proveByPasskey(): Promise<void> {
  const path = `${base}/console/me/proof`;
  const { ticket, options } = await ask<Offered<PublicKeyCredentialRequestOptionsJSON>>(`${path}/options`, {
    method: 'POST',
    body: {},
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = jsonOf(await navigator.credentials.get({ publicKey }));
  await ask(path, { method: 'POST', body: { ticket, response } });
}

/** Makes a passkey on this device, or on a key that is put in, and adds it under a name. */
export async function addPasskey(name: string): Promise<Passkey> {
  const path = `${base}/console/me/passkeys`;
  const { ticket, options } = await ask<Offered<PublicKeyCredentialCreationOptionsJSON>>(`${path}/options`, {
    method: 'POST',
    body: {},
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = jsonOf(await navigator.credentials.create({ publicKey }));
  const { passkey } = await ask<{ passkey: Passkey }>(path, {
    method: 'POST',
    body: { ticket, name, response },
  });
  return passkey;
}
