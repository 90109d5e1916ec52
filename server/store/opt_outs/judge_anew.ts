// Received texts that a core of an older version took in: it knew no keywords, or others. A newer core judges them again, as of the
// moment at which they came: of a stop and a start of one recipient the later one counts, whichever core took it in.
import { type Keyword, keywordRules } from '../../domain/keyword.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, int8Array, text, word } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';
import { keywordFor, obeyKeywords } from './obey_keywords.ts';

/** Who wrote longer ago is not answered any more. */
const answeredFor = '1 hour';

const isUnjudged = (text: string) => `${text}.direction = 'in' and ${text}.keyword_rules is null`;

/** A received text that is to be judged again. */
type UnjudgedText = RowOf<typeof unjudged>;
const unjudged = { accountId: int8('u.account_id'), id: int8('m.id'), body: text('m.body') };

// Accounts take turns, so that the texts of one keep no other waiting. The index of such texts is empty but for upgrades.
const listUnjudged = statement({
  takes: { without: int8Array, accounts: int4, each: int4 },
  gives: unjudged,
  text: ({ without, accounts, each, row }) => {
    const next = (condition: string) =>
      `select f.account_id from message f where ${isUnjudged('f')} ${condition} order by f.account_id limit 1`;
    return `
with recursive turn as (
  (${next('')})
  union all
  select (${next('and f.account_id > t.account_id')}) from turn t where t.account_id is not null
)
select ${row} from (
  select account_id from turn where account_id is not null and account_id <> all (${without}) limit ${accounts}
) u
cross join lateral (
  select m.id, m.body from message m where m.account_id = u.account_id and ${isUnjudged('m')} order by m.id limit ${each}
) m
order by u.account_id, m.id`;
  },
});

/** A text as it is judged now. */
interface JudgedText {
  accountId: bigint;
  id: bigint;
  plainWords: string;
  commonKeyword: Keyword | null;
}

const judged = {
  accountId: int8('account_id'),
  /** The account's newest seq; null where no text changed. */
  seq: int8.orNull('max(seq) filter (where is_changed)'),
  /** How many were judged. */
  texts: int4('count(*)::int4'),
  /** True when something follows from them: see follow_keywords.ts. */
  hasSequel: bool("bool_or(is_changed and keyword in ('stop', 'start', 'help'))"),
};

// What the older core did itself stays: a keyword that it found is obeyed already. A text that another core judged meanwhile is
// found so on its row. Readers of the feed see a text again whose keyword is another one now.
const judge = statement({
  takes: {
    texts: list({ accountId: int8, id: int8, plainWords: text, commonKeyword: word<Keyword>().orNull }),
    nowMs: instant,
  },
  gives: judged,
  text: ({ texts, nowMs, row }) => `
with input as (
  select * from ${texts.as('t')}
), locked as materialized (
  select id, last_seq from account where id in (select account_id from input) order by id for update skip locked
), read as materialized (
  select r.*, l.last_seq + row_number() over (partition by r.account_id order by r.id) as seq
  from (select i.account_id, i.id, ${keywordFor('i')} as keyword from input i) r join locked l on l.id = r.account_id
), marked as (
  update message m set
    keyword_rules = ${keywordRules},
    keyword = coalesce(r.keyword, m.keyword),
    seq = case when r.keyword is null or r.keyword = m.keyword then m.seq else r.seq end
  from read r
  where m.account_id = r.account_id and m.id = r.id and ${isUnjudged('m')}
  returning m.account_id, m.id, m.address_norm, m.created_at, m.seq, r.keyword, m.seq = r.seq as is_changed
), heeded as materialized (
  select k.* from marked k
  where k.is_changed and not (k.keyword = 'stop' and exists (
    select from message s
    where s.account_id = k.account_id and s.address_norm = k.address_norm and s.direction = 'in' and s.id > k.id
      and s.keyword = 'start'))
), ${obeyKeywords('heeded', { at: 'created_at', mayAnswer: `created_at > ${nowMs} - interval '${answeredFor}'` })}, moved as (
  update account a set last_seq = c.seq, opt_out_changes = a.opt_out_changes + c.changes
  from (
    select account_id, max(seq) as seq, count(*) filter (where keyword in ('stop', 'start')) as changes
    from marked where is_changed group by account_id
  ) c
  where a.id = c.account_id
)
select ${row} from marked group by account_id`,
});

/** Binds both. */
export const prepareJudgeAnew = ({ reads, batches }: Pick<Database, 'reads' | 'batches'>) => ({
  /** The oldest such texts of up to `accounts` accounts but some, at most `each` of one; by account, then id. */
  listUnjudged: (without: readonly bigint[], accounts: number, each: number): Promise<UnjudgedText[]> =>
    listUnjudged.run(reads, { without, accounts, each }),

  /** Returns a row for each account of which texts were judged. Accounts that something else has locked are left out. */
  judgeAnew: (texts: readonly JudgedText[], nowMs: number): Promise<RowOf<typeof judged>[]> =>
    judge.run(batches, { texts, nowMs }),
});
