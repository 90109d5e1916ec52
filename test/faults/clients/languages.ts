// The client libraries, each with its program of the stories.
import { join } from 'node:path';
import type { Command } from './story_program.ts';

export interface Language {
  name: string;
  /** What the machine must have. */
  needs: string;
  command: () => Promise<Command>;
}

const pythonCommand = (kind: string) => async (): Promise<Command> => ({
  file: 'python3',
  words: [join(import.meta.dirname, 'story.py'), kind],
  env: {
    PYTHONPATH: join(import.meta.dirname, '..', '..', '..', 'gateway', 'clients', 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  },
});

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    needs: 'node',
    command: async () => ({ file: process.execPath, words: [join(import.meta.dirname, 'story.ts')] }),
  },
  { name: 'Python', needs: 'python3', command: pythonCommand('threads') },
  { name: 'Python with asyncio', needs: 'python3', command: pythonCommand('asyncio') },
];
