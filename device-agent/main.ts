// The device agent's entry. It builds the program and waits; other files do the work.
import { readFileSync } from 'node:fs';
import { systemClock } from '../runtime/clock.ts';
import type { ListenAddress } from '../runtime/config/config_values.ts';
import { failpointFrom, noFailpoint } from '../runtime/failpoint.ts';
import { createLog } from '../runtime/log.ts';
import { runCommand } from '../runtime/process/command.ts';
import { collectStartGarbage } from '../runtime/process/start_garbage.ts';
import type { Agent } from './agent.ts';
import { AgentError, systemCode } from './agent_error.ts';
import { createProgram } from './cli/program.ts';
import { type Config, findDir, readConfig, unknownVariables } from './config.ts';
import { type HubConfig, readHubConfig } from './phones/config.ts';
import { startAgent } from './start_agent.ts';

/** A stop that takes longer than this is cut short; the journal has what matters. */
const watchdogMs = 10_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

// A reader such as `| head` may stop reading.
process.stdout.on('error', () => {});
let exitCode = 0;
const program = createProgram(version, (typedDir) => ({
  clock: systemClock,
  dir: () => findDir(typedDir()),
  config: () => readConfig(findDir(typedDir())),
  hubConfig: () => readHubConfig(findDir(typedDir())),
  say: (text) => void process.stdout.write(`${text}\n`),
  run,
  runHub: serveHub,
  fail: () => {
    exitCode = 1;
  },
}));

try {
  for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
  await runCommand(() => program.parseAsync());
  // A device's library may have left something open; a command ends all the same.
  process.exit(exitCode);
} catch (error) {
  const line = error instanceof AgentError ? error.message : `unexpected error (${systemCode(error)})`;
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const log = createLog('agent', config.logLevel);
  const killSelf = () => process.kill(process.pid, 'SIGKILL');
  const failpoint = config.failpoint === undefined ? noFailpoint : failpointFrom(config.failpoint, killSelf);
  const agent = await startAgent({
    dir: config.dir,
    driver: config.driver,
    settings: config.settings,
    clock: systemClock,
    log,
    agentVersion: version,
    failpoint,
  });
  const ops = config.opsListen && (await openOps(config.opsListen, agent));
  stopOnRequest(agent);
  process.send?.({ type: 'ready' });
  collectStartGarbage(systemClock);
  const end = await agent.ended;
  await ops?.close();
  if (end.reason !== '') process.stderr.write(`${end.reason}\n`);
  exitCode = end.exitCode;
}

/** Loads the hub only where it is wanted: an agent beside a modem has no use for it. */
async function serveHub(config: HubConfig): Promise<void> {
  const { runHub } = await import('./phones/run_hub.ts');
  const log = createLog('phones', config.logLevel);
  const hub = await runHub(config, { clock: systemClock, log, agentVersion: version });
  const ended = Promise.withResolvers<void>();
  stopOnRequest({ stop: () => hub.stop().then(ended.resolve) });
  process.send?.({ type: 'ready' });
  collectStartGarbage(systemClock);
  await ended.promise;
}

/** Loads what metrics take only where they are served. */
async function openOps(address: ListenAddress, agent: Agent) {
  const { startOpsListener } = await import('./ops_listener.ts');
  return startOpsListener(address, agent);
}

function stopOnRequest(running: Pick<Agent, 'stop'>): void {
  const stop = () => {
    void running.stop();
    systemClock.setTimeout(() => process.exit(1), watchdogMs);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A supervisor that died must leave no orphans.
  if (process.send !== undefined) process.on('disconnect', stop);
}
