// Codes of an authenticator app (RFC 6238), by a package that is loaded when the first is made or judged.

/** A secret for a new app: 160 bits, in base32. */
export async function createTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** The text of a QR code for the app. */
export async function totpUri(secret: string, email: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Textrelay', label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30 seconds whose code was typed, counted from the epoch: the present ones, or those before or after. Null for a
 * wrong code.
 */
export async function stepOfCode(secret: string, code: string, nowMs: number): Promise<bigint | null> {
  const { Secret, TOTP } = await import('otpauth');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : BigInt(Math.floor(nowMs / 30_000) + delta);
}

/** A code as the app shows it, without the space that people add; null for a text of another form. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}
