// Everything that `doctor` looks at, each thing after those that it needs. It sends no text, and leaves the device
// alone while an agent uses it.
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { AgentError } from '../agent_error.ts';
import type { Config } from '../config.ts';
import { configFileName } from '../config_file.ts';
import type { Finding } from '../drivers/driver.ts';
import { type DirLock, lockDir } from '../home/dir_lock.ts';
import { type Identity, readIdentity } from '../home/identity.ts';
import { readStatus } from '../home/status.ts';
import type { NotedHealth } from '../status/noted_health.ts';
import { diagnoseCore } from './diagnose_core.ts';
import { diagnoseDirectory, diagnoseDisk, diagnoseNode } from './diagnose_machine.ts';
import { inTime } from './in_time.ts';

type Show = (finding: Finding) => void;

/** A driver takes at most 30 seconds; one that takes longer is broken. */
const driverMs = 40_000;

interface DoctorOptions {
  dir: string;
  /** The configuration, or the lines that say what is wrong with it. */
  config: Config | readonly string[];
  nodeVersion: string;
  clock: Clock;
  log: Log;
}

/** Looks at everything and shows what it finds. Never throws. */
export async function diagnoseAgent(options: DoctorOptions, show: Show): Promise<void> {
  const { dir, clock } = options;
  diagnoseNode(options.nodeVersion, show);
  const config = diagnoseSettings(options, show);
  const isUsable = diagnoseDirectory(dir, show);
  diagnoseDisk(dir, show);
  const identity = isUsable ? diagnosePairing(dir, show) : undefined;
  const lock = isUsable ? lockOrShow(dir, clock, show) : undefined;
  try {
    if (identity !== undefined) await diagnoseCore(identity, clock, show);
    if (config !== undefined && lock !== 'held') await diagnoseDevice(options, config, show);
  } finally {
    if (lock !== 'held') lock?.release();
  }
}

function diagnoseSettings({ dir, config }: DoctorOptions, show: Show): Config | undefined {
  const what = 'settings';
  const path = join(dir, configFileName);
  if (!('driver' in config)) {
    const advice = `Correct it in ${path}, or in the environment, which wins.`;
    for (const detail of config) show({ level: 'fault', what, detail, advice });
    return undefined;
  }
  if (config.isDriverChosen) show({ level: 'ok', what, detail: `driver ${config.driver.name}` });
  else {
    const detail = 'no driver is chosen, so it is the simulated phone, which sends nothing';
    const advice = `Set TEXTRELAY_AGENT_DRIVER in ${path}; textrelay-agent drivers lists them.`;
    show({ level: 'warning', what, detail, advice });
  }
  return config;
}

function diagnosePairing(dir: string, show: Show): Identity | undefined {
  const what = 'pairing';
  try {
    const identity = readIdentity(dir);
    if (identity === undefined) {
      const advice = 'Get a code from the account, then: textrelay-agent pair URL CODE';
      show({ level: 'fault', what, detail: 'this device is not paired', advice });
    } else {
      const { deviceId, accountName, url } = identity;
      show({ level: 'ok', what, detail: `device ${deviceId} of account ${accountName}, at ${url}` });
    }
    return identity;
  } catch (error) {
    show({
      level: 'fault',
      what,
      detail: wordsOf(error),
      advice: 'Get a new code and pair the device again.',
    });
    return undefined;
  }
}

/** The lock that keeps an agent from starting meanwhile; `held` when one runs, whose own knowledge is then shown. */
function lockOrShow(dir: string, clock: Clock, show: Show): DirLock | 'held' | undefined {
  try {
    const lock = lockDir(dir);
    if (lock !== undefined) {
      show({ level: 'ok', what: 'agent', detail: 'none runs here now' });
      return lock;
    }
    show({ level: 'ok', what: 'agent', detail: 'it runs here; its device is left to it' });
    showHealth(readStatus(dir, clock.nowMs()).journal?.health, show);
    return 'held';
  } catch (error) {
    show({
      level: 'fault',
      what: 'agent',
      detail: wordsOf(error),
      advice: "Look at the files' owner and mode.",
    });
    return undefined;
  }
}

function showHealth(health: NotedHealth | undefined, show: Show): void {
  if (health === undefined) return;
  const { problem, detail, inboxFull } = health;
  const advice = 'For a closer look at the device, stop the agent and run doctor again.';
  if (problem === undefined) show({ level: 'ok', what: 'device', detail: `the agent can send (${detail})` });
  else
    show({ level: 'fault', what: 'device', detail: `the agent cannot send: ${detail} (${problem})`, advice });
  if (inboxFull !== true) return;
  const full = "the device's memory for received texts is full";
  show({
    level: 'warning',
    what: 'inbox',
    detail: full,
    advice: 'The agent empties it as the core takes the texts.',
  });
}

async function diagnoseDevice({ dir, clock, log }: DoctorOptions, config: Config, show: Show): Promise<void> {
  const { driver, settings } = config;
  let isOver = false;
  const context = { dir, journalId: '', clock, log, settings };
  const showInTime: Show = (finding) => {
    if (!isOver) show(finding);
  };
  try {
    await inTime(driver.diagnose(context, showInTime), driverMs, clock);
  } catch {
    const detail = `the ${driver.name} driver could not look at its device`;
    show({ level: 'fault', what: 'device', detail, advice: 'Try again; if it stays so, report it.' });
  } finally {
    isOver = true;
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof AgentError ? error.message : 'it could not be looked at';
