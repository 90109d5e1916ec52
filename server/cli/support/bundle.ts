// What a support bundle holds: nothing that a person wrote, no number of a person's, no secret and no path.
import { arch, platform, release, totalmem } from 'node:os';
import type { DiagnosedCore } from '../doctor/diagnose_cores.ts';
import { diagnoseService, type Surroundings } from '../doctor/diagnose_service.ts';
import { readLogs, readNamedLogs } from './log_lines.ts';
import { withoutPrivate } from './private_words.ts';

interface BundleOptions {
  /** Of the program that writes it. */
  version: string;
  /** Most lines of each log. */
  lines: number;
  /** Files of logs, besides those of the data directory. */
  logs: readonly string[];
}

/** For a bundle without logs: of what systemd or a container keeps. */
const howToAddLogs =
  'No logs are kept here. Add those of systemd or of a container: journalctl -u "textrelay*" -o cat -n 5000 > service.log, or ' +
  'podman logs NAME > service.log 2>&1, then support-bundle --log service.log';

/** Most characters of a part's metrics: an account with thousands of devices has a line for each. */
const mostMetrics = 1_000_000;

const coreOf = ({ address, answer }: DiagnosedCore) => ({
  address,
  ...(answer && {
    version: answer.version,
    node: answer.nodeVersion,
    settings: Object.fromEntries(answer.settings.map(({ name, value }) => [name, value])),
  }),
});

/** The tables, as the first core that answers counts them. */
const tablesOf = (cores: readonly DiagnosedCore[]) =>
  cores
    .flatMap(({ answer }) => (answer && answer.tables.length > 0 ? [answer.tables] : []))[0]
    ?.map(({ name, rows, bytes }) => ({ name, rows: Number(rows), bytes: Number(bytes) })) ?? [];

/** Looks at everything, and writes it down as JSON that people can read. */
export async function makeBundle(
  around: Surroundings,
  { version, lines, logs: named }: BundleOptions,
): Promise<string> {
  const { findings, cores, parts } = await diagnoseService(around);
  const { dataDir } = around.readDatabases();
  const logs = { ...readLogs(dataDir, lines), ...readNamedLogs(named, lines) };
  const bundle = {
    made_at: new Date(around.clock.nowMs()).toISOString(),
    versions: { textrelay: version, node: process.versions.node },
    machine: { system: `${platform()} ${release()} ${arch()}`, memory_bytes: totalmem() },
    findings: findings.map(({ detail, advice, ...finding }) => ({
      ...finding,
      detail: withoutPrivate(detail),
    })),
    cores: cores.map(coreOf),
    settings_here: Object.fromEntries(around.here.readSettings().map(({ name, value }) => [name, value])),
    tables: tablesOf(cores),
    metrics: Object.fromEntries(
      parts.map(({ part, metrics }) => [part, metrics.slice(0, mostMetrics).split('\n')]),
    ),
    logs,
    ...(Object.keys(logs).length === 0 && { how_to_add_logs: howToAddLogs }),
  };
  return `${JSON.stringify(bundle, null, 1)}\n`;
}
