// Each cause and each recipient has a bound of mails in an hour. The statement that writes the reason of a mail counts
// it, so that the bounds hold over any number of cores.
import { count, instant } from '../postgres/kinds.ts';
import type { NamesOf } from '../postgres/statement.ts';

/** The time within which mails are counted, in milliseconds. */
export const mailWindowMs = 3_600_000;

/** The times that a statement needs to count mails. */
export const mailTakes = { mailNow: count, mailCutoff: count, mailEndsAtMs: instant };

/** The values of `mailTakes` at a moment. */
export function mailTimes(nowMs: number) {
  const now = Math.floor(nowMs);
  return { mailNow: now, mailCutoff: now - mailWindowMs, mailEndsAtMs: now + mailWindowMs };
}

/** A window: an SQL expression that names it, or is null for none, and how many mails it takes. */
interface Bound {
  subject: string;
  most: number;
}

interface MailBounds {
  /** A full window refuses the whole statement. */
  refusing: readonly Bound[];
  /**
   * If it is full, the mail is not sent, and the caller does not learn of it: the mails of others to a recipient are private.
   */
  silent: Bound;
  /** Whether there is a mail at all, in SQL. */
  condition: string;
}

/**
 * Steps of a statement. `mails_refused` has a row if the mail may not be sent, with the oldest mail that counts against
 * it; `mails_sent` has one if it is to be sent. Windows are locked in the order of the list.
 */
export const mailSteps = (
  { refusing, silent, condition }: MailBounds,
  { mailNow, mailCutoff, mailEndsAtMs }: NamesOf<typeof mailTakes>,
): string => {
  const rows = [...refusing.map((bound) => ({ ...bound, refuses: true })), { ...silent, refuses: false }];
  const recent = (stamps: string) => `(select count(*) from unnest(${stamps}) u where u > ${mailCutoff})`;
  const most = '(select w.most from mails_wanted w where w.subject = s.subject)';
  return `mails_wanted (n, subject, most, refuses) as materialized (
  values ${rows.map(({ subject, most: limit, refuses }, n) => `(${n}, ${subject}, ${limit}, ${refuses})`).join(', ')}
), mails_held as materialized (
  select w.n, w.refuses, ${recent('s.stamps')} >= w.most as is_full, s.stamps[1] as oldest
  from mails_wanted w join mail_window s on s.subject = w.subject where ${condition} order by w.n for update of s
), mails_counted as (
  insert into mail_window as s (subject, stamps, is_admitted, ends_at)
  select w.subject, array[${mailNow}], true, ${mailEndsAtMs} from mails_wanted w
  where ${condition} and w.subject is not null and not exists (select from mails_held h where h.is_full and (h.refuses or h.n = w.n)) order by w.n
  on conflict (subject) do update set
    is_admitted = ${recent('s.stamps')} < ${most},
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > ${mailCutoff}) || case
      when ${recent('s.stamps')} < ${most} then excluded.stamps else '{}'::int8[] end
  returning subject, is_admitted, stamps[1] as oldest
), mails_refused as (
  select oldest from mails_held where is_full and refuses
  union all
  select c.oldest from mails_counted c join mails_wanted w on w.subject = c.subject where w.refuses and not c.is_admitted
), mails_sent as (
  select from mails_counted c join mails_wanted w on w.subject = c.subject
  where not w.refuses and c.is_admitted and not exists (select from mails_refused)
)`;
};
