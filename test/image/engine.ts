// Podman with runc on a store of its own, so that nothing of the machine's images is touched. The flags are those with which it
// runs without systemd and with few rights of its own.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const options = { timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };

/** What every container gets: nothing to write but its data and /tmp, and no right. */
const hardened = [
  ...[
    '--runtime',
    'runc',
    '--network=host',
    '--no-healthcheck',
    '--pull=never',
    '--read-only',
    '--cap-drop=all',
  ],
  ...[
    '--security-opt=no-new-privileges',
    '--tmpfs',
    '/tmp',
    '--ulimit',
    'nofile=4096:4096',
    '--ulimit',
    'nproc=4096:4096',
  ],
];

/** What a command printed, and how it ended. */
interface Ended {
  code: number;
  out: string;
}

/** A container that was started. */
export interface Container {
  /** Everything that it has printed. */
  output(): string;
  /** Runs a command in it. */
  exec(...words: string[]): Promise<Ended>;
  /** Asks it to stop; returns its exit code and how long that took, in milliseconds. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/** Images and containers of one run. */
export class Engine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'image-judge-'));
  readonly environment: NodeJS.ProcessEnv;

  constructor() {
    const storage = join(this.#folder, 'storage.conf');
    const places = ['graphroot', 'runroot'].map((name) => `${name}="${join(this.#folder, name)}"\n`);
    writeFileSync(storage, `[storage]\ndriver="overlay"\n${places.join('')}`);
    this.environment = { ...process.env, CONTAINERS_STORAGE_CONF: storage };
  }

  /** Runs podman; throws when it fails. */
  async podman(...words: string[]): Promise<string> {
    const all = ['--cgroup-manager=cgroupfs', ...words];
    return (await run('podman', all, { ...options, env: this.environment })).stdout;
  }

  /** The image as the root of a file system: the paths in it with modes and owners, as tar lists them. */
  async filesOf(image: string): Promise<string[]> {
    const id = (await this.podman('create', '--pull=never', image)).trim();
    const archive = join(this.#folder, 'files.tar');
    await this.podman('export', '--output', archive, id);
    await this.podman('rm', id);
    const { stdout } = await run('tar', ['--numeric-owner', '-tvf', archive], options);
    rmSync(archive);
    return stdout.split('\n').filter(Boolean);
  }

  /** Bytes of the image as it is sent. */
  async packedBytes(image: string): Promise<number> {
    const archive = join(this.#folder, 'packed.tar');
    const words = ['copy', '--quiet', `containers-storage:localhost/${image}`, `oci-archive:${archive}`];
    await run('skopeo', words, { ...options, env: this.environment });
    const { size } = statSync(archive);
    rmSync(archive);
    return size;
  }

  /** Starts a container of the image with a command, hardened as a platform should; `volume` is the name of its data. */
  start(image: string, words: readonly string[], env: Record<string, string>, volume?: string): Container {
    const name = `judged-${crypto.randomUUID()}`;
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const mount =
      volume === undefined ? ['--tmpfs', '/var/lib/textrelay'] : ['--volume', `${volume}:/var/lib/textrelay`];
    const all = ['run', '--rm', '--name', name, ...hardened, ...mount, ...settings, image, ...words];
    const child = spawn('podman', ['--cgroup-manager=cgroupfs', ...all], { env: this.environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return {
      output: () => output,
      exec: (...typed) =>
        this.podman('exec', name, ...typed).then(
          (out) => ({ code: 0, out }),
          (error: { code: number; stdout: string; stderr: string }) => {
            return { code: error.code, out: error.stdout + error.stderr };
          },
        ),
      stop: async () => {
        const startedMs = performance.now();
        await this.podman('stop', '--time', '30', name).catch(() => {});
        return { code: await ended, ms: performance.now() - startedMs };
      },
    };
  }

  /** Removes all of it. */
  async end(): Promise<void> {
    await this.podman('system', 'reset', '--force').catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
