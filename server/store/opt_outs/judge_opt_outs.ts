// Whether a recipient is opted out, and how a text ends for that reason. Every statement that accepts, releases, claims
// or hands over texts asks this. A statement that waited for its account's lock reads opt-outs by an older snapshot
// than the lock: where they changed in between it does nothing for the account, and is run again. The account's own row
// counts the changes: at 0 nothing is looked up.
import { failure } from '../../domain/messages/message.ts';
import { markedBeginning, markedNumbers } from '../../domain/numbers/recipient_forms.ts';
import { mayHaveLeft, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import { coversText, isBeingErased } from '../retention/erased_recipients.ts';

const bare = markedNumbers.map(({ before, mark, after }, index) => ({
  whole: `(${before})${mark}(${after})`,
  groups: [`\\${2 * index + 1}`, `\\${2 * index + 2}`],
}));
const withMark = (address: string) =>
  markedNumbers.reduce(
    (form, { before, mark, after }) => `regexp_replace(${form}, '^(${before})(${after})$', '\\1${mark}\\2')`,
    address,
  );
const withoutMark = (address: string) =>
  `regexp_replace(${address}, '^(?:${bare.map(({ whole }) => whole).join('|')})$', '${bare.flatMap(({ groups }) => groups).join('')}')`;

/**
 * SQL: every form of an address, as `recipientForms` gives them; one may come twice. The text is short, because each
 * statement sets it up.
 */
export const formsOf = (address: string): string =>
  `(case when ${address} ~ '${markedBeginning}' then array[${address}, ${withMark(address)}, ${withoutMark(address)}]
      else array[${address}] end)`;

/** SQL: whether the account, which has had opt-outs, sends nothing to the address; `where` narrows its opt-outs, `x`. */
export const isOptedOut = (account: string, address: string, where = ''): string =>
  `exists (select from opt_out x where x.account_id = ${account} and x.address_norm = any (${formsOf(address)}) ${where})`;

/** SQL: of an account's locked row, whether opt-outs changed since the snapshot by which the statement reads them. */
export const haveOptOutsMoved = (locked: string): string =>
  `(case when ${locked}.opt_out_changes > 0 then
      ${locked}.opt_out_changes <> (select k.opt_out_changes from account k where k.id = ${locked}.id) else false end)`;

/**
 * SQL: whether a text must not leave; its account's row is `account`. The answer to a stop is the only text that still may go to
 * who is opted out. No text goes to who is being erased and was written before that was asked for.
 */
export const isRefused = (account: string, message: string): string => {
  const [of, to] = [`${message}.account_id`, `${message}.address_norm`];
  return `(case when ${account}.opt_out_changes > 0
      then (${message}.confirms_stop is not true and ${isOptedOut(of, to)}) or ${isBeingErased(of, to, coversText(`${message}.id`))}
      else false end)`;
};

/** SQL: the error with which it ends. */
export const refusedError = `'${failure('opted_out', 'the recipient wants no more texts')}'`;

const stillCharged = (message: string, period: string) =>
  staysCharged(message, { status: "'failed'", hasLeft: mayHaveLeft(message), error: refusedError, period });

/** SQL: the step with which it ends. */
export const refusedStep = textLine('failed', 'now()', refusedError);

/** SQL: the columns to set of a waiting text that ends. `seq` is its new one, `period` its account's month. */
export const endsRefused = (message: string, { seq, period }: { seq: string; period: string }): string => `
    seq = ${seq}, status = 'failed', error = ${refusedError}, deadline_at = null, retry_at = null, awaiting = null,
    steps = ${appended(message, refusedStep)},
    charged = ${stillCharged(message, period)}`;

/**
 * The same for a text that is claimed with these values unless `isRefused`. One update does both, without looking for
 * the text twice.
 */
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
    set('error', refusedError, own('error')),
    set('deadline_at', 'null', deadline_at),
    'retry_at = null',
    `steps = ${appended(message, step)}`,
    set('charged', stillCharged(message, period), own('charged')),
    ...Object.entries(others).map(([column, value]) => set(column, own(column), value)),
  ].join(',\n    ');
};
