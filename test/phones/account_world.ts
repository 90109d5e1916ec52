// One account of the running service, with the phones that a test pairs with it.
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { StockPhone } from '../support/stock_phone/stock_phone.ts';
import { hastyClock } from './hasty_clock.ts';
import { judge } from './judge.ts';
import { pair } from './pair.ts';
import type { PhoneService } from './phone_service.ts';
import type { PublicSide } from './public_side.ts';
import type { Part, PublicText, World } from './world.ts';

const haste = 5;

type PhoneOptions = ConstructorParameters<typeof StockPhone>[0];

export class AccountWorld implements World {
  readonly clock = hastyClock(haste);
  /** A service may hold back an answer for as long as the real app waits. */
  readonly callClock = systemClock;
  readonly url: string;
  readonly urls: readonly string[];
  readonly authority: string;
  readonly parts: Readonly<Record<string, Part>>;
  readonly phones: StockPhone[] = [];
  readonly #accepted: string[] = [];
  readonly #service: PhoneService;
  readonly #accountId: bigint;
  readonly #public: PublicSide;
  #devices: bigint[] = [];

  constructor(service: PhoneService, accountId: bigint, publicSide: PublicSide) {
    const { core, hub, gateway } = service;
    this.#service = service;
    this.#accountId = accountId;
    this.#public = publicSide;
    this.url = service.url;
    this.urls = service.urls;
    this.authority = service.front.authority;
    this.parts = {
      hub,
      gateway,
      core: {
        kill: () => core.kill(),
        start: async () => {
          await core.run();
        },
      },
    };
  }

  async createCode(): Promise<string> {
    return (await this.#service.core.admin.createPairingCode({ accountId: this.#accountId })).code;
  }

  /** A phone that is not paired. */
  phone(options: Partial<PhoneOptions> = {}): StockPhone {
    const { clock, callClock, url, authority } = this;
    const phone = new StockPhone({ clock, callClock, url, authority, channel: 'SSE_ONLY', ...options });
    this.phones.push(phone);
    return phone;
  }

  /** A phone that is paired. */
  async paired(options: Partial<PhoneOptions> = {}): Promise<StockPhone> {
    const phone = this.phone(options);
    await pair(phone, () => this.createCode());
    return phone;
  }

  async send(text: { address: string; body: string; phone?: number }): Promise<void> {
    const { address, body, phone } = text;
    const from = phone === undefined ? undefined : await this.deviceOf(phone);
    await this.#public.send({ address, body, ...(from !== undefined && { from: `device:${from}` }) });
    this.#accepted.push(body);
  }

  /** Cancels a text; the answer's status. */
  cancel(words: string): Promise<number> {
    return this.#public.cancel(words);
  }

  /** What has happened to a text that was seen before, in the service's own words. */
  meaningsOf(words: string): Promise<string[]> {
    return this.#public.meaningsOf(words);
  }

  /** The device of a phone, counted in the order of pairing. */
  async deviceOf(phone: number): Promise<bigint | undefined> {
    if (this.#devices[phone] === undefined) {
      const asked = { accountId: this.#accountId, limit: 100 };
      const { devices } = await this.#service.core.admin.listDevices(asked);
      this.#devices = devices.map(({ id }) => id).sort((a, b) => Number(a - b));
    }
    return this.#devices[phone];
  }

  /** Ends a phone's pairing. */
  async revoke(phone: number): Promise<void> {
    const deviceId = (await this.deviceOf(phone)) as bigint;
    await this.#service.core.admin.revokeDevice({ accountId: this.#accountId, deviceId });
  }

  texts(): Promise<PublicText[]> {
    return this.#public.texts();
  }

  /** The text with these words. */
  async textOf(words: string): Promise<PublicText | undefined> {
    return (await this.texts()).find(({ body }) => body === words);
  }

  /**
   * The faults in everything that was sent and received. The service may show a text before its answer has reached the phone,
   * and a phone may know more than the database: a fault that goes away by itself does not count.
   */
  async judge(): Promise<string[]> {
    let faults: string[] = [];
    await until('nothing is wrong', async () => {
      faults = judge({ accepted: this.#accepted, texts: await this.texts(), phones: this.phones });
      return faults.length === 0;
    }).catch(() => undefined);
    return faults;
  }

  pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.setTimeout(resolve, ms);
    });
  }

  /** Removes its phones. */
  async stop(): Promise<void> {
    for (const phone of this.phones) phone.throwAway();
  }
}
