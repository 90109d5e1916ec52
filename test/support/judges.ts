// Where `npm run judges` puts the packages for Python and Go that tests need, and how programs find them there.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const judgesFolder = join(import.meta.dirname, '..', '..', '.judges');
export const judgesInPython = join(judgesFolder, 'python');
export const judgesInGo = join(judgesFolder, 'go');

/** The environment of a program in Python that may use the judges. */
export const pythonEnvironment = {
  ...process.env,
  PYTHONPATH: [judgesInPython, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
};

/** What a program in Go needs to find the judges' modules; the machine's own are used where none were fetched. */
export const goJudgesEnvironment = existsSync(judgesInGo) ? { GOMODCACHE: judgesInGo } : {};
