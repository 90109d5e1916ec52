// Whether a recipient is opted out, as every statement asks that lets a text go: those that accept, release, claim, and hand over
// once more. A statement that waited for its account's lock reads opt-outs by an older snapshot than the lock: where they changed
// in between it does nothing for the account, and is asked again. The account's own row counts the changes: where there never
// was one, nothing is looked up.
import { markedBeginning, markedNumbers } from '../../domain/recipient_forms.ts';

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
 * SQL: every form of an address, as `recipientForms` gives them; one may be there twice. It is set up at each statement, for whoever
 * may have opt-outs, and is short for that.
 */
export const formsOf = (address: string): string =>
  `(case when ${address} ~ '${markedBeginning}' then array[${address}, ${withMark(address)}, ${withoutMark(address)}]
      else array[${address}] end)`;

/** SQL: whether the account, which has had opt-outs, sends nothing to the address. */
export const isOptedOut = (account: string, address: string): string =>
  `exists (select from opt_out x where x.account_id = ${account} and x.address_norm = any (${formsOf(address)}))`;

/** SQL: of an account's locked row, whether opt-outs changed since the snapshot by which the statement reads them. */
export const haveOptOutsMoved = (locked: string): string =>
  `(case when ${locked}.opt_out_changes > 0 then
      ${locked}.opt_out_changes <> (select k.opt_out_changes from account k where k.id = ${locked}.id) else false end)`;

/** SQL: whether a text must not leave, of an account whose row is `account`. The answer to a stop is the one text that still may. */
export const isRefused = (account: string, message: string): string =>
  `(case when ${account}.opt_out_changes > 0 and ${message}.confirms_stop is not true
      then ${isOptedOut(`${message}.account_id`, `${message}.address_norm`)} else false end)`;
