// One account's way through plan changes, payments, events and faults, drawn from a seed. After each step the ledger is compared, and
// at the end the account must be as Stripe has it within ten minutes.

import { ConnectError } from '@connectrpc/connect';
import { createIntentId } from '../../../server/domain/plans/plan_intent.ts';
import { isLiveStatus } from '../../../server/domain/plans/quota.ts';
import type { openInspector } from '../../support/database.ts';
import type { DeliveryPlan } from '../../support/stripe_fake/events.ts';
import type { Hold } from '../../support/stripe_fake/faults.ts';
import { openLibrary } from '../../support/stripe_fake/library.ts';
import type { HeldSubscription } from '../../support/stripe_fake/store.ts';
import { checkoutIn } from '../stripe_settings.ts';
import type { StripeWorld } from '../stripe_world.ts';
import { chargesSince, isAskedFor, planOfPrice, type ShownSubscription, type Wish } from './ledger.ts';

/** How long an account may be behind Stripe once that is well. */
const behindMs = 600_000;

const ranks = ['starter', 'growth', 'pro'];

export class Course {
  readonly world: StripeWorld;
  readonly accountId: bigint;
  readonly customers = new Set<string>();
  readonly foreign: HeldSubscription[] = [];
  readonly wishes: Wish[] = [];
  readonly said: string[] = [];
  readonly faults: string[] = [];
  holds: Hold[] = [];
  isErased = false;
  charges = 0;
  readonly #sql: ReturnType<typeof openInspector>;
  readonly #firstEvent: number;
  #checkedTo: number;
  #link: string | undefined;
  #troubleMs = 0;
  /** What the account's live subscription stood for, and when. */
  readonly #seen: { atMs: number; plan: string | null }[] = [];

  constructor(world: StripeWorld, accountId: bigint, sql: ReturnType<typeof openInspector>) {
    this.world = world;
    this.accountId = accountId;
    this.#sql = sql;
    this.#firstEvent = world.fake.events.made.length;
    this.#checkedTo = this.#firstEvent;
  }

  get fake() {
    return this.world.fake;
  }

  /** Subscriptions that were made for the account, whatever became of them. */
  own(): HeldSubscription[] {
    return [...this.fake.store.subscriptions.values()].filter(
      ({ metadata, items }) =>
        metadata.account_id === String(this.accountId) &&
        items.some(({ price }) => planOfPrice(price) !== null),
    );
  }

  live = (): HeldSubscription[] => this.own().filter(({ status }) => isLiveStatus(status));

  unfinished = (): HeldSubscription | undefined =>
    this.own().find(({ status }) => ['unpaid', 'paused', 'incomplete'].includes(status));

  /** The newest link to a checkout that can be paid, of those that somebody was given. */
  openLink(): string | undefined {
    const id = this.#link?.slice(this.#link.lastIndexOf('/') + 1);
    return id && this.fake.store.sessions.get(id)?.status === 'open' ? this.#link : undefined;
  }

  async subscribe(plan: string): Promise<void> {
    await this.wish(plan, 0);
    const { customer } = this.fake.payCheckout(checkoutIn(this.#link));
    this.customers.add(customer as string);
    await this.deliver({});
  }

  async wish(plan: string, core: number): Promise<void> {
    const { made } = this.fake.events;
    const wish: Wish = { plan, begunAt: made.length, answeredAt: null, answer: null };
    this.wishes.push(wish);
    const startPlans = this.#plans();
    try {
      const { applied, checkoutUrl } = await this.world.changePlan(this.accountId, plan, core);
      wish.answer = applied ? 'applied' : 'link';
      if (checkoutUrl?.includes('//checkout.')) this.#link = checkoutUrl;
      const reached = [...startPlans, ...this.#plans(), ...this.#plansSince(wish.begunAt)];
      if (applied && !reached.includes(plan))
        this.faults.push(`${plan} was said to be in effect, and Stripe has ${this.#plans()}`);
    } catch (error) {
      const { rawMessage } = ConnectError.from(error);
      wish.answer = rawMessage.includes('ask again to learn') ? 'unknown' : 'refused';
      this.said.push(`  ${plan}: ${rawMessage}`);
    }
    wish.answeredAt = made.length;
    this.said.push(`  ${plan}: ${wish.answer}`);
  }

  /** A caller whose core dies: what it decided is stored, and Stripe was asked or not. */
  async dyingWish(plan: string, isAsked: boolean): Promise<void> {
    const [held] = this.live();
    const item = held?.items.find(({ price }) => planOfPrice(price) !== null);
    const before = planOfPrice(item?.price);
    if (!held || !item || before === null || before === plan) return;
    const nowMs = this.world.simulation.time.nowMs();
    const isMore = ranks.indexOf(plan) > ranks.indexOf(before);
    const key = createIntentId(isMore ? 'upgrade' : 'downgrade', nowMs, held.id);
    const left = await this
      .#sql`update billing set intent_id = ${key}, intent_plan = ${plan}, intent_holder = 'dead',
      intent_leased_until = ${new Date(nowMs + 30_000)} where account_id = ${this.accountId} and intent_id is null returning 1`;
    if (left.length === 0) return;
    this.wishes.push({ plan, begunAt: this.fake.events.made.length, answeredAt: null, answer: null });
    if (!isAsked) return;
    const asked = openLibrary(this.fake).subscriptions.update(
      held.id,
      {
        items: [{ id: item.id, price: `price_${plan}` }],
        metadata: { account_id: String(this.accountId) },
        ...(isMore
          ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
          : { proration_behavior: 'create_prorations' }),
      },
      { idempotencyKey: key },
    );
    // Nobody waits for its answer.
    asked.catch(() => undefined);
    await this.world.simulation.idle();
  }

  async deliver(plan: DeliveryPlan): Promise<void> {
    await this.world.deliver(plan);
  }

  trouble(begin: () => unknown): void {
    this.#troubleMs = this.world.simulation.time.nowMs();
    begin();
  }

  release(): void {
    for (const hold of this.holds.splice(0)) hold.release();
  }

  heal(): void {
    this.holds = [];
    this.fake.faults.clear();
    this.#troubleMs = this.world.simulation.time.nowMs();
  }

  async pass(ms: number, core: number): Promise<void> {
    this.world.simulation.leap(ms);
    await this.world.sweep(core);
  }

  async erase(): Promise<void> {
    const { admin } = this.world.stack.core;
    const hadPayer = this.live().length > 0 || this.unfinished() !== undefined;
    try {
      await admin.eraseAccount({ accountId: this.accountId, name: 'Test' });
      this.isErased = true;
      if (hadPayer) this.faults.push('an account was erased that somebody paid for');
      if (this.openLink()) this.faults.push('an erased account can still be paid for');
    } catch (error) {
      this.said.push(`  not erased: ${ConnectError.from(error).rawMessage}`);
    }
  }

  /** Compares the ledger: to be called after each step. */
  async check(): Promise<void> {
    const { made } = this.fake.events;
    const mine = new Set(this.own().map(({ id }) => id));
    for (const charge of chargesSince(this.fake, this.#checkedTo)) {
      if (!mine.has(charge.subscription)) continue;
      this.charges++;
      if (!isAskedFor(charge, this.wishes))
        this.faults.push(`${charge.cents} were charged for ${charge.plan}, which nobody asked for`);
    }
    this.#checkedTo = made.length;
    if (this.live().length > 1) this.faults.push(`there are ${this.live().length} live subscriptions`);
    for (const { items, updates } of this.foreign)
      if (updates > 0 || items.map(({ price }) => price).join() !== 'price_support')
        this.faults.push('another product was written to');
    const nowMs = this.world.simulation.time.nowMs();
    this.#seen.push({ atMs: nowMs, plan: this.#plans()[0] ?? null });
    if (this.isErased) return;
    const { plan, status } = await this.world.usageOf(this.accountId);
    if (plan === undefined || !isLiveStatus(status ?? null)) return;
    const sinceMs = Math.min(nowMs, Math.max(this.#troubleMs, nowMs - behindMs)) - behindMs;
    const paid = this.#seen.filter(({ atMs }) => atMs >= sinceMs).map((each) => each.plan);
    if (!paid.includes(plan) && !this.#plansSince(this.#firstEvent).includes(plan))
      this.faults.push(`${plan} is granted, and Stripe has ${this.#plans().join() || 'none'}`);
  }

  /** All is well, and ten minutes pass: the account must be as Stripe has it. */
  async rest(): Promise<void> {
    this.release();
    this.heal();
    for (let passed = 0; passed < behindMs; passed += 30_000) {
      this.world.simulation.leap(30_000);
      await this.world.sweep((passed / 30_000) % 2);
    }
    await this.check();
    if (this.isErased) return;
    const intents = await this
      .#sql`select from billing where account_id = ${this.accountId} and intent_id is not null`;
    if (intents.length > 0) this.faults.push('a plan change is still under way');
    const { plan, status } = await this.world.usageOf(this.accountId);
    const [live] = this.live();
    const paid = this.#plans()[0];
    if (live ? plan !== paid || status !== live.status : isLiveStatus(status ?? null))
      this.faults.push(`at rest the account is ${plan} ${status}, and Stripe has ${paid} ${live?.status}`);
  }

  #plans = (): string[] =>
    this.live().flatMap(({ items }) => items.flatMap(({ price }) => planOfPrice(price) ?? []));

  /** What the account's subscriptions stood for while they were live, by Stripe's events from a position on. */
  #plansSince(from: number): string[] {
    return this.fake.events.made.slice(from).flatMap(({ data }) => {
      const object = data.object as ShownSubscription;
      const isMine =
        object.object === 'subscription' && object.metadata.account_id === String(this.accountId);
      return isMine && isLiveStatus(object.status)
        ? object.items.data.flatMap(({ price }) => planOfPrice(price.id) ?? [])
        : [];
    });
  }
}
