// One account of the service, with the phones that a test pairs with it.
import type { PartClock } from '../simulation/time.ts';
import { StockPhone } from '../support/stock_phone/stock_phone.ts';
import { judge } from './judge.ts';
import type { PhoneService } from './phone_service.ts';
import type { PublicSide } from './public_side.ts';
import type { Part, PublicText, World } from './world.ts';

type PhoneOptions = ConstructorParameters<typeof StockPhone>[0];

export class AccountWorld implements World {
  readonly clock: PartClock;
  readonly url: string;
  readonly urls: readonly string[];
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
    this.clock = service.service.newPart('phones').clock;
    this.url = service.url;
    this.urls = service.urls;
    this.parts = { hub, gateway, core };
  }

  async createCode(): Promise<string> {
    const { admin } = this.#service.core.running;
    return (await admin.createPairingCode({ accountId: this.#accountId })).code;
  }

  /** A phone that is not paired. */
  phone(options: Partial<PhoneOptions> = {}): StockPhone {
    const { clock, url } = this;
    const phone = new StockPhone({ clock, url, channel: 'SSE_ONLY', ...options });
    this.phones.push(phone);
    return phone;
  }

  /** A phone that is paired, listens and has nothing to do. */
  async paired(options: Partial<PhoneOptions> = {}): Promise<StockPhone> {
    const phone = this.phone(options);
    await this.pair(phone);
    await this.pass('1 s');
    return phone;
  }

  async pair(phone: StockPhone, code?: string): Promise<void> {
    await this.during(phone.pair(code ?? (await this.createCode())));
  }

  async send(text: { address: string; body: string; phone?: number }): Promise<void> {
    const { address, body, phone } = text;
    const from = phone === undefined ? undefined : await this.deviceOf(phone);
    await this.#public.send({ address, body, ...(from !== undefined && { from: `device:${from}` }) });
    this.#accepted.push(body);
  }

  /** Sends many texts in one request to the core. */
  async sendAll(texts: readonly { address: string; body: string }[]): Promise<void> {
    const accountId = this.#accountId;
    const asked = { texts: texts.map((text) => ({ ...text, accountId })) };
    const { results } = await this.#service.core.running.messages.sendMessages(asked);
    for (const [at, { outcome }] of results.entries())
      if (outcome.case === 'accepted') this.#accepted.push((texts[at] as { body: string }).body);
      else throw new Error(`a text was not accepted: ${outcome.case}`);
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
      const { devices } = await this.#service.core.running.admin.listDevices(asked);
      this.#devices = devices.map(({ id }) => id).sort((a, b) => Number(a - b));
    }
    return this.#devices[phone];
  }

  /** Ends a phone's pairing. */
  async revoke(phone: number): Promise<void> {
    const deviceId = (await this.deviceOf(phone)) as bigint;
    await this.#service.core.running.admin.unpairDevice({ accountId: this.#accountId, id: deviceId });
  }

  texts(): Promise<PublicText[]> {
    return this.#public.texts();
  }

  /** The text with these words. */
  async textOf(words: string): Promise<PublicText | undefined> {
    return (await this.texts()).find(({ body }) => body === words);
  }

  /** The faults in everything that was sent and received. */
  async judge(): Promise<string[]> {
    return judge({ accepted: this.#accepted, texts: await this.texts(), phones: this.phones });
  }

  pass(duration: string | number): Promise<void> {
    return this.#service.service.simulation.run(duration);
  }

  /** Asks for something; time passes while it is answered. */
  during<T>(happening: Promise<T>): Promise<T> {
    return this.#service.service.simulation.during(happening);
  }

  /** Removes its phones, so that the hub has nothing more to do for them. */
  async stop(): Promise<void> {
    for (const phone of this.phones) phone.throwAway();
    this.clock.kill();
    const { admin } = this.#service.core.running;
    const { devices } = await admin.listDevices({ accountId: this.#accountId, limit: 100 });
    for (const { id: deviceId } of devices)
      await admin.unpairDevice({ accountId: this.#accountId, id: deviceId });
  }
}
