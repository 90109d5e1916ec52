// Loaded before a process of the product: writes each turn of its event loop that takes long by its own processor time, which other
// processes of the machine do not lengthen. A line is when the turn ended, in milliseconds since the Unix epoch, and the time that it
// took, in milliseconds.
import { appendFileSync } from 'node:fs';

const file = process.env.TURNS_FILE;
/** Nothing is written before the process is so old, in milliseconds: code that runs for the first time is compiled. */
const fromMs = Number(process.env.TURNS_FROM_MS ?? 0);
/** A timer that is due ends the turn: between two of them lies one long turn, or short ones of so many milliseconds in all. */
const periodMs = 4;
/** Shorter ones are not written. */
const writtenMs = 15;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let before = cpuMs();
if (file !== undefined)
  setInterval(() => {
    const now = cpuMs();
    const tookMs = now - before;
    if (tookMs > writtenMs && performance.now() > fromMs)
      appendFileSync(file, `${Date.now()} ${tookMs.toFixed(1)}\n`);
    before = cpuMs();
  }, periodMs).unref();
