// How a text ends whose recipient wants no more: failed, with its unit back unless some of it may have left.
import { failure } from '../../domain/message.ts';
import { mayHaveLeft, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';

const error = `'${failure('opted_out', 'the recipient wants no more texts')}'`;
const stillCharged = (message: string, period: string) =>
  staysCharged(message, { status: "'failed'", hasLeft: mayHaveLeft(message), error, period });

/** SQL: the step with which it ends. */
export const refusedStep = textLine('failed', 'now()', error);

/** SQL: what is set of a text that nobody has. `seq` is its new one, `period` its account's month. */
export const endsRefused = (message: string, { seq, period }: { seq: string; period: string }): string => `
    seq = ${seq}, status = 'failed', error = ${error}, deadline_at = null, retry_at = null,
    steps = ${appended(message, refusedStep)},
    charged = ${stillCharged(message, period)}`;

/** The same of a text that is claimed unless `isRefused`: then it has these values. What is there of the text decides, and no second update looks for it. */
export const endsOrIsClaimed = (
  message: string,
  { isRefused, seq, period, step }: Record<'isRefused' | 'seq' | 'period' | 'step', string>,
  claimed: Readonly<Record<string, string>>,
): string => {
  const set = (column: string, ended: string, value: string) =>
    `${column} = case when ${isRefused} then ${ended} else ${value} end`;
  const own = (column: string) => `${message}.${column}`;
  const { seq: claimedSeq = seq, deadline_at = 'null', ...others } = claimed;
  return [
    claimedSeq === seq ? `seq = ${seq}` : set('seq', seq, claimedSeq),
    set('status', "'failed'::message_status", "'sending'"),
    set('error', error, own('error')),
    set('deadline_at', 'null', deadline_at),
    'retry_at = null',
    `steps = ${appended(message, step)}`,
    set('charged', stillCharged(message, period), own('charged')),
    ...Object.entries(others).map(([column, value]) => set(column, own(column), value)),
  ].join(',\n    ');
};
