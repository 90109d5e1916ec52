// What the parts of one running app share.
import type { AppMemory, MessageState } from './app_memory.ts';
import type { AppProcess } from './app_process.ts';
import type { AppSettings } from './app_settings.ts';
import type { PhoneNetwork } from './phone_network.ts';
import type { Radio } from './radio.ts';
import type { AppVersion } from './versions.ts';
import type { WorkManager } from './works.ts';

/** What a handset is, and how its owner set it up. */
export interface PhoneTraits {
  maker: string;
  /** Google's services give it a push token; without one it holds a stream. */
  hasPlayServices: boolean;
  /** The switch "Start on boot": with it the app is whole again in each new process. */
  startsOnBoot: boolean;
  /** How long Android takes to have a text handed over. With more than 0 two send workers may hold one text. */
  handOverMs: number;
  zoneMinutes: number;
  batteryPercent: number;
  isCharging: boolean;
}

/** A change of a text, as the app's parts are given it. */
export interface StateChange {
  id: string;
  phoneNumbers: readonly string[];
  state: MessageState;
  simNumber: number | null;
  partsCount: number | null;
  error: string | null;
}

export interface AppParts {
  process: AppProcess;
  memory: AppMemory;
  settings: AppSettings;
  radio: Radio;
  network: PhoneNetwork;
  version: AppVersion;
  traits: PhoneTraits;
  works: WorkManager;
  random: () => number;
  /** Gives a change to those that listen, which nobody does in a process that Android began by itself. */
  stateChanged(change: StateChange): Promise<void>;
}
