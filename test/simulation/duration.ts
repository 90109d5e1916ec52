// Durations as people write them.
const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The milliseconds of `'250 ms'`, `'4 s'`, `'30 min'`, `'2 h'` or `'3 d'`; a number is milliseconds. Throws for anything else. */
export function durationMs(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ([a-z]+)$/.exec(duration) ?? [];
  const unitMs = unitsMs[unit];
  if (amount === undefined || unitMs === undefined) throw new Error(`${duration} is no duration`);
  return Number(amount) * unitMs;
}
