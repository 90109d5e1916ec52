// The service credential, which every internal caller shows.
import { timingSafeEqual } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import { hashSecret } from '../domain/keys/api_key.ts';

/** Judges the Authorization header. Throws Unauthenticated unless it is `Bearer <service token>`. */
export function createCredentialCheck(serviceToken: string) {
  // Hashes have one length, so that the comparison reveals nothing about the token.
  const expected = Buffer.from(hashSecret(`Bearer ${serviceToken}`));
  return (authorization: string | null | undefined) => {
    const presented = Buffer.from(hashSecret(authorization ?? ''));
    if (!timingSafeEqual(presented, expected)) {
      throw new ConnectError('the service credential is missing or wrong', Code.Unauthenticated);
    }
  };
}
