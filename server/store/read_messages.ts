// Reads of messages. Each is one index range on (account_id, ...), so that its cost does not grow with history.
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Message, MessageStatus } from '../domain/message.ts';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { firstOctets, type MessagePage, messageColumnsOf, readPage } from './pages.ts';
import { message } from './schema.ts';
import { submission } from './schema_carriers.ts';

/** The columns that a Message is made of; nothing internal among them. */
export const messageColumns = {
  accountId: message.accountId,
  id: message.id,
  seq: message.seq,
  direction: message.direction,
  address: message.address,
  addressNorm: message.addressNorm,
  body: message.body,
  status: message.status,
  route: message.route,
  error: message.error,
  createdAt: message.createdAt,
  sentAt: message.sentAt,
  deliveredAt: message.deliveredAt,
  segments: message.segments,
  encoding: message.encoding,
  clientRef: message.clientRef,
};

type MessageRow = Omit<Message, 'createdAtMs' | 'sentAtMs' | 'deliveredAtMs'> & {
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
};

/** A page of the feed. */
export interface FeedPage extends MessagePage {
  /** The account's newest seq. */
  newestSeq: bigint;
}

const changes = `
select a.last_seq, p.* from account a left join lateral (
  ${firstOctets(
    `select ${messageColumnsOf('m')} from message m where m.account_id = a.id and m.seq > $2::int8
    order by m.seq limit $3::int4`,
    'asc',
    '$4::int8',
  )}
) p on true where a.id = $1::int8 order by p.seq`;

const ofThread = `
select * from (
  ${firstOctets(
    `select ${messageColumnsOf('m')} from message m
    where m.account_id = $1::int8 and m.address_norm = $2::text and m.id < $3::int8
    order by m.id desc limit $4::int4`,
    'desc',
    '$5::int8',
  )}
) p order by p.id desc`;

/** A row as the domain knows it. */
export const toMessage = ({ createdAt, sentAt, deliveredAt, ...row }: MessageRow): Message => ({
  ...row,
  createdAtMs: createdAt.getTime(),
  sentAtMs: sentAt?.getTime() ?? null,
  deliveredAtMs: deliveredAt?.getTime() ?? null,
});

/** A text whose state has lasted too long. */
export interface OverdueText {
  accountId: bigint;
  id: bigint;
  status: MessageStatus;
  attempt: number;
  /** Shown as sending, but in nobody's hand: it waits for another try at a carrier. */
  isReleased: boolean;
  /** Nobody can know whether some part of it left. */
  hasUnknownPart: boolean;
}

/** Prepares the reads of messages. */
export function prepareMessageReads({ read, reads, figures }: Database) {
  const accountIs = eq(message.accountId, sql.placeholder('accountId'));

  const byId = read
    .select(messageColumns)
    .from(message)
    .where(and(accountIs, eq(message.id, sql.placeholder('id'))))
    .prepare('find_message');

  const overdue = read
    .select({
      accountId: message.accountId,
      id: message.id,
      status: message.status,
      attempt: message.attempt,
      isReleased: sql<boolean>`${message.status} = 'sending' and ${message.route} = 'gateway' and ${message.holder} is null`,
      // Asked of every row that is overdue, and found in the key of the few that were submitted at all.
      hasUnknownPart: sql<boolean>`exists (
        select from ${submission} where ${submission.accountId} = ${message.accountId}
          and ${submission.messageId} = ${message.id} and ${submission.state} = 'unknown')`,
    })
    .from(message)
    .where(lt(message.deadlineAt, sql.placeholder('now')))
    .orderBy(asc(message.deadlineAt))
    .limit(sql.placeholder('limit'))
    .prepare('list_overdue');

  return {
    /** Up to `limit` messages above `since` that take up to `octets`, ascending seq; at least one where there is one. */
    async listChanges(
      accountId: bigint,
      since: bigint,
      limit: number,
      octets: number,
    ): Promise<FeedPage | undefined> {
      const rows = await reads.run(changes, [accountId, since, limit + 1, octets]);
      const [first] = rows;
      // An account without news is one row without a message.
      if (!first) return undefined;
      return { ...readPage(first[1] === null ? [] : rows, limit, 1), newestSeq: first[0] as bigint };
    },

    async findMessage(accountId: bigint, id: bigint): Promise<Message | undefined> {
      const [row] = await byId.execute({ accountId, id });
      return row && toMessage(row);
    },

    /** The messages of several (account, id) pairs, in no particular order. */
    async listMessages(pairs: readonly { accountId: bigint; id: bigint }[]): Promise<Message[]> {
      const rows = await read
        .select(messageColumns)
        .from(message)
        .where(
          inArray(
            sql`(${message.accountId}, ${message.id})`,
            pairs.map((pair) => sql`(${pair.accountId}::int8, ${pair.id}::int8)`),
          ),
        );
      return rows.map(toMessage);
    },

    /** Up to `limit` messages of a conversation with ids below `before` that take up to `octets`, newest first. */
    async listThreadMessages(
      accountId: bigint,
      addressNorm: string,
      before: bigint,
      limit: number,
      octets: number,
    ): Promise<MessagePage> {
      return readPage(await reads.run(ofThread, [accountId, addressNorm, before, limit + 1, octets]), limit);
    },

    /** Up to `limit` messages whose state has lasted too long, the longest first. */
    listOverdue: (nowMs: number, limit: number): Promise<OverdueText[]> =>
      overdue.execute({ now: instantLiteral(nowMs), limit }),

    /** The newest seq of each account that exists. */
    async listCursors(accountIds: readonly bigint[]): Promise<{ accountId: bigint; seq: bigint }[]> {
      const rows = await reads.run('select id, last_seq from account where id = any ($1::int8[])', [
        arrayLiteral(accountIds),
      ]);
      return rows.map((row) => ({ accountId: row[0] as bigint, seq: row[1] as bigint }));
    },

    /** Those of the accounts that have texts waiting for a device. */
    async listWaitingAccounts(accountIds: readonly bigint[]): Promise<bigint[]> {
      const rows = await reads.run(
        `select a.id from unnest($1::int8[]) as a (id) where exists (
          select from message m where m.account_id = a.id and m.status = 'queued' and m.route = 'device')`,
        [arrayLiteral(accountIds)],
      );
      return rows.map((row) => row[0] as bigint);
    },

    /**
     * Texts in each state that is not final, over all accounts, and the age of the oldest in seconds. Looks at no more
     * than `most` texts, those first whose time runs out first.
     */
    async countUnfinished(
      nowMs: number,
      most: number,
    ): Promise<{ status: string; count: number; oldestSeconds: number }[]> {
      const rows = await figures.run(
        `select status::text, count(*)::int4, extract(epoch from $1::timestamptz - min(created_at))::int4
        from (
          select status, created_at from message where deadline_at is not null order by deadline_at limit $2::int4
        ) m group by status`,
        [instantLiteral(nowMs), most],
      );
      return rows.map((row) => ({
        status: row[0] as string,
        count: row[1] as number,
        oldestSeconds: row[2] as number,
      }));
    },
  };
}
