// Everything that `doctor` looks at: what is on this machine, and what each core says of itself, its database and what it serves.

import type { Finding } from '../../../runtime/cli/findings.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { ConfigError } from '../../../runtime/config/config_values.ts';
import { typedCommand } from '../../../runtime/typed_command.ts';
import { diagnoseCertificates } from '../../app/operations/diagnose/diagnose_setup.ts';
import type { Connection, Databases } from '../core_client/config.ts';
import type { CoreClient } from '../core_client/core_client.ts';
import { diagnoseBackups } from './diagnose_backups.ts';
import { type DiagnosedCore, diagnoseCores, mergeFindings } from './diagnose_cores.ts';
import {
  diagnoseParts,
  gatewayCertificateEnd,
  lookHere,
  type PartHere,
  type PartsHere,
} from './parts_here.ts';

/** Where `doctor` runs. */
export interface Surroundings {
  /** Each core that is named. Throws ConfigError. */
  readConnections(): Connection[];
  openCore(at: Connection): CoreClient;
  /** Throws ConfigError. */
  readDatabases(): Databases;
  here: PartsHere;
  clock: Clock;
}

/** All that was found. */
interface DiagnosedService {
  findings: Finding[];
  cores: DiagnosedCore[];
  parts: PartHere[];
}

/** What `read` gives; its error is a finding for each line. */
function settingsOr<T>(read: () => T, otherwise: T, findings: Finding[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'Set what the service itself is started with, or run this where it runs.';
    for (const detail of error.message.split('\n'))
      findings.push({ level: 'fault', what: 'settings', detail, advice });
    return otherwise;
  }
}

/** Looks. What is wrong is a finding; rejects for nothing that the operator can do. */
export async function diagnoseService(around: Surroundings): Promise<DiagnosedService> {
  const { clock, here } = around;
  const admin = typedCommand('admin');
  const settings: Finding[] = [];
  const connections = settingsOr(() => around.readConnections(), [], settings);
  const databases = settingsOr(() => around.readDatabases(), undefined, settings);
  const [cores, parts] = await Promise.all([
    diagnoseCores(connections, around.openCore),
    lookHere(here).catch((error) =>
      settingsOr<PartHere[]>(() => Promise.reject(error) as never, [], settings),
    ),
  ]);
  const ends = new Map<string, number>();
  const endMs = gatewayCertificateEnd(parts);
  if (endMs !== undefined) ends.set('the gateway', endMs);
  return {
    findings: [
      ...settings,
      ...diagnoseParts(parts),
      ...mergeFindings(cores),
      ...diagnoseCertificates(ends, clock.nowMs()),
      ...(databases === undefined ? [] : [diagnoseBackups(databases, clock.nowMs(), admin)]),
    ],
    cores,
    parts,
  };
}
