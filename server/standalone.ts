// `npm start`: the whole service with one command. Reads the configuration, starts the parts as processes, keeps
// them up, and stops them when asked.
import { extname, join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../runtime/config/config_values.ts';
import { answerWords } from '../runtime/process/answer_words.ts';
import { holdAlive } from '../runtime/process/hold_alive.ts';
import { collectStartGarbage } from '../runtime/process/start_garbage.ts';
import { readStandaloneConfig, unknownVariables } from './config/config_standalone.ts';
import { EmbeddedRefused } from './embedded/refusal.ts';
import { openLogFile } from './standalone/log_file.ts';
import { startService } from './standalone/service.ts';
import { StartRefused } from './standalone/start_refused.ts';

/** All parts have watchdogs of their own; this one is for their sum. */
const stopDeadlineMs = 45_000;

const print = (text: string) => process.stdout.write(text);
// A terminal that went away is no reason to stop texts.
process.stdout.on('error', () => {});

function describeFault(error: unknown): string {
  const isForUsers = [ConfigError, EmbeddedRefused, StartRefused].some((known) => error instanceof known);
  const message = error instanceof Error ? error.message : String(error);
  return isForUsers ? message : `cannot start: ${message}`;
}

/** Bundles start bundles, and sources start sources: each kind lies in folders of the same names. */
const programBeside = (part: string) =>
  join(import.meta.dirname, '..', part, `main${extname(import.meta.filename)}`);

const answered = answerWords(process.argv);
if (answered !== null) process.exit(answered);

holdAlive();
const stopping = new AbortController();
const { signal } = stopping;
const asked = new Promise<string | null>((resolve) => {
  const stop = (byWhom: string) => {
    if (signal.aborted) return;
    print(byWhom);
    stopping.abort();
    systemClock.setTimeout(() => process.exit(1), stopDeadlineMs);
    resolve(null);
  };
  process.on('SIGINT', () => stop('\nStopping ...\n'));
  for (const name of ['SIGTERM', 'SIGHUP', 'disconnect']) process.on(name, () => stop('Stopping ...\n'));
});

try {
  for (const line of await unknownVariables()) process.stderr.write(`${line}\n`);
  const config = await readStandaloneConfig();
  const { dataDir, isVerbose, logLevel: level } = config;
  const openOutput = (name: string) => {
    const logFile = join(dataDir, 'logs', `${name}.log`);
    return isVerbose
      ? { output: { stdout: 'inherit' as const, write: print, close: () => {} }, logFile: undefined }
      : { output: openLogFile(logFile, systemClock), logFile };
  };
  // Opened with the first line, because the directory is made and checked first.
  let own: ReturnType<typeof openOutput> | undefined;
  const write = (line: string) => {
    own ??= openOutput('supervisor');
    own.output.write(line);
  };
  const service = await startService({
    config,
    scripts: {
      core: programBeside('server'),
      gateway: programBeside('gateway'),
      agent: programBeside('device-agent'),
    },
    clock: systemClock,
    log: pino({ level, base: { process: 'supervisor' } }, { write }),
    openOutput,
    openCore: async (connection) => {
      const { openCore } = await import('./cli/core_client/core_client.ts');
      return openCore({ ...connection, ...(config.tls?.core && { tls: config.tls.core }) });
    },
    print,
    signal,
  });
  process.send?.({ type: 'ready' });
  collectStartGarbage(systemClock);
  const fault = await Promise.race([asked, service.lost]);
  await service.stop();
  if (fault) throw new StartRefused(fault);
  process.exit(0);
} catch (error) {
  if (!signal.aborted) process.stderr.write(`${describeFault(error)}\n`);
  process.exit(signal.aborted ? 0 : 1);
}
