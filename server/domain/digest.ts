// Mails that tell people of new replies.

/** How often somebody wants one: each hour, or each morning, that something is new. */
export type Digest = (typeof digests)[number];
export const digests = ['never', 'hourly', 'daily'] as const;

/** When the morning's mail is due, in hours of the day. */
export const morningHour = 8;
