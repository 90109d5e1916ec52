// A core, a gateway and a phones hub for all tests of a file, and for each test an account and a phone with the stock app. Every call
// of the phone goes through the gateway.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { readHubConfig } from '../../device-agent/phones/config.ts';
import { type RunningHub, runHub } from '../../device-agent/phones/run_hub.ts';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { defaultLimits } from '../../gateway/limits.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { serviceToken, startTestCore, type TestAccount, type TestCore } from './core.ts';
import { createDatabase } from './database.ts';
import { ScriptedPhone } from './scripted_phone.ts';

const log = createLog('test', process.env.TEST_LOG ?? 'silent');

/** The service, and what the test at hand has of its own. */
export class HubWorld {
  readonly databaseUrl: string;
  readonly hubPort: number;
  readonly core: TestCore;
  readonly gateway: Gateway;
  readonly account: TestAccount;
  readonly phone: ScriptedPhone;
  readonly #root: string;
  #hub: RunningHub | undefined;

  constructor(
    parts: Pick<HubWorld, 'databaseUrl' | 'hubPort' | 'core' | 'gateway' | 'account'>,
    root: string,
  ) {
    ({ databaseUrl: this.databaseUrl, hubPort: this.hubPort } = parts);
    ({ core: this.core, gateway: this.gateway, account: this.account } = parts);
    this.phone = new ScriptedPhone(`${parts.gateway.url}/mobile/v1`);
    this.#root = root;
  }

  async startHub(): Promise<void> {
    const config = readHubConfig(this.#root, {
      TEXTRELAY_HUB_DIR: join(this.#root, 'phones'),
      TEXTRELAY_HUB_LISTEN: `127.0.0.1:${this.hubPort}`,
      TEXTRELAY_HUB_CORE: `http://127.0.0.1:${this.core.device.port}`,
    });
    this.#hub = await runHub(config, { clock: systemClock, log, agentVersion: 'test' });
  }

  async stopHub(): Promise<void> {
    await this.#hub?.stop();
  }

  async newCode(): Promise<string> {
    return (await this.core.admin.createPairingCode({ accountId: this.account.id })).code;
  }

  /** Pairs the phone. */
  async pair(): Promise<void> {
    expect(await this.phone.pair(await this.newCode())).toBe(201);
    expect(await this.phone.start({ simCards: [{ slotIndex: 0, simNumber: 1 }] })).toBe(204);
  }

  /** Unpairs the account's first device. */
  async revoke(): Promise<void> {
    const { id: accountId } = this.account;
    const [device] = (await this.core.admin.listDevices({ accountId })).devices;
    await this.core.admin.unpairDevice({ accountId, id: device?.id as bigint });
  }

  async send(address = '+12015550123', body = 'hello'): Promise<bigint> {
    const texts = [{ accountId: this.account.id, address, body }];
    const outcome = (await this.core.messages.sendMessages({ texts })).results[0]?.outcome;
    if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
    return outcome.value.message?.id as bigint;
  }

  async get(id: bigint) {
    return (await this.core.messages.getMessage({ accountId: this.account.id, id })).message;
  }
}

/** Gives a test file its world anew before each test. */
export function providePhonesHub(take: (world: HubWorld) => void): void {
  const root = mkdtempSync(join(tmpdir(), 'hub-'));
  let shared: Pick<HubWorld, 'databaseUrl' | 'hubPort' | 'core' | 'gateway'>;
  let world: HubWorld;
  beforeAll(async () => {
    const [databaseUrl, hubPort] = [await createDatabase(), await freePort()];
    const core = await startTestCore(databaseUrl);
    const gateway = await startGateway(
      {
        listen: { host: '127.0.0.1', port: 0 },
        opsListen: { host: '127.0.0.1', port: 0 },
        coreTarget: `ipv4:127.0.0.1:${core.rpc.port}`,
        serviceToken,
        phoneHubs: new Map([['hub', { host: '127.0.0.1', port: hubPort }]]),
        logLevel: 'silent',
        limits: defaultLimits,
      },
      systemClock,
      log,
    );
    shared = { databaseUrl, hubPort, core, gateway };
  });
  beforeEach(async () => {
    world = new HubWorld({ ...shared, account: await shared.core.createAccount({ paired: false }) }, root);
    await world.startHub();
    take(world);
  });
  afterEach(() => world.stopHub());
  afterAll(async () => {
    await shared.gateway.stop();
    await shared.core.stop();
    rmSync(root, { recursive: true, force: true });
  });
}
