// From where on the operator hears of something: the same for `doctor`, for the core's own watch and for Prometheus.

/** A text that is not final is old from here on, in seconds. */
export const oldTextSeconds = 900;

/** Texts that are unfinished are many from here on. */
export const manyTexts = 1000;

/** A queue grows that is twice as long as it was before this time, in seconds. */
export const growthSeconds = 900;

/** A device that was linked within this time and is away is missed, in seconds; one that is away for longer is not any more. */
export const missedSeconds = 24 * 3600;

/** A certificate that ends within this is to be renewed, in seconds. */
export const certificateSeconds = 14 * 24 * 3600;

/** A disk is nearly full when both hold: the share of it that is free, and the free bytes. */
export const fullDisk = { share: 0.1, bytes: 20_000_000_000 };
