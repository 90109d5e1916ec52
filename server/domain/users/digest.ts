// Mails that bring people new replies.

/** How often somebody wants one: each hour, or each morning, that something is new. */
export type Digest = 'never' | 'hourly' | 'daily';

/** When the morning's mail is due, in hours of the day. */
export const morningHour = 8;
