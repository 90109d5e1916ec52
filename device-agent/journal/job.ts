// A job, as it is handed over, kept and submitted.
import type { Encoding } from '../drivers/driver.ts';
import type { JobKey } from './part_rows.ts';

/** A text as the core handed it over. */
export interface Job extends JobKey {
  /** The recipient in E.164. */
  address: string;
  body: string;
  encoding: Encoding;
  /** The body in the parts that go over the air, 1 to 255. */
  parts: readonly string[];
  referenceBits: 8 | 16;
  /** The slot of the SIM. */
  sim: number;
  /** By the core's time. */
  expiresAtMs: number;
  /** The span that handed it over; it is not kept in the journal, and left out for none. */
  traceParent?: string;
}

/** A job that waits for its next submit. */
export interface QueuedJob extends Job {
  /** The number of that submit, from 1 on; earlier ones are done. */
  next: number;
  /** Submits of that part that the device refused with the advice to try again. */
  tries: number;
}

/** One submit of a job. */
export interface Submit {
  /** From 1 on. */
  number: number;
  /** How many the job takes with this driver. */
  total: number;
}
