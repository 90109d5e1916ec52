// The whole service on one machine, in the order in which its parts need each other: database, core, then gateway
// and device agent. Stops in the reverse order, also when a start fails half-way.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@connectrpc/connect';
import type { AdminService } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { StandaloneConfig } from '../config_standalone.ts';
import { type Embedded, startEmbedded } from '../embedded/embedded.ts';
import { takeInstanceLock } from '../embedded/instance_lock.ts';
import type { EmbeddedLog } from '../embedded/keep_running.ts';
import { prepareDataDir } from '../embedded/layout.ts';
import { parentDeathWords } from '../embedded/parent_death.ts';
import { type ConnectionFile, settleConnection } from './data_files.ts';
import { createCode, createFirstKey, markKeyShown, settleAccount, settleNumber } from './first_account.ts';
import { checkListeners, isEverywhere, reachText } from './listen_addresses.ts';
import type { Output } from './log_file.ts';
import { baseUrlOf, listProcesses, type ProcessList, type Scripts } from './process_list.ts';
import { runOnce } from './run_once.ts';
import { StartRefused } from './start_refused.ts';
import { type ProcessSpec, type Supervised, supervise } from './supervised.ts';
import { renderWelcome } from './welcome.ts';

export interface ServiceOptions {
  config: StandaloneConfig;
  scripts: Scripts;
  clock: Clock;
  /** The supervisor's own log. */
  log: EmbeddedLog;
  /** Opens the log of a process. */
  openOutput(name: string): { output: Output; logFile: string | undefined };
  /** Opens a client of the core's AdminService. */
  openCore(connection: ConnectionFile): { admin: Client<typeof AdminService>; close(): void };
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

/** One start of the service: what it has begun, it can undo. */
class Service {
  readonly #options: ServiceOptions;
  /** Resolves with a sentence when something vital is lost for good. */
  lost = new Promise<string>(() => {});
  #stopped: Promise<void> | undefined;
  readonly #undo: (() => Promise<void> | void)[] = [];

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Undoes everything, the last first. Safe twice, and while the start is still under way. */
  stop(): Promise<void> {
    this.#stopped ??= this.#unwind();
    return this.#stopped;
  }

  async #unwind(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo();
  }

  /** Brings everything up and prints the welcome. */
  async start(): Promise<void> {
    const { config, clock, scripts, signal } = this.#options;
    const { dataDir } = config;
    prepareDataDir(dataDir);
    const lock = takeInstanceLock(join(dataDir, 'instance.lock'), dataDir);
    this.#undo.push(() => lock.release());
    await checkListeners(config.listeners, clock);

    const { TEXTRELAY_CORE_LISTEN: core, TEXTRELAY_DEVICE_LISTEN: device } = config.listeners;
    const addresses = {
      core: reachText(core),
      device: reachText(device),
      isDeviceEverywhere: isEverywhere(device),
    };
    const connection = settleConnection(dataDir, addresses, config.serviceToken);
    const [deathWords, embedded] = await Promise.all([parentDeathWords('TERM'), this.#startDatabase()]);
    const databaseUrl = embedded?.url ?? config.databaseUrl ?? '';
    const processes = listProcesses(scripts, config, connection, databaseUrl);
    // The gateway needs no core to start, and looks for one until it is there.
    const coreUp = this.#supervise(processes.core, deathWords).ready;
    const gatewayUp = this.#supervise(processes.gateway, deathWords).ready;
    const stopped = whenAborted(signal);
    await Promise.race([coreUp, gatewayUp.then(() => coreUp), stopped]);
    await Promise.race([this.#welcome(processes, connection, deathWords, gatewayUp), stopped]);
  }

  async #startDatabase(): Promise<Embedded | null> {
    const { config, clock, log, signal } = this.#options;
    if (config.databaseUrl) return null;
    const embedded = await startEmbedded({ dataDir: config.dataDir, clock, log, signal });
    this.#undo.push(() => embedded.stop());
    this.lost = embedded.exited.then(() => 'PostgreSQL can not be kept running: its data directory is gone');
    return embedded;
  }

  #supervise(spec: ProcessSpec, deathWords: readonly string[]): Supervised {
    const { clock, openOutput, print, signal } = this.#options;
    // What is started after the unwinding began would never be stopped.
    if (signal.aborted || this.#stopped) throw new StartRefused('stopped');
    const { output, logFile } = openOutput(spec.name.replace(' ', '-'));
    const tell = (line: string) => print(`${line}\n`);
    const supervised = supervise(spec, { clock, output, logFile, deathWords, tell });
    this.#undo.push(async () => {
      await supervised.stop();
      output.close();
    });
    return supervised;
  }

  /** From a core that serves to a terminal that says so. */
  async #welcome(
    processes: ProcessList,
    connection: ConnectionFile,
    deathWords: readonly string[],
    gatewayUp: Promise<void>,
  ): Promise<void> {
    const { config, clock, signal, openCore, print } = this.#options;
    const { dataDir, agentDir, isDataDirChosen } = config;
    const { admin, close } = openCore(connection);
    try {
      const accountId = await settleAccount(admin, dataDir, config.country);
      const hasNumber = config.hasSimulatedCarrier && (await settleNumber(admin, dataDir, accountId));
      // The agent's own proof of a pairing; written last, so that an interrupted pairing is done again.
      if (config.hasAgent && !existsSync(join(agentDir, 'identity.json'))) {
        await runOnce(processes.pairing(await createCode(admin, accountId)), deathWords, clock, signal);
      }
      const agentUp = config.hasAgent ? this.#supervise(processes.agent, deathWords).ready : undefined;
      await Promise.all([gatewayUp, agentUp]);
      const key = await createFirstKey(admin, dataDir, accountId);
      print(
        renderWelcome({
          baseUrl: baseUrlOf(config),
          dataDir,
          isDataDirChosen,
          agentDir,
          hasAgent: config.hasAgent,
          hasSandbox: config.provider === 'sandbox',
          hasNumber,
          accountId,
          key,
        }),
      );
      if (key) markKeyShown(dataDir);
    } finally {
      close();
    }
  }
}

export interface RunningService {
  /** Resolves with a sentence when the service can't go on. */
  lost: Promise<string>;
  /** Stops everything in the reverse order. Safe twice. */
  stop(): Promise<void>;
}

/**
 * Starts the service and prints the welcome. Throws StartRefused, EmbeddedRefused or whatever went wrong, after
 * stopping what had been started.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const service = new Service(options);
  try {
    await service.start();
    return { lost: service.lost, stop: () => service.stop() };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
