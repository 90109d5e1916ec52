// Credentials of the scheme Basic (RFC 7617), by which programs written for other services bring their keys.

const basic = /^basic +([A-Za-z0-9+/]{1,400}={0,2})$/i;

/** User and password of a header; undefined for one that is not of the scheme. */
export function readBasic(header: string | undefined): [user: string, password: string] | undefined {
  const encoded = basic.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
}
