// The rate limit as clients see it. The core keeps it and says it with each answer; a test holds the two
// against each other.

/** Requests of one key in one window. */
export const rateLimit = 120;
/** The window's length in seconds. It slides: the rule holds for any such span. */
export const rateWindowSeconds = 60;
