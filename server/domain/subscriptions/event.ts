// The types of events that are delivered to accounts, and how long a failing endpoint is tried.

/** Changes of texts, in our words. */
export const changeTypes = ['text.received', 'text.updated'] as const;
/** The same in the words of SMS Gateway for Android. */
export const smsgateEvents = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const;
export type SmsgateEvent = (typeof smsgateEvents)[number];
/** The types of events that texts cause, in the words of every format. */
export const textEventTypes = [...changeTypes, ...smsgateEvents] as const;
/** The types of events of the usual format. */
export const standardEventTypes = [
  ...changeTypes,
  'device.offline',
  'device.online',
  'recipient.opted_out',
  'usage.near_cap',
] as const;

/** The types of events that an endpoint may ask for. */
export type EventType = (typeof standardEventTypes)[number] | SmsgateEvent;

/** How long an endpoint may fail before it is disabled, in milliseconds. */
export const failingForMs = 5 * 24 * 3_600_000;
