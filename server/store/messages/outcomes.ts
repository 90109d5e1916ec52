// What has become of sent texts, and the reply to each: the first text of its recipient that was received after it, by
// the way that it left. All that is read of an account is from one moment, so that a reader who has seen its newest seq
// has seen everything up to there.
import type { Database } from '../postgres/database.ts';
import { columnsOf, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import { messageFields } from './message_fields.ts';
import { isReadable } from './readable.ts';

/** A text of an account, and the seq above which its reply is looked for; 0 for any. */
const outcomeQuery = {
  ...{ accountId: int8, id: int8, since: int8 },
  /** The reader's key, as SHA-256 in hex; null for a reader of all texts. */
  keyHash: text.orNull,
};

/** The same, as a reader asks for it. */
type OutcomeWanted = ValuesOf<typeof outcomeQuery>;

/** What has become of a text. */
type Outcome = RowOf<typeof outcome>;
const outcome = {
  /** Null for an id that the account has not sent, or the key may not read. */
  text: group(columnsOf(messageFields, 'm')).orNull,
  /** Null for none yet. */
  reply: group(columnsOf(messageFields, 'r')).orNull,
  /** The seq above which the next reply is to be looked for. */
  nextSince: int8('coalesce(r.seq, nullif(t.since, 0), b.seq, 0)'),
  newestSeq: int8('coalesce(a.last_seq, 0)'),
};

// A received text names no SIM: one that came to the phone that the text left by is a reply. Of a carrier it is the number, which is
// the one that was asked for, else the account's oldest there, as for the dispatcher. Without either it is the carrier's own sender.
const cameBack = (reply: string, text: string) => `case
      when ${text}.route = 'device' then ${reply}.carrier is null and ${reply}.device_id = ${text}.device_id
      else ${reply}.carrier = ${text}.carrier and coalesce(${text}.sender, (
        select n.number from carrier_number n where n.account_id = ${text}.account_id and n.carrier = ${text}.carrier
        order by n.assigned_at, n.number limit 1
      ), ${reply}.own_number, '') = coalesce(${reply}.own_number, '')
    end`;

// Ids and seqs of received texts are given together and stay: the text at a reader's seq says from which id on to look.
const listOutcomes = statement({
  takes: { queries: list(outcomeQuery) },
  gives: outcome,
  expects: 'queries',
  text: ({ queries, row }) => `
select ${row} from ${queries.as('t', 'ord')}
left join account a on a.id = t.account_id
left join message m on m.account_id = t.account_id and m.id = t.id and m.direction = 'out'
  and ${isReadable('t.key_hash', 'm')}
left join lateral (
  select x.* from message x
  where x.account_id = m.account_id and x.address_norm = m.address_norm and x.direction = 'in' and x.seq > t.since
    and x.id > greatest(m.id, (select f.id from message f where f.account_id = t.account_id and f.seq = t.since))
    and ${cameBack('x', 'm')}
  order by x.id limit 1
) r on true
left join lateral (
  select x.seq from message x
  where x.account_id = m.account_id and x.direction = 'in' and x.id < m.id order by x.id desc limit 1
) b on true
order by t.ord`,
});

export const prepareOutcomes = ({ reads }: Database) => ({
  /** One outcome for each text, in their order. */
  listOutcomes: (queries: readonly OutcomeWanted[]): Promise<Outcome[]> =>
    listOutcomes.run(reads, { queries }),
});
