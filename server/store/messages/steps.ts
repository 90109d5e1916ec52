// A statement that moves a text writes down what happened, as lines at the end of the text's own row, whose form is in
// domain/messages/timeline.ts. They cost no round trip, no row and no index of their own.
import {
  letterOf,
  maxStepDetail,
  omittedLetter,
  type StepKind,
  senderLetter,
} from '../../domain/messages/timeline.ts';

/** Most characters of a text's lines. */
export const maxSteps = 4_000;
/** If there are too many lines, this many stay at each end. */
const endLines = 12;

const lineOf = '[^\\n]*\\n';

/**
 * SQL: the lines of the text `message` with `lines` behind them, null for none. If there are too many, those in the
 * middle are replaced by their number. Lines are so short that a full row always has more lines than stay.
 */
export function appended(message: string, lines: string): string {
  const all = `(coalesce(${message}.steps, '') || coalesce(${lines}, ''))`;
  const before = `coalesce(substring(${all} from '\\n${omittedLetter}(\\d+)\\n')::int4 - 1, 0)`;
  const count = `length(${all}) - length(replace(${all}, E'\\n', '')) - ${2 * endLines} + ${before}`;
  return `case
      when ${lines} is null then ${message}.steps
      when length(${all}) <= ${maxSteps} then ${all}
      else regexp_replace(${all}, '^((?:${lineOf}){${endLines}})(?:${lineOf})+((?:${lineOf}){${endLines}})$',
        '\\1${omittedLetter}' || (${count}) || E'\\n' || '\\2')
    end`;
}

/** SQL: the line of a part's step that a statement alone knows the instant of. */
export const partLine = (
  kind: StepKind,
  { at, part, total, detail }: { at: string; part: string; total: string; detail?: string },
): string => `${begun(kind, at)} || ' ' || ${part} || '/' || ${total}${words(detail)} || E'\\n'`;

/** SQL: the line of a step of the whole text. */
export const textLine = (kind: StepKind, at: string, detail?: string): string =>
  `${begun(kind, at)}${words(detail)} || E'\\n'`;

/** SQL: the line of a text at a device's first SIM; null without a device. */
export const deviceLine = (kind: StepKind, at: string, deviceId: string): string =>
  `${begun(kind, at)} || ' d' || ${deviceId} || '.1' || E'\\n'`;

/** SQL: the id of the key that the text `message` was sent with; null if unknown. */
export const senderKey = (message: string): string =>
  `substring(${message}.steps from '^${senderLetter}(-?\\d+)\\n')::int8`;

/** SQL: the instant of the last line of a step of the text `message`, in milliseconds; null without one. */
export const lastLineAt = (message: string, kind: StepKind): string =>
  `substring(E'\\n' || ${message}.steps from '.*\\n${letterOf(kind)}(\\d+)')::int8`;

const begun = (kind: StepKind, at: string) =>
  `'${letterOf(kind)}' || (extract(epoch from ${at}) * 1000)::int8`;

const words = (detail: string | undefined) =>
  detail === undefined ? '' : ` || ' |' || translate(left(${detail}, ${maxStepDetail}), E'\\n\\r', '  ')`;
