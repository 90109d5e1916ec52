// The types of events that are delivered to accounts, and how long a failing endpoint is tried.

/** The types of events that texts make. */
export const textEventTypes = ['text.received', 'text.updated'] as const;
/** All types of events that an endpoint may ask for. */
export const eventTypes = [
  ...textEventTypes,
  'device.offline',
  'device.online',
  'recipient.opted_out',
  'usage.near_cap',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Endpoints that fail for so long are disabled, in milliseconds. */
export const failingForMs = 5 * 24 * 3_600_000;
