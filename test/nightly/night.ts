// Plays the parts of a night one after the other, because each of them loads the whole machine.
import type { Command, NightSetting, Part } from './parts.ts';
import { type Left, type NightReport, readPart } from './report.ts';

interface NightOptions {
  setting: NightSetting;
  parts: readonly Part[];
  /** The project's folder, which paths in a report leave out. */
  root: string;
  /** Runs a part's command to its end. */
  run: (part: Part, command: Command) => Promise<Left>;
  nowMs: () => number;
  say: (line: string) => void;
  /** Ends the night: the part under way is over then, and no other begins. */
  signal: AbortSignal;
}

export async function playNight(options: NightOptions): Promise<NightReport> {
  const { setting, parts, root, run, nowMs, say, signal } = options;
  const startMs = nowMs();
  const untilMs = startMs + setting.hours * 3_600_000;
  const report: NightReport = { seed: setting.seed, tookS: 0, parts: [], notBegun: [] };
  const secondsSince = (ms: number) => Math.round((nowMs() - ms) / 1000);
  for (const part of parts) {
    const beganMs = nowMs();
    if (signal.aborted || beganMs >= untilMs) {
      report.notBegun.push(part.name);
      continue;
    }
    say(`${part.name}: ${part.about}`);
    const command = part.command(setting);
    const left = await run(part, command);
    report.parts.push(readPart(part, command, left, { tookS: secondsSince(beganMs), root }));
  }
  report.tookS = secondsSince(startMs);
  return report;
}
