// The headers of every answer, whichever part of the gateway writes it.

/** A browser that came by HTTPS comes by nothing else for a year. Other names of the host are not ours to decide about. */
const strictTransport = 'max-age=31536000';

/** `isSecure`: the answer goes to its client by HTTPS. In cleartext anybody on the way could have written the header. */
export const edgeHeaders = (id: string, isSecure: boolean): Record<string, string> => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(isSecure && { 'strict-transport-security': strictTransport }),
});
