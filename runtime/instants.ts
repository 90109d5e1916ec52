// The range of instants that come from outside: the years that every form of an instant writes with four digits, from 1970 on.

/** 9999-12-31T23:59:59.999Z, in milliseconds since the Unix epoch. */
export const latestInstantMs = 253_402_300_799_999;

/** Whether this is an instant that can be stored, compared and written again, in milliseconds since the Unix epoch. */
export const isInstant = (atMs: number): boolean => atMs >= 0 && atMs <= latestInstantMs;

/** For the refusal of any other, after the field's name and "must". */
export const instantRange = 'lie in the years 1970 to 9999';
