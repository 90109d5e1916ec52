// How the gateway says on whose behalf it calls the core.

/** The header with the secret of a browser's session, empty where it has none. A service that calls for itself leaves it out. */
export const sessionHeader = 'textrelay-session';

/** The header with the SHA-256, in hex, of the key for which the gateway calls; absent where it calls for itself. */
export const keyHashHeader = 'textrelay-key-hash';
