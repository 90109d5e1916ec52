// What a simulation knows of the statements of its parts, and does with them.
import type { Unit } from './database/database_line.ts';

/** The statements of all parts. */
export interface Statements {
  readonly waiting: readonly Unit[];
  readonly running: readonly Unit[];
  /** Sessions that are being opened or closed. */
  readonly passing: number;
  /** Those that stand still inside the server. */
  readonly held: readonly Unit[];
  let(unit: Unit, holdAtRow?: number): void;
  release(): Promise<void>;
  progress(): Promise<void>;
  readonly hasNotified: boolean;
  deliverNotifications(): Promise<void>;
  describe(): string[];
  close(): Promise<void>;
}

/** Those of a simulation without a database. */
export const noStatements: Statements = {
  waiting: [],
  running: [],
  passing: 0,
  held: [],
  let: () => {},
  release: async () => {},
  progress: async () => {},
  hasNotified: false,
  deliverNotifications: async () => {},
  describe: () => [],
  close: async () => {},
};
