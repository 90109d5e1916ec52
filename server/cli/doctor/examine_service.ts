// Everything that `doctor` looks at: what is on this machine, and what each core says of itself, its database and what it serves.

import type { Finding } from '../../../runtime/cli/findings.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { ConfigError } from '../../../runtime/config/config_values.ts';
import { typedCommand } from '../../../runtime/typed_command.ts';
import { examineCertificates } from '../../app/operations/examine/examine_setup.ts';
import type { Connection, Databases } from '../core/config.ts';
import type { CoreClient } from '../core/core_client.ts';
import { examineBackups } from './examine_backups.ts';
import { type ExaminedCore, examineCores, mergeFindings } from './examine_cores.ts';
import {
  examineParts,
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
interface ExaminedService {
  findings: Finding[];
  cores: ExaminedCore[];
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
export async function examineService(around: Surroundings): Promise<ExaminedService> {
  const { clock, here } = around;
  const admin = typedCommand('admin');
  const settings: Finding[] = [];
  const connections = settingsOr(() => around.readConnections(), [], settings);
  const databases = settingsOr(() => around.readDatabases(), undefined, settings);
  const [cores, parts] = await Promise.all([
    examineCores(connections, around.openCore),
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
      ...examineParts(parts),
      ...mergeFindings(cores),
      ...examineCertificates(ends, clock.nowMs()),
      ...(databases === undefined ? [] : [examineBackups(databases, clock.nowMs(), admin)]),
    ],
    cores,
    parts,
  };
}
