// Who is due for a mail with new replies, and what such mails have shown them. A core takes a person for some minutes,
// hands in the mail and then writes down what it showed, all at once. If the core dies in between, another one starts
// again when those minutes are over.
import { morningHour } from '../../domain/users/digest.ts';
import type { Language } from '../../domain/users/language.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, word } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** SQL: when the next mail is due after `now`; null for never. */
export const nextDigest = (digest: string, zone: string, now: string): string => {
  const local = `(${now} at time zone ${zone})`;
  const morning = `interval '${morningHour} hours'`;
  return `case ${digest}
    when 'hourly' then date_trunc('hour', ${now}) + interval '1 hour'
    when 'daily' then (date_trunc('day', ${local}) + ${morning}
      + case when ${local}::time < time '00:00' + ${morning} then interval '0' else interval '1 day' end) at time zone ${zone}
  end`;
};

/** A person who is due for a mail. */
export type DueDigest = RowOf<typeof due>;
const due = {
  userId: int8('s.user_id'),
  digest: text('s.digest'),
  zone: text('s.digest_zone'),
  sinceMs: instant('s.digest_since'),
  /** Until when no other core takes them. */
  heldUntilMs: instant('s.digest_due_at'),
  email: text('p.email'),
  isVerified: bool('p.email_verified_at is not null'),
  language: word<Language>().orNull('p.language'),
};

const claim = statement({
  takes: { nowMs: instant, untilMs: instant, most: int4 },
  gives: due,
  text: ({ nowMs, untilMs, most, row }) => `
with due as materialized (
  select user_id from inbox_settings
  where digest_due_at <= ${nowMs} and digest_since is not null order by digest_due_at limit ${most} for update skip locked
)
update inbox_settings s set digest_due_at = ${untilMs} from due d join app_user p on p.id = d.user_id
where s.user_id = d.user_id returning ${row}`,
});

/** One of their accounts. */
export type DigestAccount = RowOf<typeof digestAccount>;
const digestAccount = {
  id: int8('a.id'),
  name: text('a.name'),
  joinedAtMs: instant('m.joined_at'),
  /** The newest received text that a mail has shown them; 0 for none. */
  shownId: int8('coalesce(d.last_message_id, 0)'),
  mailsWords: bool('coalesce(r.mails_words, true)'),
};

const listAccounts = statement({
  takes: { userId: int8, most: int4 },
  gives: digestAccount,
  text: ({ userId, most, row }) => `
select ${row} from membership m join account a on a.id = m.account_id
left join digest_mark d on d.user_id = m.user_id and d.account_id = m.account_id
left join inbox_rules r on r.account_id = m.account_id
where m.user_id = ${userId} order by a.id limit ${most}`,
});

const conclude = statement({
  takes: {
    userId: int8,
    heldUntilMs: instant,
    nowMs: instant,
    shown: list({ accountId: int8, lastMessageId: int8 }),
  },
  gives: { userId: int8('s.user_id') },
  text: ({ userId, heldUntilMs, nowMs, shown, row }) => `
with marks as (
  insert into digest_mark as d (user_id, account_id, last_message_id)
  select ${userId}, t.account_id, t.last_message_id from ${shown.as('t')}
  on conflict (user_id, account_id) do update set last_message_id = greatest(d.last_message_id, excluded.last_message_id)
)
update inbox_settings s set digest_due_at = ${nextDigest('s.digest', 's.digest_zone', nowMs)}
where s.user_id = ${userId} and s.digest_due_at = ${heldUntilMs} returning ${row}`,
});

export const prepareDigests = ({ reads, writes }: Database) => ({
  /** Takes up to `most` people who are due: no other core does before `untilMs`. */
  claimDigests: (nowMs: number, untilMs: number, most: number) => claim.run(writes, { nowMs, untilMs, most }),

  /** Up to `most` accounts that a person is in. */
  listDigestAccounts: (userId: bigint, most: number) => listAccounts.run(reads, { userId, most }),

  /**
   * Writes down what a person was shown, and when they are due next, unless they have changed their choice meanwhile.
   */
  concludeDigest: (
    { userId, heldUntilMs }: Pick<DueDigest, 'userId' | 'heldUntilMs'>,
    shown: readonly { accountId: bigint; lastMessageId: bigint }[],
    nowMs: number,
  ) => conclude.any(writes, { userId, heldUntilMs, nowMs, shown: [...shown] }),
});
