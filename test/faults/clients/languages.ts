// The client libraries, each with its program of the stories.
import { join } from 'node:path';
import type { Command } from './story_program.ts';

export interface Language {
  name: string;
  /** What the machine must have. */
  needs: string;
  command: () => Promise<Command>;
}

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    needs: 'node',
    command: async () => ({ file: process.execPath, words: [join(import.meta.dirname, 'story.ts')] }),
  },
];
