// What a session finds in its modem: the things that outlive it, and the cable.
import type { Clock } from '../../../runtime/clock.ts';
import type { Faults } from './faults.ts';
import type { Inbound } from './inbound.ts';
import type { MessageMemory } from './memory.ts';
import type { Network } from './network.ts';
import type { FullOptions } from './options.ts';
import type { MemoryName } from './settings.ts';
import type { SimCard } from './sim_card.ts';

export interface Equipment {
  readonly options: FullOptions;
  readonly clock: Clock;
  readonly sim: SimCard;
  readonly network: Network;
  readonly memories: Map<MemoryName, MessageMemory>;
  readonly faults: Faults;
  batteryPercent: number;
  isConnected(): boolean;
  write(data: string | Uint8Array): void;
  unplug(): void;
  drop(): void;
  reboot(): void;
  receive(inbound: Inbound): void;
  /** A command line was read. */
  received(line: string): void;
  /** A text or report is gone for good. */
  lose(hex: string): void;
}
