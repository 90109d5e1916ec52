// A duration in the words of people.

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** "3 hours", in the largest unit of which there are two, else in seconds. */
export function durationOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [length, word] = units.find(([unit]) => whole >= 2 * unit) ?? [1, 'second'];
  const count = Math.floor(whole / length);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
