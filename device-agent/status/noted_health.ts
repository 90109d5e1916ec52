// The device's state as the running agent last noted it in the journal.
import type { Health } from '../drivers/driver.ts';

/** A health, and since when. */
export interface NotedHealth extends Health {
  /** When it was noted, by this machine's clock, in milliseconds. */
  atMs: number;
  /** The driver's name; absent when an older agent wrote it. */
  driver?: string;
}

/** Reads what the agent wrote; undefined for nothing, and for what no agent wrote. */
export function parseHealth(text: string | undefined): NotedHealth | undefined {
  if (text === undefined) return undefined;
  try {
    const { at_ms: atMs, ...health } = JSON.parse(text) as Record<string, unknown>;
    if (typeof atMs !== 'number' || typeof health.detail !== 'string') return undefined;
    return { ...(health as unknown as Health), atMs };
  } catch {
    return undefined;
  }
}
