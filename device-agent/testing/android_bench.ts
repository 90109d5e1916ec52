// The Android driver beside a phone on a real socket, both in a simulation; for tests only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from 'envalid';
import { createLog } from '../../runtime/log.ts';
import type { EachTest } from '../../test/simulation/each_test.ts';
import {
  AndroidGateway,
  type GatewayOptions,
  phonePassword,
  phoneUser,
} from '../../test/support/android_gateway/android_gateway.ts';
import type { Driver, DriverContext, DriverJob, Finding, Health, Result } from '../drivers/driver.ts';
import { smsGatewayAndroidDriver } from '../drivers/sms_gateway_android.ts';
import { RecordingSink } from './modem_bench.ts';
import { passUntil } from './pass_until.ts';

/** The bench. Everything is stopped and removed by close. */
export class AndroidBench {
  readonly clock: EachTest['clock'];
  readonly dir = mkdtempSync(join(tmpdir(), 'android-'));
  readonly sink = new RecordingSink();
  readonly phone: AndroidGateway;
  readonly #simulated: EachTest;
  readonly #aborters: AbortController[] = [];
  #driver: Driver | undefined;
  #env: Record<string, string> = {};

  private constructor(simulated: EachTest, phone: AndroidGateway) {
    this.#simulated = simulated;
    this.clock = simulated.clock;
    this.phone = phone;
  }

  /** A phone; no driver yet. */
  static async open(simulated: EachTest, options: Omit<GatewayOptions, 'clock'> = {}): Promise<AndroidBench> {
    const { clock } = simulated;
    return new AndroidBench(simulated, await AndroidGateway.start({ ...options, clock }));
  }

  /** A context with these variables besides the phone's. */
  context(env: Record<string, string> = {}): DriverContext {
    const all = {
      TEXTRELAY_AGENT_PHONE_URL: this.phone.url,
      TEXTRELAY_AGENT_PHONE_USER: phoneUser,
      TEXTRELAY_AGENT_PHONE_PASSWORD: phonePassword,
      ...env,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const settings = cleanEnv(given, smsGatewayAndroidDriver.variables) as DriverContext['settings'];
    return {
      dir: this.dir,
      journalId: 'journal',
      clock: this.clock,
      log: createLog('agent', 'silent'),
      settings,
    };
  }

  /** Opens a driver; several one after the other are restarts of the same. */
  async start(env: Record<string, string> = this.#env): Promise<Driver> {
    await this.#closeDriver();
    this.#env = env;
    const driver = smsGatewayAndroidDriver.create(this.context(env));
    const aborter = new AbortController();
    this.#aborters.push(aborter);
    this.#driver = driver;
    await this.#simulated.during(driver.open(this.sink, aborter.signal));
    return driver;
  }

  /** Opens a driver and waits until it can send. */
  async startReady(env?: Record<string, string>): Promise<Driver> {
    const driver = await this.start(env);
    await this.untilReady();
    return driver;
  }

  async untilReady(): Promise<void> {
    await this.passUntil('the phone can send', () => this.health.problem === undefined);
  }

  get driver(): Driver {
    if (this.#driver === undefined) throw new Error('no driver was started');
    return this.#driver;
  }

  get health(): Health {
    return this.driver.health();
  }

  /** Submits a text, or what `change` says, without moving time. */
  begin(change: Partial<DriverJob> = {}): Submitted {
    const job: DriverJob = {
      messageId: 1n,
      identity: '',
      attempt: 1,
      address: '+15551234567',
      body: 'hello',
      encoding: 'gsm7',
      sim: 1,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
    };
    const submitted: Submitted = { result: undefined };
    void this.driver.submit({ ...job, ...change }).then((result) => {
      submitted.result = result;
    });
    return submitted;
  }

  /** Submits and lets time pass until that has ended. */
  async submit(change: Partial<DriverJob> = {}, mostMs = 310_000): Promise<Result> {
    const submitted = this.begin(change);
    await this.passUntil('the submit ends', () => submitted.result !== undefined, mostMs);
    return submitted.result as Result;
  }

  /** Lets time pass until something has become true, a minute and a half at most unless said otherwise. */
  passUntil(what: string, isTrue: () => boolean, mostMs?: number): Promise<void> {
    return passUntil(this.#simulated, what, isTrue, mostMs);
  }

  /** What doctor would say. */
  async diagnose(env: Record<string, string> = {}): Promise<Finding[]> {
    const findings: Finding[] = [];
    await this.#simulated.during(
      smsGatewayAndroidDriver.diagnose(this.context(env), (finding) => findings.push(finding)),
    );
    return findings;
  }

  /** The agent dies: no timer and no write of its driver is left. */
  abort(): void {
    this.#aborters.at(-1)?.abort();
  }

  /** How often this was asked of the phone. */
  asked(call: string): number {
    return this.phone.calls.filter((other) => other.startsWith(call)).length;
  }

  async close(): Promise<void> {
    await this.#closeDriver();
    for (const aborter of this.#aborters) aborter.abort();
    await this.phone.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  async #closeDriver(): Promise<void> {
    if (this.#driver) await this.#simulated.during(this.#driver.close());
  }
}

/** A submit under way. */
export interface Submitted {
  result: Result | undefined;
}
