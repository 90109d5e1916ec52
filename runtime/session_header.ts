// How the gateway says on whose behalf it calls the core.

/** The header with the secret of a browser's session, empty where it has none. A service that calls for itself leaves it out. */
export const sessionHeader = 'textrelay-session';
