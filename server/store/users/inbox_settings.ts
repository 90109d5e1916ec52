// Each person's settings of the inbox, and how often a mail brings them new replies. A person who has set nothing has
// the defaults.
import type { Digest } from '../../domain/users/digest.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import { isZone } from '../postgres/zones.ts';
import { nextDigest } from './digests.ts';

/** A person's settings. */
export type InboxSettings = RowOf<typeof settings>;
const settings = { enterSends: bool, digest: word<Digest>(), digestZone: text };

const find = statement({
  takes: { userId: int8 },
  gives: settings,
  text: ({ userId, row }) => `select ${row} from inbox_settings where user_id = ${userId}`,
});

const put = statement({
  takes: { userId: int8, enterSends: bool },
  gives: settings,
  text: ({ userId, enterSends, row }) => `
insert into inbox_settings (user_id, enter_sends) values (${userId}, ${enterSends})
on conflict (user_id) do update set enter_sends = excluded.enter_sends returning ${row}`,
});

const setDigest = statement({
  takes: { userId: int8, digest: word<Digest>(), zone: text, nowMs: instant },
  gives: {
    isZone: bool('z.is_zone'),
    isVerified: bool('z.is_verified'),
    isSet: bool('exists (select from done)'),
  },
  expects: 'one',
  text: ({ userId, digest, zone, nowMs, row }) => `
with z as materialized (
  select ${isZone(zone)} as is_zone,
    exists (select from app_user p where p.id = ${userId} and p.email_verified_at is not null) as is_verified
), done as (
  insert into inbox_settings as s (user_id, enter_sends, digest, digest_zone, digest_since, digest_due_at)
  select p.id, false, ${digest}, ${zone}, case when ${digest} <> 'never' then ${nowMs} end, ${nextDigest(digest, zone, nowMs)}
  from z join app_user p on p.id = ${userId} where z.is_zone and (z.is_verified or ${digest} = 'never')
  on conflict (user_id) do update set
    digest = excluded.digest, digest_zone = excluded.digest_zone, digest_due_at = excluded.digest_due_at,
    digest_since = case when excluded.digest <> 'never' then coalesce(s.digest_since, excluded.digest_since) end
  returning 1
)
select ${row} from z`,
});

const findRules = statement({
  takes: { accountId: int8 },
  gives: { mailsWords: bool },
  text: ({ accountId, row }) => `select ${row} from inbox_rules where account_id = ${accountId}`,
});

const putRules = statement({
  takes: { accountId: int8, mailsWords: bool },
  gives: { mailsWords: bool('r.mails_words') },
  text: ({ accountId, mailsWords, row }) => `
insert into inbox_rules as r (account_id, mails_words) select a.id, ${mailsWords} from account a where a.id = ${accountId}
on conflict (account_id) do update set mails_words = excluded.mails_words returning ${row}`,
});

export const prepareInboxSettings = ({ reads, writes }: Database) => ({
  /** Undefined where the person has set nothing. */
  findInboxSettings: (userId: bigint) => find.first(reads, { userId }),

  putInboxSettings: (userId: bigint, enterSends: boolean) => put.first(writes, { userId, enterSends }),

  /**
   * Returns what is wrong: `zone` for one that the database does not know, `unverified` where the person's address is not
   * verified.
   */
  async setDigest(
    userId: bigint,
    wanted: { digest: Digest; zone: string },
    nowMs: number,
  ): Promise<'zone' | 'unverified' | undefined> {
    const done = await setDigest.first(writes, { userId, ...wanted, nowMs });
    if (done?.isSet) return undefined;
    return done?.isZone ? 'unverified' : 'zone';
  },

  /** Undefined for an account that has set nothing. */
  findInboxRules: (accountId: bigint) => findRules.first(reads, { accountId }),

  /** Returns false for an unknown account. */
  putInboxRules: (accountId: bigint, mailsWords: boolean) => putRules.any(writes, { accountId, mailsWords }),
});
