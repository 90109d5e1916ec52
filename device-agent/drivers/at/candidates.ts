// The ports that a modem might be plugged into, for a person to choose from.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const maxCandidates = 20;

/** Serial ports of this machine: by their lasting names where it gives them, else as the kernel numbers them. */
export async function listCandidates(root = '/dev'): Promise<string[]> {
  const lasting = await namesIn(join(root, 'serial', 'by-id'));
  const numbered = (await namesIn(root)).filter((path) => /tty(USB|ACM)\d+$/.test(path));
  return (lasting.length > 0 ? lasting : numbered).slice(0, maxCandidates);
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().map((name) => join(folder, name));
}
