// Words on the command line of a program whose settings are environment variables.
import { readVersion } from '../version.ts';

const help =
  'Takes no words but --version and --help. Its settings are environment variables: the guide Configuration lists them\n' +
  '(/docs/configuration of a running service, or gateway/docs/guides/configuration.md).\n';

/**
 * Answers --version and --help, and refuses any other word, which would otherwise start what nobody asked for. `argv` is that of the
 * process. Returns the exit code; null where there are no words, and the program is to start.
 */
export function answerWords(
  argv: readonly string[],
  streams: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process,
): number | null {
  const words = argv.slice(2);
  const unknown = words.find((word) => word !== '--version' && word !== '--help' && word !== '-h');
  if (unknown !== undefined) {
    streams.stderr.write(
      `error: unknown word '${unknown}': settings are environment variables (see --help)\n`,
    );
    return 1;
  }
  if (words.length === 0) return null;
  streams.stdout.write(words.includes('--version') ? `${readVersion()}\n` : help);
  return 0;
}
