// Builds the container image from the checkout, with Debian's own tools and without any image of others.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRoot } from './make_root.ts';

const run = promisify(execFile);
const buildMs = 600_000;

/** What is built. */
interface ImageOptions {
  /** The checkout. */
  root: string;
  /** The image's name, with a tag. */
  name: string;
  /** PostgreSQL is in it, for the all-in-one. */
  hasDatabase: boolean;
  /** Environment of buildah, such as where it keeps images. */
  environment: NodeJS.ProcessEnv;
}

/** Builds the image into the machine's store. Needs root, mmdebstrap, strip and buildah; throws what they say. */
export async function buildImage({ root, name, hasDatabase, environment }: ImageOptions): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'textrelay-image-'));
  try {
    const folder = join(context, 'root');
    // Copied as root's, but for the data of the image's user.
    for (const path of [folder, join(context, 'data')]) mkdirSync(path);
    await makeRoot(root, folder, hasDatabase);
    copyFileSync(join(import.meta.dirname, 'Containerfile'), join(context, 'Containerfile'));
    // The form of images that has a health check.
    const words = ['bud', '--isolation', 'chroot', '--format', 'docker', '--quiet', '--tag', name, context];
    await run('buildah', words, { timeout: buildMs, env: environment });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
