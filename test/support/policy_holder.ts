// A key with a policy, and texts that are sent with it.
import type { TestAccount, TestCore } from './core.ts';
import { type KeyLimits, policyOf } from './limited_keys.ts';

interface Text {
  address: string;
  clientRef?: string;
  from?: string;
  /** It is sent by a service, without the key. */
  isUnpoliced?: boolean;
}

/** How a text comes with its key: to be judged with it, or admitted before. */
type Way = 'door' | 'admitted';

export class Holder {
  readonly account: TestAccount;
  id = 0n;
  secret = '';
  readonly #core: TestCore;
  #policy: KeyLimits;

  constructor(core: TestCore, policy: KeyLimits, account: TestAccount) {
    this.#core = core;
    this.#policy = policy;
    this.account = account;
  }

  async make(): Promise<void> {
    const { key, secret } = await this.#core.admin.createKey({
      accountId: this.account.id,
      policy: policyOf(this.#policy),
    });
    this.id = key?.id ?? 0n;
    this.secret = secret;
  }

  async change(fields: KeyLimits): Promise<void> {
    this.#policy = { ...this.#policy, ...fields };
    const to = { case: 'policy' as const, value: policyOf(this.#policy) };
    await this.#core.admin.changeKey({ accountId: this.account.id, id: this.id, to });
  }

  async lift(): Promise<void> {
    const to = { case: 'withoutPolicy' as const, value: true };
    await this.#core.admin.changeKey({ accountId: this.account.id, id: this.id, to });
  }

  async send(texts: readonly Text[], core: TestCore, way: Way = 'admitted') {
    const accountId = this.account.id;
    const admitted = { accountId, admittedKey: this.secret };
    const atDoor = { admission: { apiKey: this.secret, method: 'MessageService/SendMessages' } };
    const of = way === 'admitted' ? admitted : atDoor;
    const { results } = await core.messages.sendMessages({
      texts: texts.map(({ isUnpoliced, ...text }) => ({
        ...text,
        body: 'x',
        ...(isUnpoliced ? { accountId } : of),
      })),
    });
    return results;
  }
}
