// Names of things at Stripe, as it would make them.
import { randomUUID } from 'node:crypto';

/** A new id of a kind, like sub_... */
export const nextId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
