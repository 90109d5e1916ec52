// One account with two phones, a carrier's number and two people, for a third of a minute: texts are sent, repeated, broadcast,
// cancelled, stopped, approved and erased, links are cut, phones are unpaired or lose their journal, and cores die, in an order that the seed draws.
// What the account was answered is noted, so that it can be held against what left the phones and what is stored.

import { KeyScope, RequireApproval } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import type { Message } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { SendResult } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import type { TestAccount, TestCore } from '../../support/core.ts';
import { makeLimitedKey } from '../../support/limited_keys.ts';
import { pairDevice } from '../../support/pairing.ts';
import type { Seeded } from '../../support/seeded.ts';
import { type Act, acts, actsThatPhonesOutlast, sendNew, sendToAway } from './acts.ts';
import type { Eras } from './restored_verdict.ts';
import { companyName, type StoryCompany } from './story_company.ts';
import { StoryPhone, type Submitted } from './story_phone.ts';
import { StoryWebhook } from './story_webhook.ts';

export const recipients = ['+15005550006', '+15005550008'] as const;

/** How long a story goes on, in milliseconds. */
export const storyMs = 20_000;

/** A text that was acknowledged to the account, and the event of that. */
interface Acknowledged {
  id: bigint;
  clientRef: string;
  address: string;
  event: number;
}

/** What a person wants, from the event at which it was asked for to the one at which it was acknowledged. */
interface Wish {
  address: string;
  askedAt: number;
  acknowledgedAt: number;
}

interface StoryOptions {
  clock: Clock;
  chance: Seeded;
  /** A core that serves, as far as anybody knows; another one each time. */
  core: () => TestCore | undefined;
  account: TestAccount;
  company: StoryCompany;
  /** Its number at the company. */
  number: string;
  /** Where a gateway serves, as far as anybody knows; another one each time. */
  gatewayUrl: () => string | undefined;
  /** Whether a phone may be unpaired or lose its journal; it may unless said otherwise. */
  losesPhones?: boolean;
}

export class Story {
  readonly account: TestAccount;
  readonly clock: Clock;
  readonly chance: Seeded;
  readonly company: StoryCompany;
  readonly number: string;
  readonly phones: StoryPhone[] = [];
  /** What left by the carrier. */
  readonly byCarrier: Submitted[] = [];
  readonly deviceIds: bigint[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** The events at which it was acknowledged that a person wants no more texts, by address. */
  readonly stopped = new Map<string, number>();
  readonly erasures: Wish[] = [];
  /** Texts of which it was acknowledged that they are cancelled, and the event of that. */
  readonly cancelled = new Map<bigint, number>();
  /** The words of broadcasts, and the event at which it was acknowledged that one is cancelled. */
  readonly broadcasts = new Map<bigint, { words: string; cancelledAt: number | undefined }>();
  /** Texts that wait for a person, and those that a person may have approved, whatever was answered. */
  readonly waiting = new Set<bigint>();
  readonly mayBeApproved = new Set<bigint>();
  /** What a reader of the feed was given, in order. */
  readonly seen: Message[] = [];
  /** When texts may leave at the earliest, by their names. */
  readonly sendAtMs = new Map<string, number>();
  /** Contacts that were put, by address: the event at which that was acknowledged. */
  readonly contacts = new Map<string, number>();
  approvedKey = '';
  webhook: StoryWebhook | undefined;
  readonly eras: Eras = { cutAt: Infinity, restoredAt: Infinity, releasedAt: Infinity };
  readonly #acts: readonly Act[];
  readonly #core: StoryOptions['core'];
  readonly #gatewayUrl: StoryOptions['gatewayUrl'];
  #since = 0n;
  #reading: Promise<unknown> = Promise.resolve();
  #events = 0;
  #names = 0;

  constructor(options: StoryOptions) {
    const { account, clock, chance, core, company, number, gatewayUrl, losesPhones = true } = options;
    this.#acts = losesPhones ? acts : actsThatPhonesOutlast;
    this.company = company;
    this.number = number;
    this.#gatewayUrl = gatewayUrl;
    this.account = account;
    this.clock = clock;
    this.chance = chance;
    this.#core = core;
  }

  /** Makes what it needs: the phones, the number, the webhook, and the key whose texts wait for a person. */
  async prepare(core: TestCore): Promise<void> {
    const accountId = this.account.id;
    const limits = { scopes: [KeyScope.SEND, KeyScope.READ], requireApproval: RequireApproval.ALWAYS };
    this.approvedKey = (await makeLimitedKey({ core }, this.account, limits)).secret;
    for (let number = 0; number < 2; number++) {
      const { deviceId, token } = await pairDevice(core, core.admin, accountId);
      this.deviceIds.push(deviceId);
      const chance = this.chance.stream(`phone ${number}`);
      const { clock } = this;
      const port = () => this.#core()?.device.port;
      this.phones.push(new StoryPhone({ clock, chance, token, port, nextEvent: () => this.nextEvent() }));
    }
    await core.admin.assignNumber({ accountId, carrier: companyName, number: this.number });
    const line = { ledger: this.byCarrier, nextEvent: () => this.nextEvent() };
    this.company.serve(this.number, { ...line, chance: this.chance.stream('company') });
    const chance = this.chance.stream('webhook');
    this.webhook = await StoryWebhook.start({ clock: this.clock, chance, core, accountId });
    for (const phone of this.phones) phone.start();
  }

  /** Plays it, from its first act to its last. */
  async play(): Promise<void> {
    const { chance, clock } = this;
    const count = 6 + chance.below(8);
    const reading = this.#readUntil(clock.nowMs() + storyMs);
    await Promise.all(
      Array.from({ length: count }, async () => {
        await pause(clock, chance.between(0, storyMs));
        const act = chance.pick(this.#acts);
        // What fails is not acknowledged, and so promises nothing.
        await act(this).catch(() => undefined);
      }),
    );
    await reading;
  }

  /** What left the phones and by the carrier, in its order. */
  get ledger(): Submitted[] {
    return [...this.byCarrier, ...this.phones.flatMap(({ ledger }) => ledger)].sort(
      (a, b) => a.leftAt - b.leftAt,
    );
  }

  get isIdle(): boolean {
    return this.phones.every(({ isIdle }) => isIdle);
  }

  /** A core that serves, as far as anybody knows. */
  core(): TestCore {
    const core = this.#core();
    if (!core) throw new Error('no core serves');
    return core;
  }

  /** A gateway that serves, as far as anybody knows. */
  gatewayUrl(): string {
    const url = this.#gatewayUrl();
    if (url === undefined) throw new Error('no gateway serves');
    return url;
  }

  nextEvent(): number {
    return ++this.#events;
  }

  /** The database was copied. */
  cut(): void {
    this.eras.cutAt = this.nextEvent();
  }

  /** The copy takes the database's place: the webhook may bring older changes again. */
  restored(): void {
    this.eras.restoredAt = this.nextEvent();
    this.webhook?.restored();
  }

  /** What is held is let go. */
  released(): void {
    this.eras.releasedAt = this.nextEvent();
  }

  /** Sends a few texts that wait. */
  sendToAway(): Promise<unknown> {
    return sendToAway(this);
  }

  /** Sends a few texts that nobody has sent before. */
  sendNew(): Promise<unknown> {
    return sendNew(this);
  }

  /** A name that comes once. */
  name(kind: string): string {
    return `${kind} ${++this.#names}`;
  }

  /** Notes what a send was answered; returns its text, if it was accepted. */
  note(clientRef: string, address: string, outcome: SendResult['outcome'] | undefined): bigint | undefined {
    if (outcome?.case !== 'accepted') return undefined;
    const id = outcome.value.message?.id ?? 0n;
    this.acknowledge(id, clientRef, address);
    return id;
  }

  acknowledge(id: bigint, clientRef: string, address: string): void {
    this.acknowledged.push({ id, clientRef, address, event: this.nextEvent() });
  }

  noteStop(address: string, event: number): void {
    this.stopped.set(address, Math.min(this.stopped.get(address) ?? Number.POSITIVE_INFINITY, event));
  }

  /** Reads the feed from where it was read before; one read after the other. */
  read(): Promise<unknown> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn());
    return this.#reading;
  }

  /** A program that reads the feed now and then. */
  async #readUntil(endMs: number): Promise<void> {
    while (this.clock.nowMs() < endMs) {
      await pause(this.clock, this.chance.between(200, 2_500));
      await this.read().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    for (const phone of this.phones) phone.stop();
    await this.webhook?.stop();
  }

  async #readOn(): Promise<void> {
    const accountId = this.account.id;
    for (let hasMore = true; hasMore; ) {
      const queries = [{ accountId, since: this.#since, limit: 3 }];
      const [page] = (await this.core().messages.listChanges({ queries })).pages;
      if (!page) throw new Error('no page was answered');
      // Its place is of a time that a restore has lost: it goes on from the last one that both have.
      const { newestSeq = this.#since } = page;
      const isAhead = newestSeq < this.#since;
      this.seen.push(...page.messages);
      this.#since = isAhead ? newestSeq : page.nextSince;
      hasMore = isAhead || page.hasMore;
    }
  }
}
