// The app's settings, and what it takes over from the server: settings/SettingsService.kt and the Importer of each section.
import type { AppMemory } from './app_memory.ts';
import { isObject } from './gson.ts';
import type { AppVersion } from './versions.ts';

/** What an import refuses. It ends the import where it stands, and the whole fetch is tried again. */
export class ImportError extends Error {}

/** A number, also as text, without what is behind its point. */
function toInteger(value: unknown): number | null {
  if (value === null) return null;
  const number = Number(String(value));
  if (Number.isNaN(number)) throw new ImportError(`no number: ${value}`);
  return Math.trunc(number);
}

const atLeast = (least: number) => (value: unknown) => {
  const number = toInteger(value);
  if (number !== null && number < least) throw new ImportError(`less than ${least}`);
  return number;
};

const among = (values: readonly string[]) => (value: unknown) => {
  if (value !== null && !values.includes(String(value))) throw new ImportError(`unknown: ${value}`);
  return value === null ? null : String(value);
};

const toText = (value: unknown) => (value === null ? null : String(value));

const toPositive = (value: unknown) => {
  const number = toInteger(value);
  return number !== null && number > 0 ? number : null;
};

/** How each name is imported; other names are passed over. */
const importers = ({ limitPeriods }: AppVersion): Record<string, (value: unknown) => unknown> => ({
  'gateway.cloud_url': (value) => {
    if (value !== null && !String(value).startsWith('https://'))
      throw new ImportError('url must start with https://');
    return toText(value);
  },
  'gateway.private_token': toText,
  'gateway.notification_channel': among(['AUTO', 'SSE_ONLY']),
  'messages.send_interval_min': toInteger,
  'messages.send_interval_max': toInteger,
  'messages.limit_period': among(Object.keys(limitPeriods)),
  'messages.limit_value': atLeast(0),
  'messages.sim_selection_mode': among(['OSDefault', 'RoundRobin', 'Random']),
  'messages.processing_order': among(['LIFO', 'FIFO']),
  'messages.log_lifetime_days': atLeast(1),
  'ping.interval_seconds': toPositive,
  'logs.lifetime_days': atLeast(1),
  'webhooks.internet_required': (value) => value === null || String(value).toLowerCase() === 'true',
  'webhooks.retry_count': atLeast(1),
  'webhooks.signing_key': toText,
  'encryption.passphrase': toText,
});

const sections = ['encryption', 'gateway', 'messages', 'ping', 'logs', 'webhooks'];

export class AppSettings {
  readonly #memory: AppMemory;
  readonly #version: AppVersion;
  readonly #random: () => number;

  constructor(memory: AppMemory, version: AppVersion, random: () => number) {
    this.#memory = memory;
    this.#version = version;
    this.#random = random;
  }

  /** Takes over what the server says. Throws ImportError in the middle of it. */
  update(data: unknown): void {
    if (!isObject(data)) throw new ImportError('no object');
    const import_ = importers(this.#version);
    for (const section of sections) {
      const values = data[section];
      if (values === undefined) continue;
      if (!isObject(values)) throw new ImportError(`${section} is no object`);
      for (const [name, value] of Object.entries(values)) {
        const key = `${section}.${name}`;
        const read = import_[key];
        if (read) this.set(key, read(value));
      }
    }
  }

  set(key: string, value: unknown): void {
    if (value === null || value === undefined) delete this.#memory.preferences[key];
    else this.#memory.preferences[key] = value;
  }

  #number(key: string): number | undefined {
    return this.#memory.preferences[key] as number | undefined;
  }

  #text(key: string): string | undefined {
    return this.#memory.preferences[key] as string | undefined;
  }

  get url(): string {
    return this.#text('gateway.cloud_url') ?? '';
  }

  get privateToken(): string | undefined {
    return this.#text('gateway.private_token');
  }

  get channel(): string {
    return this.#text('gateway.notification_channel') ?? 'AUTO';
  }

  get order(): 'LIFO' | 'FIFO' {
    return (this.#text('messages.processing_order') ?? 'LIFO') as 'LIFO' | 'FIFO';
  }

  get simSelection(): string {
    return this.#text('messages.sim_selection_mode') ?? 'OSDefault';
  }

  get lifetimeDays(): number | undefined {
    return this.#number('messages.log_lifetime_days');
  }

  /** Undefined without a limit. */
  get limit(): { count: number; periodMs: number } | undefined {
    const count = this.#number('messages.limit_value') ?? 0;
    const periodMs = this.#version.limitPeriods[this.#text('messages.limit_period') ?? 'Disabled'] ?? 0;
    return count > 0 && periodMs > 0 ? { count, periodMs } : undefined;
  }

  /** The pause after a text, drawn anew each time; undefined for none. */
  get pauseSeconds(): number | undefined {
    const least = this.#number('messages.send_interval_min') ?? 0;
    const most = this.#number('messages.send_interval_max');
    if (most === undefined || least > most) return undefined;
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  get pingSeconds(): number | undefined {
    return this.#number('ping.interval_seconds');
  }

  get needsInternet(): boolean {
    return (this.#memory.preferences['webhooks.internet_required'] as boolean | undefined) ?? true;
  }

  get webhookRetries(): number {
    return this.#number('webhooks.retry_count') ?? 15;
  }

  /** Made on the phone, of eight characters, unless the server set it. */
  get signingKey(): string {
    const key = this.#text('webhooks.signing_key') ?? makeName(8, this.#random);
    this.set('webhooks.signing_key', key);
    return key;
  }
}

const alphabet = '_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A name as NanoIdUtils makes it. */
export const makeName = (length: number, random: () => number): string =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
