// The client libraries, each with its program of the stories.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goEnvironment } from '../../support/go_programs.ts';
import type { Command } from './story_program.ts';

export interface Language {
  name: string;
  /** What the machine must have. */
  needs: string;
  /** Makes its program, with what has to be built in a folder. */
  command: (folder: string) => Promise<Command>;
}

const run = promisify(execFile);
const clients = join(import.meta.dirname, '..', '..', '..', 'gateway', 'clients');

const pythonCommand = (kind: string) => async (): Promise<Command> => ({
  file: 'python3',
  words: [join(import.meta.dirname, 'story.py'), kind],
  env: { PYTHONPATH: join(clients, 'python'), PYTHONDONTWRITEBYTECODE: '1' },
});

async function goCommand(folder: string): Promise<Command> {
  const file = join(folder, 'story');
  const cwd = join(import.meta.dirname, 'story_go');
  await run('go', ['build', '-o', file, '.'], { cwd, env: { ...process.env, ...goEnvironment } });
  return { file, words: [] };
}

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    needs: 'node',
    command: async () => ({ file: process.execPath, words: [join(import.meta.dirname, 'story.ts')] }),
  },
  { name: 'Python', needs: 'python3', command: pythonCommand('threads') },
  { name: 'Python with asyncio', needs: 'python3', command: pythonCommand('asyncio') },
  { name: 'Go', needs: 'go', command: goCommand },
];
