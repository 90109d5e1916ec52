// From where on the operator hears of something: the same wherever it is judged.

/** A text that is not final is old from here on, in seconds. */
export const oldTextSeconds = 900;

/** A certificate that ends within this is to be renewed, in seconds. */
export const certificateSeconds = 14 * 24 * 3600;

/** A disk is nearly full when both hold: the share of it that is free, and the free bytes. */
export const fullDisk = { share: 0.1, bytes: 20_000_000_000 };
