// Reads gammu-smsd's log for what became of a text, and for the state of the phone. Its lines hold numbers and bodies,
// and are never passed on.
import { open } from 'node:fs/promises';
import type { Problem } from '../driver.ts';

/** How much of the log's end is searched for a verdict. */
const maxTailBytes = 1024 * 1024;

/** The last attempt to send a file, from the log. */
type Verdict =
  /** The modem refused it with this +CMS ERROR. */
  | { kind: 'refused'; code: number }
  /** No answer, or one that says nothing. */
  | { kind: 'unclear' };

/** The state of the phone, from the log. */
export type LogState = { problem?: Problem; detail: string } | undefined;

/** The end of the file from `offset` on, at most `maxTailBytes`; empty when it cannot be read. */
export async function readTail(
  path: string,
  offset = 0,
): Promise<{ text: string; end: number; isReadable: boolean }> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      // A log that shrank was started again.
      const start = Math.max(offset > size ? 0 : offset, size - maxTailBytes);
      const bytes = Buffer.alloc(size - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      return { text: bytes.subarray(0, bytesRead).toString(), end: start + bytesRead, isReadable: true };
    } finally {
      await file.close();
    }
  } catch {
    return { text: '', end: offset, isReadable: false };
  }
}

/** Reads the last attempt to send the file of that name. */
export function verdictIn(log: string, name: string): Verdict {
  const lines = log.split('\n');
  // The last attempt with words in it: a later one finds the hollow file and sends nothing.
  const begun = lines.findIndex((line) => line.endsWith(`New message to send: ${name}`));
  if (begun < 0) return { kind: 'unclear' };
  const attempt = lines.slice(begun + 1);
  const next = attempt.findIndex((line) => /New message to send: /.test(line));
  const own = next < 0 ? attempt : attempt.slice(0, next);
  const answers = own.flatMap(
    (line) => /SMS sent on device: .* status=(-?\d+), reference=/.exec(line)?.[1] ?? [],
  );
  const ended = own.some((line) => /Error (getting send status of message|sending SMS): /.test(line));
  const timedOut = own.some((line) => line.includes('(TIMEOUT['));
  const codes = answers.map(Number);
  // A text counts as refused only if every answer refuses: a modem may refuse before it asks for the text, and take it
  // later.
  const code = codes.at(-1);
  if (!ended || timedOut || code === undefined || codes.some((one) => one <= 0)) return { kind: 'unclear' };
  return { kind: 'refused', code };
}

const signs: readonly (readonly [RegExp, NonNullable<LogState>])[] = [
  [/ERROR: incorrect PIN/, { problem: 'pin_required', detail: 'gammu-smsd says that the PIN is wrong' }],
  [
    /no code in config when phone might want one|requires not supported code type/,
    { problem: 'pin_required', detail: 'gammu-smsd says that the SIM asks for its PIN' },
  ],
  [
    /Error at init connection: .*(DEVICENOTEXIST|DEVICEOPENERROR|DEVICENOPERMISSION|DEVICELOCKED)\[/,
    { problem: 'absent', detail: 'gammu-smsd cannot open its phone' },
  ],
  [
    /Error at init connection: |Terminating communication|DEVICEWRITEERROR\[|DEVICEREADERROR\[/,
    { problem: 'not_answering', detail: 'gammu-smsd gets no answer from its phone' },
  ],
  [/Stopping Gammu smsd/, { problem: 'not_answering', detail: 'gammu-smsd was stopped' }],
  [
    /: (New message to send: |Transmitted |Read \d+ messages|Soft reset return code: No error)/,
    { detail: 'gammu-smsd works' },
  ],
];

/** The state by the last line about the phone; undefined without one. */
export function stateIn(log: string): LogState {
  for (const line of log.split('\n').reverse()) {
    const [, state] = signs.find(([pattern]) => pattern.test(line)) ?? [];
    if (state !== undefined) return state;
  }
  return undefined;
}
