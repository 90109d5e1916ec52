// One account with a phone and two people, for a third of a minute: texts are sent, repeated, cancelled, stopped, confirmed and
// erased, links are cut and cores die, in an order that the seed draws. Then everything is whole again, and what the account was
// answered is held against what left the phone and what is stored.
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  ConfirmationDecision,
  ConfirmationService,
} from '../../../proto/gen/textrelay/v1/confirmation_service_pb.ts';
import { KeyConfirm, KeyScope } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { type Message, MessageStatus } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { SendResult } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OptOutService, OptOutSource } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { clientOf, type TestAccount, type TestCore } from '../../support/core.ts';
import type { Seeded } from '../../support/seeded.ts';
import { StoryPhone } from './story_phone.ts';

export const people = ['+15005550006', '+15005550008'] as const;

/** How long a story goes on, in milliseconds. */
export const storyMs = 20_000;

/** What was acknowledged to the account. */
export interface Acknowledged {
  id: bigint;
  clientRef: string;
  address: string;
  isReplay: boolean;
}

export interface StoryOptions {
  clock: Clock;
  chance: Seeded;
  /** A core that serves, as far as anybody knows; another one each time. */
  core: () => TestCore | undefined;
  account: TestAccount;
}

export class Story {
  readonly account: TestAccount;
  readonly phone: StoryPhone;
  readonly acknowledged: Acknowledged[] = [];
  /** The event at which it was acknowledged that a person wants no more, by address. */
  readonly stopped = new Map<string, number>();
  /** The event at which it was acknowledged that a text is cancelled, by id. */
  readonly cancelled = new Map<bigint, number>();
  /** Those that a person has confirmed or refused, with the event; texts of that key leave only when confirmed. */
  readonly decided = new Map<bigint, { isConfirmed: boolean; event: number }>();
  /** Texts that wait for a person, and those that a person may have confirmed, whatever was answered. */
  readonly waiting = new Set<bigint>();
  readonly mayBeConfirmed = new Set<bigint>();
  /** What a reader of the feed was given, in order. */
  readonly seen: Message[] = [];
  readonly #options: StoryOptions;
  #confirmedKey = '';
  #since = 0n;
  #reading: Promise<unknown> = Promise.resolve();
  #events = 0;
  #names = 0;

  constructor(options: StoryOptions) {
    this.#options = options;
    this.account = options.account;
    this.phone = new StoryPhone({
      clock: options.clock,
      chance: options.chance.stream('phone'),
      token: options.account.deviceToken,
      port: () => options.core()?.device.port,
      nextEvent: () => ++this.#events,
    });
  }

  /** Makes the key whose texts wait for a person. */
  async prepare(core: TestCore): Promise<void> {
    const policy = {
      scopes: [KeyScope.SEND, KeyScope.READ],
      recipients: ['any'],
      confirm: KeyConfirm.ALWAYS,
    };
    this.#confirmedKey = (await core.admin.createKey({ accountId: this.account.id, policy })).secret;
    this.phone.start();
  }

  /** Plays it, from its first act to its last. */
  async play(): Promise<void> {
    const { chance, clock } = this.#options;
    const acts = 6 + chance.below(8);
    await Promise.all(
      Array.from({ length: acts }, async () => {
        await pause(clock, chance.between(0, storyMs));
        const act = chance.pick(this.#acts);
        // What fails is not acknowledged, and so promises nothing.
        await act().catch(() => undefined);
      }),
    );
  }

  readonly #acts: readonly (() => Promise<unknown>)[] = [
    () => this.#send({}),
    () => this.#send({}),
    () => this.#sendAgain(),
    () => this.#send({ sendAt: timestampFromMs(this.#options.clock.nowMs() + 3_000) }),
    () => this.#sendWaiting(),
    () => this.#decide(),
    () => this.#cancel(),
    () => this.#stop(),
    () => this.#optOut(),
    () => this.read(),
    async () => this.phone.cut(),
  ];

  #core(): TestCore {
    const core = this.#options.core();
    if (!core) throw new Error('no core serves');
    return core;
  }

  async #send(more: { sendAt?: ReturnType<typeof timestampFromMs> }, clientRef = `text ${++this.#names}`) {
    const address = this.#options.chance.pick(people);
    const texts = [{ accountId: this.account.id, address, body: clientRef, clientRef, ...more }];
    const { results } = await this.#core().messages.sendMessages({ texts });
    this.#note(clientRef, address, results[0]?.outcome);
  }

  #note(clientRef: string, address: string, outcome: SendResult['outcome'] | undefined): bigint | undefined {
    if (outcome?.case !== 'accepted') return undefined;
    const id = outcome.value.message?.id ?? 0n;
    this.acknowledged.push({ id, clientRef, address, isReplay: outcome.value.replayed });
    return id;
  }

  /** The same text twice at once, as a client does that was not answered in time. */
  async #sendAgain(): Promise<void> {
    const clientRef = `text ${++this.#names}`;
    await Promise.allSettled([this.#send({}, clientRef), this.#send({}, clientRef)]);
  }

  async #sendWaiting(): Promise<void> {
    const { id: accountId } = this.account;
    const core = this.#core();
    const clientRef = `waiting ${++this.#names}`;
    const address = this.#options.chance.pick(people);
    const texts = [{ accountId, admittedKey: this.#confirmedKey, address, body: clientRef, clientRef }];
    const { results } = await core.messages.sendMessages({ texts });
    const id = this.#note(clientRef, address, results[0]?.outcome);
    if (id !== undefined) this.waiting.add(id);
  }

  async #decide(): Promise<void> {
    const open = [...this.waiting].filter((id) => !this.decided.has(id));
    if (open.length === 0) return;
    const messageId = this.#options.chance.pick(open);
    const isConfirmed = this.#options.chance.chance(0.7);
    if (isConfirmed) this.mayBeConfirmed.add(messageId);
    const decision = isConfirmed ? ConfirmationDecision.CONFIRMED : ConfirmationDecision.REJECTED;
    await clientOf(ConfirmationService, this.#core()).decideConfirmation({
      ...{ accountId: this.account.id, messageId, decision },
    });
    this.decided.set(messageId, { isConfirmed, event: ++this.#events });
  }

  async #cancel(): Promise<void> {
    if (this.acknowledged.length === 0) return;
    const { id } = this.#options.chance.pick(this.acknowledged);
    const target = { case: 'id' as const, value: id };
    const { message } = await this.#core().messages.cancelMessage({ accountId: this.account.id, target });
    // One that a device has is only asked back.
    if (message?.status === MessageStatus.FAILED) this.cancelled.set(id, ++this.#events);
  }

  /** Reads the feed from where it was read before; one read after the other. */
  read(): Promise<unknown> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn());
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    const accountId = this.account.id;
    for (let hasMore = true; hasMore; ) {
      const queries = [{ accountId, since: this.#since, limit: 3 }];
      const [page] = (await this.#core().messages.listChanges({ queries })).pages;
      if (!page) throw new Error('no page was answered');
      this.seen.push(...page.messages);
      this.#since = page.nextSince;
      ({ hasMore } = page);
    }
  }

  /** A person writes STOP to the phone. */
  async #stop(): Promise<void> {
    const address = this.#options.chance.pick(people);
    const name = `stop ${++this.#names} ${address}`;
    this.phone.receive(name, address, 'STOP');
  }

  async #optOut(): Promise<void> {
    const address = this.#options.chance.pick(people);
    await clientOf(OptOutService, this.#core()).addOptOut({
      ...{ accountId: this.account.id, address, source: OptOutSource.API },
    });
    this.stopped.set(
      address,
      Math.min(this.stopped.get(address) ?? Number.POSITIVE_INFINITY, ++this.#events),
    );
  }
}
