// The one statement that takes in received texts. It asks nothing about quota or plan: inbound is never refused.
import type { Encoding } from '../domain/message.ts';
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A text that a device or a carrier received. */
export interface InboundText {
  accountId: bigint;
  /** 0 for a carrier. */
  deviceId: bigint;
  /** The carrier that it came from; null for a device. */
  carrier: string | null;
  /** The durable name that the device, or the carrier's room, has for it. */
  inboundId: string;
  address: string;
  addressNorm: string;
  body: string;
  receivedAtMs: number;
  segments: number;
  encoding: Encoding;
}

// (account, device, inbound id) is one message for ever, all carriers being device 0: a repeat is found by the
// anti-join, or, when another replica wrote it after this statement's snapshot, violates message_inbound and the caller
// repeats the batch. No recipient stays on a carrier, so that only devices are noted in a thread.
const statement = `
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
    $8::int2[], $9::text[], $10::text[])
    with ordinality as t (account_id, device_id, inbound_id, address, address_norm, body, received_at, segments,
      encoding, carrier, ord)
), locked as materialized (
  select id, last_message_id, last_seq from account where id in (select account_id from input) order by id for update
), fresh as materialized (
  select i.*, row_number() over (partition by i.account_id order by i.ord) as n
  from input i
  where not exists (
    select from message m
    where m.account_id = i.account_id and m.device_id = i.device_id and m.inbound_id = i.inbound_id)
), numbered as materialized (
  select f.*, l.last_message_id + f.n as id, l.last_seq + f.n as seq from fresh f join locked l on l.id = f.account_id
), moved as (
  update account a set last_message_id = c.id, last_seq = c.seq
  from (select account_id, max(id) as id, max(seq) as seq from numbered group by account_id) c
  where a.id = c.account_id
), written as (
  insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    charged, device_id, attempt, inbound_id, created_at, carrier)
  select account_id, id, seq, 'in', address, address_norm, body, 'received',
    (case when carrier is null then 'device' else 'gateway' end)::message_route, segments, encoding::message_encoding,
    false, device_id, 0, inbound_id, received_at, carrier
  from numbered
), threaded as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count, device_id)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(id), count(*),
    (array_agg(device_id order by n desc) filter (where carrier is null))[1]
  from numbered group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,
    device_id = coalesce(t.device_id, excluded.device_id)
)
select $11::text, n.seq from input i left join numbered n on n.ord = i.ord order by i.ord`;

/**
 * Takes in texts, each inbound id once in the list; all of it is one commit. Answers each text's seq, or null for
 * one that was there already. Throws StatementFailed 23505 as said above.
 */
export async function insertInbound(
  batches: Batches,
  texts: readonly InboundText[],
): Promise<(bigint | null)[]> {
  const nonce = createNonce();
  const column = <T extends string | number | bigint | null>(pick: (text: InboundText) => T) =>
    arrayLiteral(texts.map(pick));
  const rows = await batches.run(statement, [
    column((text) => text.accountId),
    column((text) => text.deviceId),
    column((text) => text.inboundId),
    column((text) => text.address),
    column((text) => text.addressNorm),
    column((text) => text.body),
    column((text) => instantLiteral(text.receivedAtMs)),
    column((text) => text.segments),
    column((text) => text.encoding),
    column((text) => text.carrier),
    nonce,
  ]);
  checkNonce(nonce, rows, texts.length);
  batches.countRows(rows.length);
  return rows.map((row) => row[1] as bigint | null);
}
