// The accounts of a campaign, what each of them is there for, and their keys.

/** What an account is there for. */
export type Role =
  /** Sends and receives at a steady rate. */
  | 'steady'
  /** Sends now and then and measures what it feels. */
  | 'quiet'
  /** Floods. */
  | 'greedy'
  /** Reaches its cap. */
  | 'capped';

/** A way out: the ledger that judges it. */
export type Way = 'simulated' | 'modem' | 'centre';

export interface Key {
  id: bigint;
  secret: string;
}

export interface Tenant {
  name: string;
  id: bigint;
  role: Role;
  ways: readonly Way[];
  cap: number;
  /** Good keys; those that are revoked are taken out. */
  keys: Key[];
  /** The number that carriers know it by; null without one. */
  number: string | null;
}

/** The ways of a route. */
export const isDevice = (way: Way) => way !== 'centre';

/** What the accounts of a campaign are. A simulated phone is given real texts only where there is no other way out. */
export const cast: readonly Pick<Tenant, 'name' | 'role' | 'ways'>[] = [
  { name: 'phone-1', role: 'steady', ways: ['simulated'] },
  { name: 'phone-2', role: 'steady', ways: ['simulated'] },
  { name: 'carrier-1', role: 'steady', ways: ['centre'] },
  { name: 'carrier-2', role: 'steady', ways: ['centre'] },
  { name: 'mixed-1', role: 'steady', ways: ['modem', 'centre'] },
  { name: 'modem-1', role: 'steady', ways: ['modem'] },
  { name: 'quiet-1', role: 'quiet', ways: ['simulated'] },
  { name: 'quiet-2', role: 'quiet', ways: ['centre'] },
  { name: 'greedy-1', role: 'greedy', ways: ['centre'] },
];

/** Texts a month of a small account, and of the others. */
export const caps = { small: 60, large: 10_000_000 };
/** Keys of each account: every one may make 120 requests a minute. */
export const keysEach: Record<Role, number> = { steady: 12, quiet: 4, greedy: 6, capped: 4 };
