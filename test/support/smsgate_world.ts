// A service that programs written for SMS Gateway for Android ask: accounts with a phone, the npm package's client of each,
// and an endpoint.
import type { Message as SmsgateMessage } from 'android-sms-gateway';
import { systemClock } from '../../runtime/clock.ts';
import { pairDirectory, startSimulatedAgent } from '../simulation/simulated_agent.ts';
import type { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from './core.ts';
import { type Answer, sendRequest } from './http_client.ts';
import { type Phone, pairPhone, phoneDriver } from './phone.ts';
import { smsgateClient, smsgatePath } from './smsgate_client.ts';
import { type SmsgateEnd, startSmsgateEnd } from './smsgate_end.ts';
import { type Stack, startStack } from './stack.ts';

/** Numbers by what becomes of texts to them. */
export const delivered = '+15005550006';
export const deliveredLater = '+15005550007';
export const refused = '+15005550008';
export const unreported = '+15005550010';

type Keyed = Pick<TestAccount, 'key'>;

/** A message as the npm package takes it, with what else is asked for. */
export const message = (phoneNumbers: string[], fields: object = {}) =>
  ({ message: 'hello', phoneNumbers, ...fields }) as SmsgateMessage;

export class SmsgateWorld {
  readonly stack: Stack;
  readonly end: SmsgateEnd;
  readonly #service: SimulatedService | undefined;
  readonly #phones: Phone[] = [];

  private constructor(stack: Stack, end: SmsgateEnd, service: SimulatedService | undefined) {
    this.stack = stack;
    this.end = end;
    this.#service = service;
  }

  /** It is a part of a simulation, or runs on the machine's time. */
  static async start(service?: SimulatedService): Promise<SmsgateWorld> {
    const clock = service?.simulation.clockOf('endpoint') ?? systemClock;
    const stack = await startStack({ servesSmsgate: true, ...(service && { service }) });
    return new SmsgateWorld(stack, await startSmsgateEnd(clock), service);
  }

  /** An account whose one phone is on. */
  async withPhone(): Promise<{ account: TestAccount; phone: Pick<Phone, 'dir'> }> {
    if (this.#service) {
      const account = await this.stack.createAccount();
      const url = `http://127.0.0.1:${this.stack.core.device.port}`;
      const dir = pairDirectory(this.#service, { url, token: account.deviceToken });
      await startSimulatedAgent(this.#service, dir, { driver: phoneDriver });
      return { account, phone: { dir } };
    }
    const account = await this.stack.createAccount({ paired: false });
    const phone = await pairPhone(this.stack.core, account, systemClock, phoneDriver);
    this.#phones.push(phone);
    await phone.switchOn();
    return { account, phone };
  }

  clientOf({ key }: Keyed) {
    return smsgateClient(this.#gateway, key, { during: this.#during });
  }

  /** Asks the interface for anything; the answer is not one of ours, so that no document says how it looks. */
  ask({ key }: Keyed, method: string, path: string): Promise<Answer> {
    return this.#during(sendRequest(this.#gateway.url, { method, path: `${smsgatePath}${path}`, key }));
  }

  /** All texts of an account, newest first. */
  async textsOf({ id }: Pick<TestAccount, 'id'>) {
    return (await this.stack.core.messages.listMessages({ accountId: id, limit: 500 })).messages;
  }

  /** Makes a webhook by the npm package; the endpoint verifies what comes to its path. */
  async register(account: Keyed, fields: { id?: string; path: string; event: string }) {
    const { path, ...rest } = fields;
    const made = (await this.clientOf(account).registerWebhook({
      ...rest,
      url: this.end.url + path,
    } as never)) as unknown as { id: string; signingKey: string };
    this.end.keys.set(path, made.signingKey);
    return made;
  }

  /** To be called after each test. */
  async tidy(): Promise<void> {
    for (const phone of this.#phones.splice(0)) await phone.throwAway();
    this.end.received.splice(0);
    this.end.status = 200;
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    await this.end.stop();
  }

  readonly #during = <T>(happening: Promise<T>): Promise<T> =>
    this.#service?.simulation.during(happening) ?? happening;

  get #gateway(): { url: string } {
    return this.stack.gateways[0] as { url: string };
  }
}
