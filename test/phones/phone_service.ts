// The service as real processes: a core, a gateway and the phones' hub. Each can be killed with -9 and comes back on the same port.
// The phones live in this process, on a fast clock.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../runtime/testing/free_port.ts';
import { CoreUnderTest } from '../faults/core_under_test.ts';
import { createDatabase } from '../support/database.ts';
import { type RunningProcess, startGatewayProcess } from '../support/processes.ts';
import { AccountWorld } from './account_world.ts';
import { startHub } from './hub_process.ts';
import { keyCount, PublicSide } from './public_side.ts';
import { TlsFront } from './tls_front.ts';
import type { Part } from './world.ts';

/** A process that can be killed and started again as it was. */
export class KilledProcess implements Part {
  readonly #begin: () => Promise<RunningProcess>;
  #running: RunningProcess | undefined;
  #before = '';

  constructor(begin: () => Promise<RunningProcess>) {
    this.#begin = begin;
  }

  /** All its output. */
  get output(): string {
    return this.#before + (this.#running?.output() ?? '');
  }

  async start(): Promise<void> {
    this.#before = this.output;
    this.#running = undefined;
    this.#running = await this.#begin();
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL');
    await this.#running?.stop();
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}

export class PhoneService {
  readonly core: CoreUnderTest;
  readonly hub: KilledProcess;
  readonly gateway: KilledProcess;
  /** The address that an owner types into the app. */
  readonly url: string;
  /** The address before the gateway, over https. */
  readonly front: TlsFront;
  readonly #publicUrl: string;
  readonly #dir: string;

  private constructor(
    parts: { core: CoreUnderTest; hub: KilledProcess; gateway: KilledProcess },
    urls: { hub: string; gateway: string },
    front: TlsFront,
    dir: string,
  ) {
    this.front = front;
    this.core = parts.core;
    this.hub = parts.hub;
    this.gateway = parts.gateway;
    this.url = urls.hub;
    this.#publicUrl = urls.gateway;
    this.#dir = dir;
  }

  static async start(): Promise<PhoneService> {
    const core = await CoreUnderTest.start(await createDatabase());
    const dir = mkdtempSync(join(tmpdir(), 'phones-hub-'));
    const [hubPort, gatewayPort] = [await freePort(), await freePort()];
    const hub = new KilledProcess(() => startHub({ dir, port: hubPort, corePort: core.devicePort }));
    const gateway = new KilledProcess(() =>
      startGatewayProcess([{ rpc: { port: core.rpcPort } }], {
        TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${gatewayPort}`,
        TEXTRELAY_GATEWAY_PHONE_HUBS: `127.0.0.1:${hubPort}`,
        // The front says which address phones use.
        TEXTRELAY_GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
      }),
    );
    await Promise.all([hub.start(), gateway.start()]);
    const front = await TlsFront.start(gatewayPort);
    const urls = {
      hub: `http://127.0.0.1:${hubPort}/mobile/v1`,
      gateway: `http://127.0.0.1:${gatewayPort}`,
    };
    return new PhoneService({ core, hub, gateway }, urls, front, dir);
  }

  /** All addresses of the hub that an owner may type: the hub itself, through the gateway, and over https. */
  get urls(): readonly string[] {
    const [plain, secure] = [this.#publicUrl, this.front.url];
    return [this.url, `${plain}/mobile/v1`, `${plain}/m`, `${secure}/m`, `${secure}/m/`];
  }

  /** A new account with its own phones. */
  async openAccount(): Promise<AccountWorld> {
    const { admin } = this.core;
    const { account } = await admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
    const accountId = account?.id as bigint;
    const keys: string[] = [];
    for (let at = 0; at < keyCount; at += 1) keys.push((await admin.createKey({ accountId })).secret);
    return new AccountWorld(this, accountId, new PublicSide(this.#publicUrl, keys));
  }

  async stop(): Promise<void> {
    this.front.stop();
    await Promise.all([this.hub.stop(), this.gateway.stop()]);
    await this.core.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
