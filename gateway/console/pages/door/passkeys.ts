// Passkeys: what the service asks for goes to the browser, and the browser's answer back, both as WebAuthn's JSON.
import { ask } from '../../api/ask.ts';

/** Browsers know passkeys on pages that came over https, or from this machine. */
export const canUsePasskeys = (): boolean =>
  globalThis.isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

type Json = Record<string, unknown>;

const jsonOf = (credential: Credential | null) =>
  (credential as PublicKeyCredential).toJSON() as unknown as Json;

/** Has the browser answer with a passkey that the person chooses. */
async function answerWithPasskey(offered: {
  ticket: string;
  options: Json;
}): Promise<{ ticket: string; response: Json }> {
  const options = offered.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ticket: offered.ticket, response: jsonOf(await navigator.credentials.get({ publicKey })) };
}

/** Signs in with a passkey that the person chooses. */
export const signInByPasskey = async () =>
  ask('POST /console/sign-in/passkey', {
    body: await answerWithPasskey(await ask('POST /console/sign-in/passkey/options')),
  });

/** Shows by one of the person's passkeys that it is still them. */
export const reauthenticateByPasskey = async () =>
  ask('POST /console/me/reauthentication', {
    body: await answerWithPasskey(await ask('POST /console/me/reauthentication/options')),
  });

/** Makes a passkey on this device, or on a key that is put in, and adds it under a name. */
export async function addPasskey(name: string) {
  const { ticket, options } = await ask('POST /console/me/passkeys/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const response = jsonOf(await navigator.credentials.create({ publicKey }));
  return ask('POST /console/me/passkeys', { body: { ticket, name, response } });
}
