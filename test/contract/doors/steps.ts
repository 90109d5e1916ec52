// One step of a case: what is asked, in the same words, through either door.
import type { ActName } from './delivery.ts';
import type { AskedStats, Caller, Door, Hours, Outcome, Text } from './door.ts';
import type { World, WorldOptions } from './world.ts';

/** Asks one thing. `earlier` is what was answered before it. */
export type Step = (door: Door, world: World, earlier: Outcome[]) => Promise<Outcome>;

export interface Case {
  name: string;
  world?: WorldOptions;
  /** Who asks; the account's own key when left out. Such a case is about keys: a door that judges none is left out. */
  as?: (world: World) => Caller | Promise<Caller>;
  steps: Step[];
  /** What each step is answered with. */
  codes: string[];
}

export const number = '+15005550006';
export const send =
  (text: Partial<Text> = {}): Step =>
  (door, { caller }) =>
    door.send(caller, { address: number, body: 'hello', ...text });
export const usage: Step = (door, { caller }) => door.getUsage(caller);
export const accounts: Step = (door, { caller }) => door.listAccounts(caller);
export const me: Step = (door, { caller }) => door.getMe(caller);
export const changes =
  (limit?: number, from?: string): Step =>
  (door, { caller }) =>
    door.listChanges(caller, { ...(limit !== undefined && { limit }), ...(from !== undefined && { from }) });
export const threads =
  (limit?: number): Step =>
  (door, { caller }) =>
    door.listThreads(caller, limit === undefined ? {} : { limit });
export const thread =
  (address: string, limit?: number): Step =>
  (door, { caller }) =>
    door.listThreadMessages(caller, address, limit === undefined ? {} : { limit });
export const message =
  (id: string): Step =>
  (door, { caller }) =>
    door.getMessage(caller, id);
export const plan =
  (name: string): Step =>
  (door, { caller }) =>
    door.changePlan(caller, name);

export const optOut =
  (address = number): Step =>
  (door, { caller }) =>
    door.addOptOut(caller, address);
export const optIn =
  (address = number): Step =>
  (door, { caller }) =>
    door.removeOptOut(caller, address);
export const optOuts =
  (asked: { limit?: number; address?: string } = {}): Step =>
  (door, { caller }) =>
    door.listOptOuts(caller, asked);
export const stats =
  (asked: AskedStats = {}): Step =>
  (door, { caller }) =>
    door.listStats(caller, asked);
export const quietHours: Step = (door, { caller }) => door.getQuietHours(caller);
export const beQuiet =
  (hours: Partial<Hours> = {}): Step =>
  (door, { caller }) =>
    door.setQuietHours(caller, { time_zone: 'UTC', from: '00:00', until: '23:59', ...hours });
export const beQuietNoMore: Step = (door, { caller }) => door.clearQuietHours(caller);
export const importOptOuts =
  (csv: string): Step =>
  (door, { caller }) =>
    door.importOptOuts(caller, csv);

export const cancel =
  (id: string): Step =>
  (door, { caller }) =>
    door.cancel(caller, id);
export const events =
  (id: string): Step =>
  (door, { caller }) =>
    door.listEvents(caller, id);
export const outcome =
  (id: string): Step =>
  (door, { caller }) =>
    door.findOutcome(caller, id);
export const arrange =
  (act: ActName, body?: Record<string, unknown>, name = 'shop'): Step =>
  (door, { caller }) =>
    door.arrange(caller, act, name, body);
/** Reads on with a lease, or with the one that the step of this place was answered with. */
export const readConsumer =
  (lease?: string | number): Step =>
  (door, { caller }, earlier) =>
    door.readConsumer(caller, 'shop', typeof lease === 'number' ? leaseOf(earlier[lease]) : lease);
/** Acknowledges with the lease that the step of this place was answered with. */
export const acknowledge =
  (seq: number, at: number): Step =>
  (door, { caller }, earlier) =>
    door.arrange(caller, 'ackConsumer', 'shop', { seq, lease: leaseOf(earlier[at]) });
const leaseOf = (outcome: Outcome | undefined) => (outcome as { answer: { lease: string } }).answer.lease;

/** Each endpoint once; those that platform keys may use are the last three. */
export const everything = [
  stats(),
  quietHours,
  beQuietNoMore,
  optOuts(),
  optOut('+15005550009'),
  send(),
  message('1'),
  events('1'),
  outcome('1'),
  cancel('1'),
  arrange('putConsumer', {}),
  readConsumer(),
  arrange('putWebhook', { url: 'https://shop.example/' }),
  arrange('getWebhook'),
  changes(),
  threads(),
  thread(number),
  me,
  usage,
  plan('pro'),
  accounts,
];
