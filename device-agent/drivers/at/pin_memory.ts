// The outcome of each PIN that was tried, so that a wrong one never locks a SIM: it allows three tries. A try is
// noted before it is made, because the agent may die in the middle of it. SIMs and PINs are kept as hashes.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, systemCode } from '../../agent_error.ts';

/** The file's name within the agent's directory. */
export const pinFileName = 'at_modem_pins.json';

/** Tries of one SIM without a success, whatever the PIN; the third would lock it. */
const maxTries = 2;
/** SIMs that are remembered, the newest. */
const maxSims = 100;

interface Tried {
  sim: string;
  pin: string;
  refused: boolean;
}

interface PinFile {
  salt: string;
  /** In the order of the tries. */
  tried: Tried[];
}

/** Why a PIN must not be tried: the SIM refused this very one, or a further try could lock it. */
export type PinObstacle = 'refused' | 'too_many';

/** The memory, on disk. */
export class PinMemory {
  readonly #dir: string;
  readonly #path: string;

  constructor(dir: string) {
    this.#dir = dir;
    this.#path = join(dir, pinFileName);
  }

  /** Why this PIN must not be tried on this SIM; undefined when it may. */
  obstacle(sim: string, pin: string): PinObstacle | undefined {
    const file = this.#read();
    const hashes = hash(file, sim, pin);
    const tried = file.tried.filter((entry) => entry.sim === hashes.sim);
    if (tried.some((entry) => entry.refused && entry.pin === hashes.pin)) return 'refused';
    return tried.length >= maxTries ? 'too_many' : undefined;
  }

  /** A try is about to be made; on disk when this returns. Throws when that cannot be. */
  begin(sim: string, pin: string): void {
    const file = this.#read();
    this.#write({ ...file, tried: [...file.tried, { ...hash(file, sim, pin), refused: false }] });
  }

  /** The SIM refused it. */
  refuse(sim: string, pin: string): void {
    const file = this.#read();
    const hashes = hash(file, sim, pin);
    const isIt = (entry: Tried) => entry.sim === hashes.sim && entry.pin === hashes.pin;
    this.#write({
      ...file,
      tried: file.tried.map((entry) => (isIt(entry) ? { ...entry, refused: true } : entry)),
    });
  }

  /** The SIM was not ready: this try does not count. */
  withdraw(sim: string, pin: string): void {
    const file = this.#read();
    const hashes = hash(file, sim, pin);
    const isIt = (entry: Tried) => entry.sim === hashes.sim && entry.pin === hashes.pin && !entry.refused;
    this.#write({ ...file, tried: file.tried.filter((entry) => !isIt(entry)) });
  }

  /** Whether nothing is remembered. */
  get isEmpty(): boolean {
    return this.#read().tried.length === 0;
  }

  /** The SIM accepted it, or was never asked: nothing counts against it any more. */
  forget(sim: string): void {
    const file = this.#read();
    const { sim: hashed } = hash(file, sim, '');
    const tried = file.tried.filter((entry) => entry.sim !== hashed);
    if (tried.length < file.tried.length) this.#write({ ...file, tried });
  }

  #read(): PinFile {
    try {
      const { salt, tried } = JSON.parse(readFileSync(this.#path, 'utf8')) as PinFile;
      if (typeof salt === 'string' && Array.isArray(tried)) return { salt, tried };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        return { salt: randomBytes(16).toString('hex'), tried: [] };
    }
    // It may hold a refusal.
    throw new AgentError(`${pinFileName} cannot be read, so the PIN is not tried; delete it to allow a try`);
  }

  #write(file: PinFile): void {
    try {
      this.#replace(file);
    } catch (error) {
      throw new AgentError(
        `${pinFileName} cannot be written, so the PIN is not tried (${systemCode(error)})`,
      );
    }
  }

  #replace({ salt, tried }: PinFile): void {
    const draft = `${this.#path}.draft`;
    const fd = openSync(draft, 'w', 0o600);
    writeSync(fd, JSON.stringify({ salt, tried: tried.slice(-maxSims * maxTries) }));
    fsyncSync(fd);
    closeSync(fd);
    renameSync(draft, this.#path);
    const folder = openSync(this.#dir, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}

function hash({ salt }: PinFile, sim: string, pin: string): { sim: string; pin: string } {
  const digest = (text: string) => createHash('sha256').update(`${salt} ${text}`).digest('hex').slice(0, 32);
  return { sim: digest(sim), pin: digest(`${sim} ${pin}`) };
}
