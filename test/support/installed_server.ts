// The server as people install it: the packed package in a folder of its own, with nothing beside it. Nothing of the checkout
// is in its reach.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../runtime/testing/until.ts';
import { packServer } from '../../server/packing/pack_server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An installation that nobody else uses. */
export class InstalledServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'installed-server-'));
  readonly #children: ChildProcess[] = [];
  /** Where the package is unpacked. */
  readonly home = join(this.#folder, 'lib', 'node_modules', 'textrelay-server');
  readonly #command = join(this.#folder, 'bin', 'textrelay');

  private constructor(tgz: string) {
    mkdirSync(this.home, { recursive: true });
    mkdirSync(dirname(this.#command));
    execFileSync('tar', ['-xzf', tgz, '-C', this.home, '--strip-components=1']);
    symlinkSync(join(this.home, 'textrelay.js'), this.#command);
  }

  /** Packs the checkout's server and installs it, without what is optional. */
  static async install(): Promise<InstalledServer> {
    const out = mkdtempSync(join(tmpdir(), 'packed-server-'));
    try {
      return new InstalledServer(await packServer(root, out));
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }

  /** Lets npm's optional Node be there: the one that this test runs on. */
  bringNode(): void {
    const home = join(this.home, 'node_modules', `node-linux-${process.arch}`);
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'package.json'), '{}');
    symlinkSync(process.execPath, join(home, 'bin', 'node'));
  }

  /** As npm leaves it with `--omit=optional`. */
  leaveOutNode(): void {
    rmSync(join(this.home, 'node_modules', `node-linux-${process.arch}`), { recursive: true, force: true });
  }

  /** Starts the command as a shell does, by its first line, which asks the path for Node. */
  spawn(words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(this.#command, [...words], {
      cwd: this.#folder,
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: this.#folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  /** Runs a command to its end. */
  async call(words: readonly string[], env: Record<string, string> = {}) {
    const child = this.spawn(words, env);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (data) => (out += data));
    child.stderr?.on('data', (data) => (err += data));
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  /** Starts a part and waits until its ops listener says that it is ready. */
  async start(part: string, env: Record<string, string>, opsAddress: string): Promise<ChildProcess> {
    const child = this.spawn([part], env);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${part} ended: ${output}`);
      return fetch(`http://${opsAddress}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return child;
  }

  /** Ends what still runs, and deletes everything. */
  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
