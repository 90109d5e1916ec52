// The roles of people in an account.
/** From the least to the most: each role may do what those before it may. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** True when `role` may do what `needed` may. */
export const reaches = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
