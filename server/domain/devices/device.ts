// Devices: their problems and states in words.

/**
 * How a device learns of its work: by a stream that it holds, by asking about every 15 minutes, or not at all though it
 * is expected.
 */
export type Connection = 'listening' | 'polling' | 'lost';
