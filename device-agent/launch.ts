#!/usr/bin/env node
// The installed command starts this file. It looks at Node first, because an older one cannot even load the rest.
import { describeOldNode } from './node_version.ts';

const fault = describeOldNode(process.versions.node);
if (fault === undefined) {
  muteExperiment();
  await import('./main.ts');
} else {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}

/** Node 22 says with each start that SQLite is an experiment; it is meant for us and not for who runs the agent. */
function muteExperiment(): void {
  const emit = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith('SQLite is an experimental')) return;
    Reflect.apply(emit, process, [warning, ...rest]);
  };
}
