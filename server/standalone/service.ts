// The whole service on one machine: each part starts as soon as what it needs is there, and all stop in one order,
// also when a start fails half-way.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import type { CoreClient } from '../cli/core_client/core_client.ts';
import type { StandaloneConfig } from '../config/config_standalone.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { takeInstanceLock } from '../embedded/host/instance_lock.ts';
import { parentDeathWords } from '../embedded/host/launcher.ts';
import type { EmbeddedLog } from '../embedded/keep_running.ts';
import { prepareDataDir } from '../embedded/layout.ts';
import { type ConnectionFile, settleConnection } from './data_files.ts';
import { watchDisk } from './disk_watch.ts';
import {
  createCode,
  createFirstKey,
  createFirstLink,
  markKeyShown,
  settleAccount,
  settleNumber,
  wasUnpaired,
} from './first_account.ts';
import { checkListeners, reachText } from './listen_addresses.ts';
import type { Output } from './log_file.ts';
import { baseUrlOf, listProcesses, type ProcessList, type Scripts } from './process_list.ts';
import { StartRefused } from './start_refused.ts';
import { type ProcessSpec, runOnce, type Supervised, supervise } from './supervised.ts';
import { followProgress, type Progress, renderWelcome } from './welcome.ts';

interface ServiceOptions {
  config: StandaloneConfig;
  scripts: Scripts;
  clock: Clock;
  /** The supervisor's own log. */
  log: EmbeddedLog;
  /** Opens the log of a process. */
  openOutput(name: string): { output: Output; logFile: string | undefined };
  /** Opens the operator's client of the core. */
  openCore(connection: ConnectionFile): Promise<CoreClient>;
  /** Gets what the terminal shows: the welcome, and a line when a process is lost or back. */
  print(text: string): void;
  /** Asks for the end, at any moment. */
  signal: AbortSignal;
}

/** Rejects when the end is asked for; never resolves. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    const refuse = () => reject(new StartRefused('stopped'));
    if (signal.aborted) refuse();
    signal.addEventListener('abort', refuse, { once: true });
  });
  stopped.catch(() => {});
  return stopped;
}

/** The parts of a start, in the order in which they are stopped. */
const stopOrder = ['agent', 'hub', 'gateway', 'core', 'database', 'disk', 'lock'] as const;
type Part = (typeof stopOrder)[number];

/** One start of the service: what it has begun, it can undo. */
class Service {
  readonly #options: ServiceOptions;
  readonly #progress: Progress;
  readonly #ending = new AbortController();
  /** Aborts when the end is asked for and when the start has failed. */
  readonly #signal: AbortSignal;
  readonly #stops: Partial<Record<Part, () => Promise<void> | void>> = {};
  #stopped: Promise<void> | undefined;
  /** Resolves with a sentence when something vital is lost for good. */
  lost = new Promise<string>(() => {});

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#progress = followProgress(options.clock, options.print);
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal]);
  }

  /** Stops everything in the reverse order. Safe twice, and while the start is still under way. Needs no `this`. */
  readonly stop = (): Promise<void> => {
    this.#stopped ??= this.#unwind();
    return this.#stopped;
  };

  async #unwind(): Promise<void> {
    this.#ending.abort();
    this.#progress.end();
    for (const part of stopOrder) await this.#stops[part]?.();
  }

  /** Brings everything up and prints the welcome. */
  async start(): Promise<void> {
    const { config, clock, scripts, signal } = this.#options;
    const { dataDir } = config;
    prepareDataDir(dataDir);
    const lock = takeInstanceLock(join(dataDir, 'instance.lock'), dataDir);
    this.#stops.lock = () => lock.release();
    this.#progress.begin('Waiting for ports');
    await checkListeners(config.listeners, clock);
    this.#stops.disk = watchDisk({ dir: dataDir, clock, show: (line) => this.#options.print(`${line}\n`) });

    const { TEXTRELAY_CORE_LISTEN: core, TEXTRELAY_DEVICE_LISTEN: device } = config.listeners;
    const addresses = {
      core: reachText(core),
      device: reachText(device),
    };
    const connection = settleConnection(dataDir, addresses, config.serviceToken);
    const processes = listProcesses(scripts, config, connection);
    const stopped = whenAborted(signal);
    const database = this.#startDatabase();
    // Looked at only after the next step.
    database.catch(() => {});
    const deathWords = await parentDeathWords('TERM');
    // The gateway needs no core to start, and looks for one until it is there.
    const gatewayUp = this.#supervise('gateway', processes.gateway, deathWords).ready;
    const gatewayFailed = gatewayUp.then(() => new Promise<never>(() => {}));
    const databaseUrl = await Promise.race([database, gatewayFailed, stopped]);
    this.#progress.begin('Starting the core');
    const coreUp = this.#supervise('core', processes.core(databaseUrl), deathWords).ready;
    await Promise.race([coreUp, gatewayFailed, stopped]);
    await Promise.race([this.#welcome(processes, connection, deathWords, gatewayUp), stopped]);
    this.#progress.end();
  }

  /** Starts PostgreSQL unless somebody else's is used; returns its URL. */
  async #startDatabase(): Promise<string> {
    const { config, clock, log } = this.#options;
    if (config.databaseUrl) return config.databaseUrl;
    const onStep = (what: string) => this.#progress.begin(what);
    const starting = startEmbedded({ dataDir: config.dataDir, clock, log, signal: this.#signal, onStep });
    this.#stops.database = () => starting.then((embedded) => embedded.stop()).catch(() => {});
    const { url, exited } = await starting;
    this.lost = exited.then(() => 'PostgreSQL cannot be kept running: its data directory is gone');
    return url;
  }

  #supervise(part: Part, spec: ProcessSpec, deathWords: readonly string[]): Supervised {
    const { clock, openOutput, print } = this.#options;
    // A part that is started after the stop began would never be stopped.
    if (this.#signal.aborted) throw new StartRefused('stopped');
    const { output, logFile } = openOutput(spec.name.replace(' ', '-'));
    const show = (line: string) => print(`${line}\n`);
    const supervised = supervise(spec, { clock, output, logFile, deathWords, show });
    this.#stops[part] = async () => {
      await supervised.stop();
      output.close();
    };
    return supervised;
  }

  /** From a core that serves to a terminal that says so. */
  async #welcome(
    processes: ProcessList,
    connection: ConnectionFile,
    deathWords: readonly string[],
    gatewayUp: Promise<void>,
  ): Promise<void> {
    const { config, clock, openCore, print } = this.#options;
    const { dataDir, agentDir, isDataDirChosen } = config;
    this.#progress.begin('Preparing the first account');
    const core = await openCore(connection);
    try {
      const accountId = await settleAccount(core, dataDir, config.country);
      // A device that was unpaired is not paired again: its account has another route, or is to have none.
      const hasAgent = config.hasAgent && !(await wasUnpaired(core, agentDir, accountId));
      const startAgent = async () => {
        if (!hasAgent) return;
        // The agent's own proof of a pairing; written last, so that an interrupted pairing is done again.
        if (!existsSync(join(agentDir, 'identity.json'))) {
          const code = await createCode(core, accountId);
          await runOnce(processes.pairing(code), deathWords, clock, this.#signal);
        }
        await this.#supervise('agent', processes.agent, deathWords).ready;
      };
      this.#progress.begin('Starting the gateway, the phones hub and the device agent');
      const hubUp = this.#supervise('hub', processes.hub, deathWords).ready;
      const [hasNumber, signUpLink] = await Promise.all([
        startAgent().then(() => config.hasSimulatedCarrier && settleNumber(core, config, accountId, clock)),
        createFirstLink(core, accountId),
        gatewayUp,
        hubUp,
      ]);
      const key = await createFirstKey(core, dataDir, accountId);
      print(
        renderWelcome({
          baseUrl: baseUrlOf(config),
          dataDir,
          isDataDirChosen,
          agentDir,
          hasAgent,
          hasSandbox: config.provider === 'sandbox',
          hasNumber,
          accountId,
          signUpLink,
          key,
        }),
      );
      if (key) markKeyShown(dataDir);
    } finally {
      core.close();
    }
  }
}

/**
 * Starts the service and prints the welcome. Throws StartRefused, EmbeddedRefused or whatever went wrong, after
 * stopping what had been started.
 */
export async function startService(options: ServiceOptions): Promise<Pick<Service, 'lost' | 'stop'>> {
  const service = new Service(options);
  try {
    await service.start();
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}
