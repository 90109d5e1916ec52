// The phones of one hub: found by their tokens, made by pairing codes, started and stopped together. Each has a directory of
// its own, as an agent has.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Code, type ConnectError } from '@connectrpc/connect';
import { AttemptLimiter } from '../../runtime/attempt_limiter.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { AgentError, systemCode } from '../agent_error.ts';
import { type DirLock, lockDir } from '../home/dir_lock.ts';
import { writeIdentity } from '../home/identity.ts';
import { accountOfCode, isWrongCode, redeemCode } from '../pair.ts';
import type { startAgent } from '../start_agent.ts';
import { hashOf, isSame, type PhoneName, readPhoneName, secretOf, writePhoneName } from './names.ts';
import { Phone } from './phone.ts';
import { readPhone, type StoredPhone, writePhone, writeWhole } from './phone_file.ts';
import { Refused } from './refused.ts';

/** Most phones of a hub, unless a test says otherwise. */
export const defaultMostPhones = 2_000;
/** How long a phone that never got its answer may ask for it again with the same code. */
const answerAgainMs = 10 * 60_000;
/** How long anything is kept of an unpaired phone. */
const keepRemovedMs = 30 * 24 * 3_600_000;
/** Codes as the core makes them. */
const codeForm = /^\d{10}$/;

export interface HubOptions {
  /** Holds the hub's key and a directory for each phone. */
  dir: string;
  /** Part of every token and called address. */
  name: string;
  /** Origin of the core's device listener. */
  coreUrl: string;
  clock: Clock;
  log: Log;
  agentVersion: string;
  /** Most phones that are paired at a time; 2,000 unless a test says otherwise. */
  mostPhones?: number;
  /** Starts the phones' agents; a test that ends them as a power cut does gives its own. */
  startAgent?: typeof startAgent;
}

/** A phone's request to pair. */
interface NewPhone extends Pick<StoredPhone, 'model' | 'version' | 'sims' | 'isPushed'> {
  /** Its network address, for the core to count wrong codes by. */
  address: string;
}

/** The hub. */
export class Hub {
  readonly #options: HubOptions;
  readonly #lock: DirLock;
  readonly #key: Buffer;
  readonly #phones = new Map<string, Phone>();
  /** Names of phones that are being paired, and their accounts. */
  readonly #drafts = new Map<string, string>();
  readonly #pairings = new Map<string, Promise<{ phone: Phone; token: string }>>();
  readonly #attempts: AttemptLimiter;
  #isStopped = false;

  /** Takes the directory and reads the phones in it; none of them runs yet. Throws an AgentError. */
  constructor(options: HubOptions) {
    const { dir, clock } = options;
    this.#options = options;
    this.#attempts = new AttemptLimiter(clock);
    const lock = lockDir(dir);
    if (lock === undefined) throw new AgentError(`another phones hub is running in ${dir}`);
    this.#lock = lock;
    try {
      this.#key = readKey(join(dir, 'hub.key'));
      mkdirSync(join(dir, 'phones'), { recursive: true, mode: 0o700 });
      for (const name of readdirSync(join(dir, 'phones'))) this.#read(name, clock.nowMs());
    } catch (error) {
      lock.release();
      throw error instanceof AgentError
        ? error
        : new AgentError(`${dir} cannot be used (${systemCode(error)})`);
    }
  }

  /** The phones that are paired. */
  get phones(): Phone[] {
    return [...this.#phones.values()].filter((phone) => !phone.isRemoved);
  }

  /** Starts the agents of all phones, one after the other. */
  async start(): Promise<void> {
    for (const phone of this.phones) {
      if (this.#isStopped) return;
      await phone.start();
    }
  }

  /** Stops everything. Safe twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#pairings.values());
    await Promise.all([...this.#phones.values()].map((phone) => phone.stop()));
    this.#lock.release();
  }

  /** The phone of a token. Throws: nobody's token, or that of another hub. */
  byToken(token: string): Phone {
    const read = readPhoneName(token);
    const phone = read && this.#named(read);
    if (read === undefined || phone === undefined || !phone.isToken(read.secret))
      throw new Refused(401, 'this phone is not paired');
    return phone;
  }

  /** The phone that an address was made for; undefined when there is none. */
  byHook(text: string): Phone | undefined {
    const read = readPhoneName(text);
    const phone = read && this.#named(read);
    if (read === undefined || phone === undefined || phone.isRemoved || phone.isLeaving) return undefined;
    return isSame(read.secret, this.#secret('hook', phone)) ? phone : undefined;
  }

  /** The end of the address that a phone calls. */
  hookOf(phone: Phone): string {
    return writePhoneName({
      hub: this.#options.name,
      phone: phone.name,
      secret: this.#secret('hook', phone),
    });
  }

  /** The key that a phone signs its calls with. */
  signingKeyOf(phone: Phone): string {
    return this.#secret('sign', phone);
  }

  /**
   * Pairs a phone by its code. The same code answers the same phone again while it has not used its token, for the answer may
   * have been lost. Throws Refused.
   */
  async pair(typed: string, phone: NewPhone): Promise<{ phone: Phone; token: string }> {
    const code = typed.replace(/[\s-]/g, '');
    if (!codeForm.test(code)) throw wrongCode();
    const key = `${code} ${phone.address} ${phone.model}`;
    const underWay =
      this.#pairings.get(key) ?? this.#try(code, phone).finally(() => this.#pairings.delete(key));
    this.#pairings.set(key, underWay);
    return underWay;
  }

  /** Counts wrong codes as the core does, before anything is done for one too many. */
  async #try(code: string, fresh: NewPhone): Promise<{ phone: Phone; token: string }> {
    const waitSeconds = await this.#attempts.begin(fresh.address);
    if (waitSeconds > 0) throw new Refused(429, 'too many wrong codes', waitSeconds);
    let isWrong = false;
    try {
      return await this.#pair(code, fresh);
    } catch (error) {
      isWrong = error instanceof Refused && error.status === 401;
      throw error;
    } finally {
      this.#attempts.end(fresh.address, isWrong);
    }
  }

  async #pair(code: string, fresh: NewPhone): Promise<{ phone: Phone; token: string }> {
    const { dir, name: hub, coreUrl, clock, log, mostPhones = defaultMostPhones } = this.#options;
    const nowMs = clock.nowMs();
    const codeHash = hashOf(secretOf(this.#key, 'code', code));
    const earlier = this.phones.find(({ stored }) => stored.codeHash === codeHash);
    if (earlier !== undefined) {
      const { isTokenUsed, pairedAtMs, model } = earlier.stored;
      if (isTokenUsed || model !== fresh.model || nowMs - pairedAtMs > answerAgainMs) throw wrongCode();
      return { phone: earlier, token: this.#tokenOf(earlier.name, code) };
    }
    const free = () => mostPhones - this.phones.length - this.#drafts.size;
    if (this.#isStopped || free() <= 0)
      throw new Refused(503, `a phones hub holds at most ${mostPhones} phones`);
    const attempt = secretOf(this.#key, 'pair', code, fresh.model);
    const of = { baseUrl: coreUrl, code, attempt, address: fresh.address };
    const accountId = await answered(accountOfCode(of));
    const its = [...this.phones.map(({ stored }) => stored.accountId), ...this.#drafts.values()];
    const held = its.filter((each) => each === accountId).length;
    // Others may have come meanwhile. From here until the draft is noted nothing else runs.
    if (held >= free())
      throw new Refused(
        503,
        `of the ${mostPhones} phones that a phones hub holds this account has ${held}, and ${free()} are free: it pairs a further one while it has fewer than are free`,
      );
    const name = randomBytes(8).toString('hex');
    const draft = join(dir, 'phones', `${name}.new`);
    // Shown to be writable before the code is spent.
    mkdirSync(draft, { mode: 0o700 });
    this.#drafts.set(name, accountId);
    try {
      writeIdentity(draft, await answered(redeemCode(of, fresh.model.slice(0, 100))));
      const { model, version, sims, isPushed } = fresh;
      const token = this.#tokenOf(name, code);
      const tokenHash = hashOf(readPhoneName(token)?.secret ?? '');
      const news = { model, version, sims, isPushed };
      const stored = { tokenHash, codeHash, accountId, pairedAtMs: nowMs, isTokenUsed: false, ...news };
      writePhone(draft, stored);
      const home = join(dir, 'phones', name);
      renameSync(draft, home);
      const phone = new Phone(name, home, stored, this.#options);
      this.#phones.set(name, phone);
      this.#drafts.delete(name);
      log.info({ hub, phone: name }, 'a phone was paired');
      await phone.start();
      return { phone, token };
    } catch (error) {
      this.#drafts.delete(name);
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }

  #named({ hub, phone }: PhoneName): Phone | undefined {
    // Another hub's phone: it is not for this one to say that it is not paired.
    if (hub !== this.#options.name) throw new Refused(503, 'this phone is at another hub');
    return this.#phones.get(phone);
  }

  #tokenOf(phone: string, code: string): string {
    return writePhoneName({
      hub: this.#options.name,
      phone,
      secret: secretOf(this.#key, 'token', phone, code),
    });
  }

  #secret(what: 'hook' | 'sign', phone: Phone): string {
    return secretOf(this.#key, what, phone.name);
  }

  #read(name: string, nowMs: number): void {
    const { dir, log } = this.#options;
    const home = join(dir, 'phones', name);
    const stored = /^[0-9a-f]{16}$/.test(name) ? readPhone(home) : undefined;
    // A pairing that was interrupted; its phone never got its answer.
    if (stored === undefined && name.endsWith('.new')) rmSync(home, { recursive: true, force: true });
    if (stored === undefined) return;
    if (stored.removedAtMs !== undefined && nowMs - stored.removedAtMs > keepRemovedMs) {
      rmSync(home, { recursive: true, force: true });
      return log.info(
        { phone: name },
        'what was left of a phone was deleted, which was unpaired a month ago',
      );
    }
    this.#phones.set(name, new Phone(name, home, stored, this.#options));
  }
}

/** The core's answer about a code. Throws Refused. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const refused = error as ConnectError;
    if (isWrongCode(refused)) throw wrongCode();
    if (refused.code === Code.ResourceExhausted) throw new Refused(429, 'too many wrong codes', 60);
    throw new Refused(503, 'the core cannot be asked now');
  }
}

const wrongCode = () => new Refused(401, 'the code is wrong, used or expired');

/** The key that all secrets are derived from; made at the first start. */
function readKey(path: string): Buffer {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length !== 32) throw new AgentError(`${path} is damaged`);
    return key;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const key = randomBytes(32);
  writeWhole(path, `${key.toString('base64')}\n`);
  return key;
}
