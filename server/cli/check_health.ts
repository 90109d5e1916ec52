// The health check of containers and scripts: whether the parts that run on this machine can do their work. It asks their
// ops listeners, so that it needs no credential and loads nearly nothing.
import type { OpsListeners } from '../config/config_health.ts';
import type { Readiness } from '../ops/ask_readiness.ts';

/** What a check needs of its process. */
interface HealthCheck {
  /** The typed words: parts that have to be ready; without any, those that are here. */
  words: readonly string[];
  readListeners(): OpsListeners;
  /** Asks the ops listener of a part. Never throws. */
  ask(address: OpsListeners['core']): Promise<Readiness>;
  writeOut(text: string): void;
  writeError(text: string): void;
}

type Part = keyof OpsListeners;

/** What may be typed; `start` is the all-in-one. */
const partsOf: Readonly<Record<string, readonly Part[]>> = {
  core: ['core'],
  gateway: ['gateway'],
  agent: ['agent'],
  start: ['core', 'gateway'],
};

const said = { away: 'not here', 'not ready': 'not ready', ready: 'ready' } as const;

/** Checks once. Returns the exit code: 0 when all are ready, 1 when one is not, 2 for what was typed wrongly. */
export async function checkHealth(check: HealthCheck): Promise<number> {
  const unknown = check.words.find((word) => !Object.hasOwn(partsOf, word));
  if (unknown !== undefined) {
    check.writeError(`no part "${unknown}": type ${Object.keys(partsOf).join(', ')}, or none of them\n`);
    return 2;
  }
  const listeners = check.readListeners();
  const named = [...new Set(check.words.flatMap((word) => partsOf[word] ?? []))];
  const asked = named.length > 0 ? named : (Object.keys(listeners) as Part[]);
  const answers = await Promise.all(
    asked.map(async (part): Promise<readonly [Part, Readiness]> => {
      const address = listeners[part];
      return [part, address === undefined ? 'away' : await check.ask(address)];
    }),
  );
  const judged = named.length > 0 ? answers : answers.filter(([, readiness]) => readiness !== 'away');
  if (judged.length === 0) {
    check.writeError('no part of the service runs here\n');
    return 1;
  }
  const isHealthy = judged.every(([, readiness]) => readiness === 'ready');
  const line = `${judged.map(([part, readiness]) => `${part}: ${said[readiness]}`).join(', ')}\n`;
  if (isHealthy) check.writeOut(line);
  else check.writeError(line);
  return isHealthy ? 0 : 1;
}
