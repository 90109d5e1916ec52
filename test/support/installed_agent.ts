// The agent as people install it: the packed package in a folder of its own, beside the packages that it declares, what
// those need, and nothing else. Nothing of the checkout is in its reach.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAgent } from '../../device-agent/packing/pack_agent.ts';
import type { RunningProcess } from './processes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface PackageDocument {
  bin: Record<string, string>;
  engines: { node: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What a command printed, and how it ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** An installation that nobody else uses. */
export class InstalledAgent {
  readonly #folder = mkdtempSync(join(tmpdir(), 'installed-agent-'));
  /** The agent's own directory. */
  readonly dir = join(this.#folder, 'state');
  /** Where the package is unpacked. */
  readonly home = join(this.#folder, 'lib', 'node_modules', 'textrelay-agent');
  readonly document: PackageDocument;
  readonly #installed = new Set<string>();
  readonly #children: ChildProcess[] = [];

  private constructor(tgz: string) {
    mkdirSync(this.home, { recursive: true });
    execFileSync('tar', ['-xzf', tgz, '-C', this.home, '--strip-components=1']);
    this.document = JSON.parse(readFileSync(join(this.home, 'package.json'), 'utf8'));
    this.#install(Object.keys(this.document.dependencies ?? {}));
  }

  /** Packs the checkout's agent and installs it, without what is optional. */
  static async install(): Promise<InstalledAgent> {
    const out = mkdtempSync(join(tmpdir(), 'packed-agent-'));
    try {
      return new InstalledAgent(await packAgent(root, out));
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }

  /** Installs the optional packages too. */
  installOptional(): void {
    this.#install(Object.keys(this.document.optionalDependencies ?? {}));
  }

  /** Names of the packages that are installed beside it. */
  get packages(): string[] {
    return [...this.#installed].sort();
  }

  /** Runs a command to its end. */
  async call(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const child = this.#spawn(words, env);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (data) => (out += data));
    child.stderr?.on('data', (data) => (err += data));
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  /** Starts `run` and waits until it works. */
  async start(env: Record<string, string> = {}): Promise<RunningProcess> {
    const child = this.#spawn(['run'], env);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    const exited = once(child, 'exit');
    await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error(`the agent ended: ${output}`))),
    ]);
    return {
      child,
      output: () => output,
      stop: async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
        await exited;
        return child.exitCode;
      },
    };
  }

  /** Ends what still runs, and deletes everything. */
  remove(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(words: readonly string[], env: Record<string, string>) {
    const command = join(this.home, this.document.bin['textrelay-agent'] ?? '');
    chmodSync(command, 0o755);
    // As a shell starts it: by its first line, which asks the path for Node.
    const child = spawn(command, [...words], {
      cwd: this.#folder,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: this.#folder,
        TEXTRELAY_AGENT_DIR: this.dir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#children.push(child);
    return child;
  }

  /** Copies packages and what they need; one that lies inside another comes with it. */
  #install(names: readonly string[]): void {
    for (const name of names) {
      const source = join(root, 'node_modules', name);
      if (this.#installed.has(name) || !existsSync(source)) continue;
      this.#installed.add(name);
      cpSync(source, join(dirname(this.home), name), { recursive: true, dereference: true });
      const { dependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
      this.#install(Object.keys(dependencies));
    }
  }
}
