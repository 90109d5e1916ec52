// A core, a gateway and the phones' hub in a simulation. Each can be killed and comes back on the same port.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHubConfig } from '../../device-agent/phones/config.ts';
import { defaultLimits } from '../../gateway/limits.ts';
import { startSimulatedHub } from '../simulation/simulated_hub.ts';
import { type SimulatedCore, type SimulatedPart, SimulatedService } from '../simulation/simulated_service.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { serviceToken } from '../support/core.ts';
import { AccountWorld } from './account_world.ts';
import { PublicSide } from './public_side.ts';
import type { Part } from './world.ts';

const host = '127.0.0.1';

/** A part that can be killed and started again as it was. */
class KilledPart<P extends SimulatedPart> implements Part {
  readonly #simulation: Simulation;
  readonly #start: () => Promise<P>;
  #running: P;

  private constructor(simulation: Simulation, start: () => Promise<P>, running: P) {
    this.#simulation = simulation;
    this.#start = start;
    this.#running = running;
  }

  static async start<P extends SimulatedPart>(
    { simulation }: SimulatedService,
    start: () => Promise<P>,
  ): Promise<KilledPart<P>> {
    return new KilledPart(simulation, start, await start());
  }

  get running(): P {
    return this.#running;
  }

  async kill(): Promise<void> {
    this.#running.kill();
    await this.#simulation.idle();
  }

  async start(): Promise<void> {
    this.#running = await this.#start();
  }
}

export class PhoneService {
  readonly service: SimulatedService;
  readonly core: KilledPart<SimulatedCore>;
  readonly hub: KilledPart<SimulatedPart & { stop(): Promise<void>; address: { port: number } }>;
  readonly gateway: KilledPart<SimulatedPart & { url: string }>;

  private constructor(service: SimulatedService, parts: Pick<PhoneService, 'core' | 'hub' | 'gateway'>) {
    this.service = service;
    ({ core: this.core, hub: this.hub, gateway: this.gateway } = parts);
  }

  static async begin(seed = '1'): Promise<PhoneService> {
    const service = await SimulatedService.begin({ seed });
    const ports = { rpc: 0, device: 0, hub: 0, gateway: 0 };
    const core = await KilledPart.start(service, async () => {
      const started = await service.startCore({ rpcPort: ports.rpc, devicePort: ports.device });
      [ports.rpc, ports.device] = [started.rpc.port, started.device.port];
      return started;
    });
    const dir = mkdtempSync(join(tmpdir(), 'phones-hub-'));
    service.atEnd(() => rmSync(dir, { recursive: true, force: true }));
    const hub = await KilledPart.start(service, async () => {
      const config = readHubConfig(dir, {
        TEXTRELAY_HUB_DIR: dir,
        TEXTRELAY_HUB_LISTEN: `${host}:${ports.hub}`,
        TEXTRELAY_HUB_CORE: `http://${host}:${ports.device}`,
      });
      const started = await startSimulatedHub(service, config);
      ports.hub = started.address.port;
      return started;
    });
    const gateway = await KilledPart.start(service, async () => {
      const started = await service.startGateway({
        listen: { host, port: ports.gateway },
        opsListen: { host, port: 0 },
        coreTarget: `ipv4:${host}:${ports.rpc}`,
        serviceToken,
        phoneHubs: new Map([['hub', { host, port: ports.hub }]]),
        logLevel: 'silent',
        limits: { ...defaultLimits, openRequestsOfAddress: defaultLimits.openRequests },
      });
      ports.gateway = Number(new URL(started.url).port);
      return started;
    });
    return new PhoneService(service, { core, hub, gateway });
  }

  /** The address that an owner types into the app. */
  get url(): string {
    return `http://${host}:${this.hub.running.address.port}/mobile/v1`;
  }

  /** All addresses of the hub that an owner may type: the hub itself, and through the gateway. */
  get urls(): readonly string[] {
    const { url } = this.gateway.running;
    return [this.url, `${url}/mobile/v1`, `${url}/m`, `${url}/m/`];
  }

  /** A new account with its own phones. */
  async openAccount(): Promise<AccountWorld> {
    const { admin } = this.core.running;
    const { account } = await admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
    const accountId = account?.id as bigint;
    const { secret } = await admin.createKey({ accountId });
    const publicSide = new PublicSide(this.gateway.running.url, secret, this.service.simulation);
    return new AccountWorld(this, accountId, publicSide);
  }

  end(): Promise<void> {
    return this.service.end();
  }
}
