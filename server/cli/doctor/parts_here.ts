// The parts of the service on this machine, by their ops listeners, which need no credential.

import type { Finding } from '../../../runtime/cli/findings.ts';
import type { ListenAddress } from '../../../runtime/config/config_values.ts';
import type { OpsListeners } from '../../config/config_health.ts';
import type { Setting } from '../../config/config_report.ts';
import type { Readiness } from '../../ops/ask_readiness.ts';

type Part = keyof OpsListeners;

/** What is on this machine. */
export interface PartsHere {
  /** Throws ConfigError. */
  readListeners(): OpsListeners;
  ask(address: ListenAddress): Promise<Readiness>;
  /** The metrics of a part; undefined where none come. */
  readMetrics(address: ListenAddress): Promise<string | undefined>;
  /** The variables of the product that this shell has. */
  readSettings(): Setting[];
}

/** A part that listens here. */
export interface PartHere {
  part: Part;
  readiness: Readiness;
  metrics: string;
}

/** Asks each; parts that are not here are left out. */
export async function lookHere(here: PartsHere): Promise<PartHere[]> {
  const listeners = Object.entries(here.readListeners()) as [Part, ListenAddress | undefined][];
  const found = await Promise.all(
    listeners.map(async ([part, address]): Promise<PartHere[]> => {
      const readiness = address === undefined ? 'away' : await here.ask(address);
      if (address === undefined || readiness === 'away') return [];
      return [{ part, readiness, metrics: (await here.readMetrics(address)) ?? '' }];
    }),
  );
  return found.flat();
}

const adviceOf: Readonly<Record<Part, string>> = {
  core: 'Look at its log: it waits for its database, or is stopping.',
  gateway: 'Look at its log: it finds no core that serves.',
  agent: 'Ask it itself: textrelay-agent doctor.',
};

/** Of each part that is here, whether it can do its work. */
export function diagnoseParts(parts: readonly PartHere[]): Finding[] {
  const what = 'this machine';
  if (parts.length === 0) return [{ level: 'ok', what, detail: 'no part of the service listens here' }];
  return parts.map(({ part, readiness }) =>
    readiness === 'ready'
      ? { level: 'ok', what, detail: `the ${part} is ready` }
      : { level: 'fault', what, detail: `the ${part} is not ready`, advice: adviceOf[part] },
  );
}

/** When the certificate of the gateway ends, by its metrics, in milliseconds; undefined without one. */
export function gatewayCertificateEnd(parts: readonly PartHere[]): number | undefined {
  const metrics = parts.find(({ part }) => part === 'gateway')?.metrics ?? '';
  const [, seconds] = /^textrelay_gateway_certificate_end_seconds(?:\{[^}]*\})? (\S+)$/m.exec(metrics) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
