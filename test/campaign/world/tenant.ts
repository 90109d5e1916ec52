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
  | 'capped'
  /** Belongs to one story, at that story's own rate. */
  | 'story'
  /** Sends at short, even intervals and shows when sends are acknowledged. */
  | 'probe';

/** A route: the ledger that judges it. */
export type Way = 'simulated' | 'modem' | 'smsc';

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
  /** The SMSCs, by their places, at which it has that number: the only ones that take its texts. */
  smscs: readonly number[];
}

/** The ways of a route. */
export const isDevice = (way: Way) => way !== 'smsc';

/** What an account is opened with. */
export type TenantForm = Pick<Tenant, 'name' | 'role' | 'ways' | 'smscs'>;

/** The SMSCs of everybody, and the one of those whose texts are refused for now so often that it is theirs alone. */
export const smscs = { common: [0, 1], busy: [2] } as const;

/** What the accounts of a campaign are. A simulated phone is given real texts only where there is no other route. */
export const cast: readonly TenantForm[] = [
  { name: 'phone-1', role: 'steady', ways: ['simulated'], smscs: smscs.common },
  { name: 'phone-2', role: 'steady', ways: ['simulated'], smscs: smscs.common },
  { name: 'carrier-1', role: 'steady', ways: ['smsc'], smscs: smscs.common },
  { name: 'carrier-2', role: 'steady', ways: ['smsc'], smscs: smscs.common },
  { name: 'mixed-1', role: 'steady', ways: ['modem', 'smsc'], smscs: smscs.common },
  { name: 'modem-1', role: 'steady', ways: ['modem'], smscs: smscs.common },
  { name: 'quiet-1', role: 'quiet', ways: ['simulated'], smscs: smscs.common },
  { name: 'quiet-2', role: 'quiet', ways: ['smsc'], smscs: smscs.common },
  { name: 'greedy-1', role: 'greedy', ways: ['smsc'], smscs: smscs.common },
  { name: 'stops-1', role: 'story', ways: ['modem', 'smsc'], smscs: smscs.busy },
  { name: 'stops-2', role: 'story', ways: ['simulated'], smscs: smscs.common },
  { name: 'cancels-1', role: 'story', ways: ['smsc'], smscs: smscs.common },
  { name: 'later-1', role: 'story', ways: ['smsc'], smscs: smscs.common },
  { name: 'batches-1', role: 'story', ways: ['smsc'], smscs: smscs.common },
];

/** Those of a campaign whose database is a cluster: nobody floods, so that what is measured is the failover. */
export const clusterCast: readonly TenantForm[] = [
  ...cast.map((form) => (form.role === 'greedy' ? { ...form, role: 'story' as const } : form)),
  { name: 'probe-1', role: 'probe', ways: ['smsc'], smscs: smscs.common },
];

/** Those of a cluster beside other work: one of each role and way, and none for stories. */
export const smallCast: readonly TenantForm[] = clusterCast.filter(({ name }) =>
  ['phone-1', 'mixed-1', 'quiet-2', 'probe-1'].includes(name),
);

/** Texts a month of a small account, and of the others. */
export const caps = { small: 60, large: 10_000_000 };
/** Keys of each account: every one may make 120 requests a minute. */
export const keysEach: Record<Role, number> = {
  steady: 12,
  quiet: 4,
  greedy: 6,
  capped: 4,
  story: 8,
  probe: 12,
};
