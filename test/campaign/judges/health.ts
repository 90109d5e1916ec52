// Judges how the processes bore it: none ended by itself, no answer that nobody can act on, no key that outlived its end.
import type { Breach, Evidence } from './evidence.ts';

/** Judges the processes and their answers. */
export function judgeHealth({ crashes, oddities, revokedUses, leaks, deaf }: Evidence): Breach[] {
  return [
    ...crashes.map(({ name, atMs, code, signal, wasReady, tail, logFile }) => ({
      guarantee: wasReady ? 'a process ended by itself' : 'a process could not start',
      what: `${name}, ${signal ?? `code ${code}`}; ${logFile}:\n${tail}`,
      atMs,
    })),
    ...oddities.map(({ atMs, tenant, gateway, path, status, body }) => ({
      guarantee: 'an answer that nobody should get',
      what: `gateway-${gateway} answered ${path} with ${status}: ${body}`,
      tenant,
      atMs,
    })),
    ...revokedUses.map(({ tenant, path, revokedMs, startedMs, endedMs, messages }) => ({
      guarantee: 'a revoked key was answered',
      what: `${path}: revoked at ${revokedMs}, asked at ${startedMs}, answered at ${endedMs} with ${messages} texts`,
      tenant,
      atMs: endedMs,
    })),
    ...leaks.map(({ file, line }) => ({
      guarantee: 'no key and no text in a log',
      what: `${file}: ${line}`,
    })),
    ...deaf.map((what) => ({ guarantee: 'all is well again', what })),
  ];
}
