// A cursor in a file, for Node.
import { open, readFile, rename } from 'node:fs/promises';
import type { Cursor } from './feed.ts';

/** Keeps the place in a file of its own, which is replaced as a whole: one reader at a time. */
export function fileCursor(path: string): Cursor {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      if (!/^\d{1,16}\n?$/.test(text)) throw new Error(`${path} does not hold a seq`);
      return Number(text);
    },
    async save(seq) {
      const next = `${path}.next`;
      const file = await open(next, 'w');
      try {
        await file.writeFile(`${seq}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, path);
    },
  };
}
