// How the embedded PostgreSQL is set: for one service on a small machine (two cores), durable, quiet in its log.
import { totalmem } from 'node:os';

/** The machine's memory in bytes, or the container's where that is less. */
export function memoryBytes(): number {
  // 0, or more than the machine has, where nothing bounds it.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}

const always = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  synchronous_commit: 'on',
  // A checkpoint at most about every gigabyte of log, so that they don't meet each other under load, while what a
  // crash leaves to be replayed stays a matter of seconds.
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  wal_buffers: '16MB',
  // Every statement is short: compiling one, or giving it workers, costs more than it brings.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's log of itself, without failed statements: their text or details may quote a body or a number.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
} as const;

const durable = { fsync: 'on', full_page_writes: 'on' } as const;

/**
 * Outlives a crash of every process, but not one of the machine. Many services share it, each with its connections. None
 * of its thousand databases lives long enough to be vacuumed, while a look into each would take a tenth of a processor.
 */
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '600',
  autovacuum: 'off',
} as const;

const mebibyte = 1024 * 1024;
const leastBuffers = 128 * mebibyte;
const mostBuffers = 1024 * mebibyte;

/**
 * PostgreSQL's shared buffers, in bytes: a sixteenth of what there is, which it takes as it
 * reads. Years of texts have indexes of hundreds of megabytes.
 */
export const buffersFor = (memoryBytes: number): number =>
  Math.min(mostBuffers, Math.max(leastBuffers, Math.floor(memoryBytes / 16)));

/**
 * The settings as the postmaster's arguments; they go before those in its files. `memoryBytes` is what the machine, or the
 * container, has.
 */
export function settingArgs({
  isThrowAway,
  memoryBytes,
}: {
  isThrowAway: boolean;
  memoryBytes: number;
}): string[] {
  const buffers = { shared_buffers: `${Math.floor(buffersFor(memoryBytes) / mebibyte)}MB` };
  const settings = { ...always, ...buffers, ...(isThrowAway ? throwAway : durable) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
