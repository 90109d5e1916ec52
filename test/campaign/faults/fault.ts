// What a fault is: something that goes wrong at a planned moment, and ends.
import type { Caller } from '../load/caller.ts';
import type { Stories } from '../load/stories/stories.ts';
import type { CampaignDatabase } from '../world/database.ts';
import type { World } from '../world/world.ts';

/** What faults act on. */
export interface Scene {
  world: World<CampaignDatabase>;
  caller: Caller;
  stories: Pick<Stories, 'played' | 'bell' | 'webhooks'>;
  /** When processes were killed, for whoever measures how soon others answer. */
  kills: { kind: string; atMs: number }[];
}

/** Chosen for one fault by the seed, before the campaign began. */
export interface Lot {
  /** From 0 to below 1: who is struck. */
  victim: number;
  /** From 0 to below 1: how hard. */
  size: number;
  lastsMs: number;
}

/** It was done; `heal` ends it. */
export interface Struck {
  victim: string;
  heal: () => unknown;
}

export interface FaultKind {
  kind: string;
  /** How often it is chosen, beside the others. */
  weight: number;
  /** Shortest and longest, in milliseconds. */
  lastsMs: readonly [number, number];
  /** Why it cannot be done on this machine; undefined when it can. */
  missing?: (scene: Scene) => string | undefined;
  /** Does it; returns a reason when there is nothing to strike at this moment. */
  strike: (scene: Scene, lot: Lot) => Promise<Struck | string> | Struck | string;
}

/** The one of a list that a lot means. */
export const chosen = <T>(list: readonly T[], lot: number): T => list[Math.floor(lot * list.length)] as T;
/** A number between two, as a lot means it. */
export const scaled = (lot: number, least: number, most: number) => least + lot * (most - least);
