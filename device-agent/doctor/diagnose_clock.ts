// Compares this machine's clock with the core's, by the Date header of its answer.
import type { Clock } from '../../runtime/clock.ts';
import type { Finding } from '../drivers/driver.ts';

/** The header has whole seconds, and the answer took a while. */
const toleratedMs = 5_000;

/** Shows how far the clocks are apart. The agent corrects for it, so that it is never more than a warning. */
export function diagnoseClock(
  date: string | undefined,
  clock: Clock,
  show: (finding: Finding) => void,
): void {
  const coreMs = Date.parse(date ?? '');
  if (Number.isNaN(coreMs)) return;
  // On average the second that the header names was half over.
  const offsetMs = coreMs + 500 - clock.nowMs();
  const what = 'clock';
  if (Math.abs(offsetMs) <= toleratedMs) {
    return show({ level: 'ok', what, detail: `within ${toleratedMs / 1_000} seconds of the core's` });
  }
  show({
    level: 'warning',
    what,
    detail: `${describeSpan(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead of'} the core's`,
    advice: 'Let the network set it: sudo timedatectl set-ntp true. Until then the agent corrects for it.',
  });
}

/** A span in its largest fitting unit, such as "3 minutes". */
export function describeSpan(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ];
  const [unitMs, unit] = units.find(([size]) => ms >= size) ?? [1_000, 'second'];
  const count = Math.round(ms / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
