// The steps of a text: each is a short line in the text's own row, from which its timeline is read.

/** The first letter of a line says its kind. A reader skips letters that it does not know. */
const letters = {
  scheduled: 's',
  quiet_hours: 'q',
  released: 'l',
  moved: 'm',
  handed_over: 'h',
  part_accepted: 'a',
  part_unknown: 'u',
  part_refused: 'x',
  another_try: 'w',
  part_delivered: 'r',
  part_failed: 'n',
  failed: 'f',
  answers_stopped: 'b',
  awaits_approval: 'c',
  approved: 'y',
  held: 'o',
} as const;

export type StepKind = keyof typeof letters;

const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter as string, kind as StepKind]));

/** The device or carrier that a text was handed over to. */
type Place = { deviceId: bigint; slot: number } | { carrier: string };

/** One step. A step about a part has no place. */
export interface Step {
  kind: StepKind;
  atMs: number;
  place?: Place;
  part?: number;
  /** How many parts there are. */
  total?: number;
  /** Words, a name, or an instant in milliseconds; at most 120 characters are kept. */
  detail?: string;
}

/** Most characters of a step's words. */
export const maxStepDetail = 120;

/** The first letter of a line, before its instant. */
export const letterOf = (kind: StepKind): string => letters[kind];

/** The line of who sent it; keys of sessions are negative. SQL makes the same one. */
export const senderLetter = 'k';
/** The line of how many steps were left out. */
export const omittedLetter = '~';

const placeOf = (place: Place) =>
  'carrier' in place ? `c${place.carrier}` : `d${place.deviceId}.${place.slot}`;

/** A step as a line. */
export function writeStep({ kind, atMs, place, part, total, detail }: Step): string {
  const words = detail?.slice(0, maxStepDetail).toWellFormed().replaceAll(/\s/g, ' ').replaceAll('\0', ' ');
  return [
    `${letters[kind]}${Math.round(atMs)}`,
    ...(part === undefined ? [] : [`${part}/${total}`]),
    ...(place ? [placeOf(place)] : []),
    ...(words ? [`|${words}`] : []),
  ]
    .join(' ')
    .concat('\n');
}

const form =
  /^([a-z])(\d{1,15})(?: (\d{1,3})\/(\d{1,3}))?(?: d(\d{1,19})\.(\d{1,5})| c([^ |]+))?(?: \|(.*))?$/;

interface KeptSteps {
  steps: Step[];
  /** The key that it was sent with; undefined where that is not known. */
  keyId: bigint | undefined;
  /** Steps that were left out, and how many are before them. */
  omitted: { count: number; after: number } | undefined;
}

/** Reads the lines of a text. */
export function readSteps(lines: string | null): KeptSteps {
  const kept: KeptSteps = { steps: [], keyId: undefined, omitted: undefined };
  for (const line of lines?.split('\n') ?? []) {
    const sender = /^k(-?\d{1,19})$/.exec(line)?.[1];
    if (sender !== undefined) kept.keyId = BigInt(sender);
    const count = /^~(\d{1,9})$/.exec(line)?.[1];
    if (count !== undefined) kept.omitted = { count: Number(count), after: kept.steps.length };
    const step = readStep(line);
    if (step) kept.steps.push(step);
  }
  return kept;
}

function readStep(line: string): Step | undefined {
  const [, letter = '', at, part, total, deviceId, slot, carrier, detail] = form.exec(line) ?? [];
  const kind = kinds.get(letter);
  if (!kind) return undefined;
  return {
    kind,
    atMs: Number(at),
    ...(part !== undefined && { part: Number(part), total: Number(total) }),
    ...(deviceId !== undefined && { place: { deviceId: BigInt(deviceId), slot: Number(slot) } }),
    ...(carrier !== undefined && { place: { carrier } }),
    ...(detail !== undefined && { detail }),
  };
}

// A list reads them of each of its texts: all other lines are left unread.
const handedOverLine = new RegExp(`^${letters.handed_over}(\\d{1,15})\\b`, 'm');
const failedLines = new RegExp(`^${letters.failed}(\\d{1,15})\\b`, 'gm');

/** When a text was first handed over, and when it failed; null where its lines do not say. */
export function readTimes(lines: string | null): {
  handedOverAtMs: number | null;
  failedAtMs: number | null;
} {
  const instantOf = (at: string | undefined) => (at === undefined ? null : Number(at));
  return {
    handedOverAtMs: instantOf(handedOverLine.exec(lines ?? '')?.[1]),
    failedAtMs: instantOf([...(lines ?? '').matchAll(failedLines)].at(-1)?.[1]),
  };
}

/** The network's own code at the end of a sentence, in brackets, and the sentence without it. */
export function splitCode(sentence: string): { code: string | null; meaning: string } {
  const found = /^(.*?) \((?:error |status |code )?(?=[^)]*\d)([\w.:-]{1,40})\)$/.exec(sentence);
  return found
    ? { code: found[2] as string, meaning: found[1] as string }
    : { code: null, meaning: sentence };
}
