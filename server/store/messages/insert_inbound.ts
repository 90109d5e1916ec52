// The one statement that takes in received texts. It does not look at quota or plan: a received text is never refused.
import type { Encoding } from '../../domain/messages/message.ts';
import { type Keyword, keywordRules } from '../../domain/opt_outs/keyword.ts';
import { keywordFor, obeyKeywords } from '../opt_outs/keywords.ts';
import { mostUnanswered, watched, written } from '../outbound/answers.ts';
import type { Batches } from '../postgres/database.ts';
import { bool, instant, int2, int8, sqlNamesOf, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { type AtLock, locking } from '../postgres/locking.ts';
import { list, statement } from '../postgres/statement.ts';
import { wasReceived } from '../retention/deleted_texts.ts';

/** A text that a device or a carrier received. */
export type InboundText = ValuesOf<typeof inboundText>;

/** The columns of a received text that are stored as they are. */
const inboundFields = {
  accountId: int8,
  /** 0 for a carrier. */
  deviceId: int8,
  /** The carrier that it came from; null for a device. */
  carrier: text.orNull,
  /** The durable name that the device, or the carrier's inbound, has for it. */
  inboundId: text,
  /** The account's number that it came to; null for a device. */
  ownNumber: text.orNull,
  /** The slot of the SIM that it came to; null for a carrier, and where that is not known. */
  sim: int2.orNull,
  address: text,
  addressNorm: text,
  body: text,
  segments: int2,
  encoding: word<Encoding>('message_encoding'),
};

const inboundText = {
  ...inboundFields,
  /** E.164 of somebody else who may have written it: see readNumber. Null where the sender is certain. */
  otherSender: text.orNull,
  receivedAtMs: instant,
  /** Its whole body as an account's own words are compared: see plainWords. */
  plainWords: text,
  /** Its keyword in words that every account understands. */
  commonKeyword: word<Keyword>().orNull,
};

/** The outcome of a received text. */
interface TakenIn {
  /** Null for one that was stored before. */
  seq: bigint | null;
  /** True when something follows from its words: see follow_keywords.ts. */
  hasSequel: boolean;
  /** Nothing was done, because another statement has its account locked. */
  isLocked: boolean;
}

// (account, device, inbound id) is one message for ever, all carriers being device 0: a repeat is found by the
// anti-join, or, when another replica wrote it after this statement's snapshot, violates message_inbound and the caller
// repeats the batch. No recipient stays on a carrier, so that only devices are noted in a thread.
const insert = locking(({ skipLocked, isLeftOut }) =>
  statement({
    takes: { texts: list(inboundText), nowMs: instant },
    gives: {
      seq: int8.orNull('n.seq'),
      hasSequel: bool("coalesce(n.keyword in ('stop', 'start', 'help'), false)"),
      isLocked: bool(isLeftOut('i.account_id')),
    },
    expects: 'texts',
    text: ({ texts, nowMs, row }) => `
with input as (
  select * from ${texts.as('t', 'ord')}
), locked as materialized (
  select id, last_message_id, last_seq from account where id in (select account_id from input) order by id for update ${skipLocked}
), fresh as materialized (
  select i.*, row_number() over (partition by i.account_id order by i.ord) as n
  from input i
  where not exists (
    select from message m
    where m.account_id = i.account_id and m.device_id = i.device_id and m.inbound_id = i.inbound_id)
    and not ${wasReceived('i')}
), numbered as materialized (
  select f.*, l.last_message_id + f.n as id, l.last_seq + f.n as seq,
    ${keywordFor('f')} as keyword
  from fresh f join locked l on l.id = f.account_id
), ${obeyKeywords('numbered', { at: nowMs, mayAnswer: 'true', otherSender: 'other_sender' })}, threaded as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count, device_id, sim, unanswered)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(id), count(*),
    (array_agg(device_id order by n desc) filter (where carrier is null))[1],
    (array_agg(sim order by n desc) filter (where carrier is null))[1], least(count(*), ${mostUnanswered})
  from numbered group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,
    device_id = coalesce(t.device_id, excluded.device_id),
    sim = case when t.device_id is null then excluded.sim else t.sim end,
    ${written}
  returning account_id, answers_until
), moved as (
  update account a set last_message_id = c.id, last_seq = c.seq, opt_out_changes = a.opt_out_changes + c.changes,
    answers_until = greatest(a.answers_until, w.answers_until)
  from (
    select account_id, max(id) as id, max(seq) as seq, count(*) filter (where keyword in ('stop', 'start')) as changes
    from numbered group by account_id
  ) c
  left join (${watched('threaded')}) w on w.account_id = c.account_id
  where a.id = c.account_id
), written as (
  insert into message (id, seq, direction, status, route, ${sqlNamesOf(inboundFields)}, keyword, keyword_rules, charged, attempt, created_at)
  select id, seq, 'in', 'received', (case when carrier is null then 'device' else 'gateway' end)::message_route,
    ${sqlNamesOf(inboundFields)}, keyword, ${keywordRules}, false, 0, received_at
  from numbered
)
select ${row} from input i left join numbered n on n.ord = i.ord order by i.ord`,
  }),
);

export const prepareInsertInbound = (batches: Batches) => ({
  /**
   * Takes in texts, each inbound id once in the list; all of it in one commit. Throws StatementFailed 23505 if another
   * replica took in one of them: repeat.
   */
  async insertInbound(
    texts: readonly InboundText[],
    nowMs: number,
    atLock: AtLock = 'wait',
  ): Promise<TakenIn[]> {
    const { rows } = await insert.run(batches, { texts, nowMs }, atLock);
    batches.countRows(rows.length);
    return rows;
  },
});
