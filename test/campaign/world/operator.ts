// What the operator of the service does meanwhile: accounts, keys, devices and numbers, by whichever core answers.
import type { Client } from '@connectrpc/connect';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { PairingService } from '../../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import type { Operator as Admin } from '../../../server/cli/core_client/core_client.ts';
import { operatorOf } from '../../support/core.ts';
import { pause } from '../timeline.ts';
import { caps, type Key, keysEach, type Tenant, type TenantForm } from './tenant.ts';

/** How long one call may take, in milliseconds. */
const timeoutMs = 5_000;

export class Operator {
  readonly #admins: Admin[];
  readonly #devices: Client<typeof PairingService>[];
  readonly #carriers: readonly string[];
  #numbers = 0;
  #turn = 0;
  #isStopped = false;

  constructor(cores: readonly { rpcPort: number; devicePort: number }[], carriers: readonly string[]) {
    this.#carriers = carriers;
    this.#admins = cores.map(({ rpcPort }) => operatorOf({ rpc: { host: '127.0.0.1', port: rpcPort } }));
    this.#devices = cores.map(({ devicePort }) =>
      createClient(
        PairingService,
        createConnectTransport({ baseUrl: `http://127.0.0.1:${devicePort}`, httpVersion: '1.1' }),
      ),
    );
  }

  /** Opens an account with its keys, and a number where texts leave by carriers. An attempt that is not answered may leave one that nobody uses. */
  async open(form: TenantForm): Promise<Tenant> {
    const plan = form.role === 'capped' ? 'starter' : 'pro';
    const id = await this.#ask(async (admin) => {
      const { account } = await admin.createAccount({ name: form.name, country: 'US', plan }, { timeoutMs });
      return account?.id as bigint;
    });
    const keys: Key[] = [];
    while (keys.length < keysEach[form.role]) keys.push(await this.createKey(id));
    const number = form.ways.includes('smsc') ? `+1500557${String(this.#numbers++).padStart(4, '0')}` : null;
    if (number !== null)
      for (const smsc of form.smscs) await this.#assignNumber(id, this.#carriers[smsc] as string, number);
    return { ...form, id, keys, cap: plan === 'starter' ? caps.small : caps.large, number };
  }

  async createKey(accountId: bigint): Promise<Key> {
    return this.#ask(async (admin) => {
      const { key, secret } = await admin.createKey({ accountId }, { timeoutMs });
      return { id: key?.id as bigint, secret };
    });
  }

  /** Resolves when a core has said that the key is revoked. */
  async revokeKey(accountId: bigint, keyId: bigint): Promise<void> {
    await this.#ask((admin) => admin.revokeKey({ accountId, id: keyId }, { timeoutMs }));
  }

  /** Pairs a new device with an account. */
  async pair(accountId: bigint): Promise<{ deviceId: bigint; token: string }> {
    return this.#ask(async (admin, device) => {
      const { code } = await admin.createPairingCode({ accountId }, { timeoutMs });
      return device.pairDevice({ code, deviceName: 'phone' }, { timeoutMs });
    });
  }

  async #assignNumber(accountId: bigint, carrier: string, number: string): Promise<void> {
    await this.#ask((admin) => admin.assignNumber({ accountId, carrier, number }, { timeoutMs }));
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Asks each core in turn until one answers. */
  async #ask<T>(question: (admin: Admin, device: Client<typeof PairingService>) => Promise<T>): Promise<T> {
    for (;;) {
      const turn = this.#turn++ % this.#admins.length;
      try {
        return await question(
          this.#admins[turn] as Admin,
          this.#devices[turn] as Client<typeof PairingService>,
        );
      } catch (error) {
        if (this.#isStopped) throw error;
        await pause(200);
      }
    }
  }
}
