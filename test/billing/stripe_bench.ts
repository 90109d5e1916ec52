// Stripe's fake as the counterpart of crash tests and storms. They name an account, and each fault lasts
// until it is healed.
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { clientOf, type TestCore } from '../support/core.ts';
import type { SignedEvent as Signed } from '../support/stripe_fake/events.ts';
import { type StripeFake, startStripeFake } from '../support/stripe_fake/stripe_fake.ts';
import type { Counterpart } from './counterpart.ts';
import { checkoutIn, prices, settingsOf } from './stripe_settings.ts';

/** An event as it reaches the core. */
export interface SignedEvent {
  id: string;
  payload: Buffer;
  signature: string;
}

export interface StripeBench extends Counterpart {
  /** Its state, which a test may change as a person at Stripe's dashboard would. */
  store: StripeFake['store'];
  /** Pays a checkout, and no core learns of it. */
  payWithoutEvent(checkoutUrl: string): Promise<void>;
  /** Ends an account's subscriptions. */
  cancel(accountId: bigint): Promise<void>;
  setDeclining(accountId: bigint, isDeclining: boolean): void;
  /** The events since the last time, signed now. */
  takeEvents(): SignedEvent[];
  /** Sends them to a core, in order. */
  deliver(core: TestCore): Promise<void>;
  /** An event about an object of the test's own. */
  sign(object: unknown): SignedEvent;
  findSubscriptionIds(accountId: bigint): string[];
  countUpdates(accountId: bigint): number;
  countRequests(): number;
  /** Fails the next requests without doing anything. */
  fail(status: number, times: number): void;
  /** Answers the next writes that their key is in use. */
  conflict(times: number): void;
  /** Does the next writes, but closes the connection instead of answering. */
  dropAfterApplying(times: number): void;
  /** Answers no further request. */
  silence(): void;
  /** Holds back the next answer to a path. `asked` resolves once that answer is ready. */
  holdNextAnswer(path: string): { asked: Promise<void>; release(): void };
  /** Ends all faults. */
  heal(): void;
}

const forEver = 1_000_000;
const planOf = (id: string) => prices.find(({ price }) => price === id)?.plan ?? id;
const toEvent = ({ event, payload, signature }: Signed): SignedEvent => ({
  id: event.id,
  payload,
  signature,
});

/** Starts it on a free port, on the machine's time unless a clock is given. */
export async function openStripeBench(clock?: Clock): Promise<StripeBench> {
  const fake = await startStripeFake(clock && { clock });
  const { store, faults, events } = fake;

  const subscriptionsOf = (accountId: bigint) =>
    [...store.subscriptions.values()].filter(({ metadata }) => metadata.account_id === String(accountId));
  const liveOf = (accountId: bigint) =>
    subscriptionsOf(accountId).filter(({ status }) => status === 'active');
  const takeEvents = () => events.pending.splice(0).map((event) => toEvent(events.sign(event)));
  const deliver = async (core: TestCore) => {
    for (const event of takeEvents()) await clientOf(PlanService, core).receiveEvent(event);
  };
  const payWithoutEvent = async (checkoutUrl: string) => void fake.payCheckout(checkoutIn(checkoutUrl));

  return {
    store,
    settings: settingsOf(fake, 2_000),
    environment: {
      TEXTRELAY_BILLING: 'stripe',
      STRIPE_SECRET_KEY: fake.secretKey,
      STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      TEXTRELAY_STRIPE_PRICES: prices.map(({ plan, price }) => `${plan}=${price}`).join(),
      TEXTRELAY_STRIPE_API_URL: fake.url,
    },
    payWithoutEvent,
    async pay(core, checkoutUrl) {
      await payWithoutEvent(checkoutUrl);
      await deliver(core);
    },
    async cancel(accountId) {
      for (const { id } of liveOf(accountId)) fake.cancelSubscription(id);
    },
    setDeclining(accountId, isDeclining) {
      for (const { customer } of subscriptionsOf(accountId))
        fake.setCard(customer, isDeclining ? 'declined' : 'ok');
    },
    takeEvents,
    deliver,
    sign: (object) => toEvent(events.sign(events.create('any', object))),
    listSubscriptions: async (accountId) =>
      liveOf(accountId).map(({ items, status }) => ({ plan: planOf(items[0]?.price ?? ''), status })),
    findSubscriptionIds: (accountId) => subscriptionsOf(accountId).map(({ id }) => id),
    listOpenCheckouts: async (accountId) =>
      [...store.sessions.values()]
        .filter(
          ({ clientReferenceId, status }) => clientReferenceId === String(accountId) && status === 'open',
        )
        .map(({ id }) => id),
    countUpdates: (accountId) => subscriptionsOf(accountId).reduce((sum, { updates }) => sum + updates, 0),
    countRequests: () => fake.calls.length,
    fail: (status, times) => faults.fail(status, { times }),
    conflict: (times) => faults.conflict({ method: 'POST', times }),
    dropAfterApplying: (times) => faults.dropAfterApplying({ method: 'POST', times }),
    silence: () => void faults.holdBeforeApplying({ times: forEver }),
    holdNextAnswer(path) {
      const { held, release } = faults.holdAnswer({ path });
      return { asked: held, release };
    },
    heal: () => faults.clear(),
    stop: () => fake.stop(),
  };
}
