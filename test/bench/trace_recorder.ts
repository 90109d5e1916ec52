// Loaded into a process before its program: keeps what the program traces between two signals, and writes it to a file.
import { writeFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { type Trace, traces } from '../../runtime/trace.ts';

/** A trace and when it was published, in milliseconds since the epoch. */
export type Dated = Trace & { atMs: number };

/** What it writes. */
export interface Recorded {
  seen: Dated[];
  /** Share of the time in which the event loop had something to do. */
  utilization: number;
  processorMs: number;
  gcMs: number;
}

let seen: Dated[] = [];
let before = performance.eventLoopUtilization();
let cpu = process.cpuUsage();
let gcMs = 0;
const onTrace = (message: unknown) => {
  seen.push({ ...(message as Trace), atMs: performance.timeOrigin + performance.now() });
};
new PerformanceObserver((entries) => {
  for (const { duration } of entries.getEntries()) gcMs += duration;
}).observe({ entryTypes: ['gc'] });

let isRecording = false;
process.on('SIGUSR2', () => {
  isRecording = !isRecording;
  if (isRecording) {
    seen = [];
    gcMs = 0;
    before = performance.eventLoopUtilization();
    cpu = process.cpuUsage();
    traces.subscribe(onTrace);
    return;
  }
  traces.unsubscribe(onTrace);
  const { utilization } = performance.eventLoopUtilization(before);
  const { user, system } = process.cpuUsage(cpu);
  writeFileSync(
    `${process.env.TEXTRELAY_BENCH_TRACES}/${process.pid}.json`,
    JSON.stringify({ seen, utilization, processorMs: (user + system) / 1000, gcMs } satisfies Recorded),
  );
});
