// The one statement that hands queued texts to devices. What it answers was queued and is sending now, for this
// device and attempt only, and is committed before the device hears of it.
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A device that has room for texts. */
export interface ClaimRequest {
  accountId: bigint;
  deviceId: bigint;
  /** The link's epoch: a link that was superseded claims nothing. */
  linkEpoch: bigint;
  /** Most texts to take, at least 1. */
  room: number;
}

/** A text on its way to a device. */
export interface ClaimedText {
  accountId: bigint;
  deviceId: bigint;
  id: bigint;
  attempt: number;
  seq: bigint;
  addressNorm: string;
  body: string;
  /** The device must not submit the text after this. */
  expiresAtMs: number;
}

// Candidates are read from a snapshot that may be older than the account's lock, so that both updates judge again on
// the row itself: `stuck` moves a recipient only to a device that it is not kept from, and `claimed` takes only what
// is still queued. First in, first out: candidates are taken in the order of their ids, and a recipient that stays
// on another paired device is passed over whole.
const statement = `
with ask as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int4[]) with ordinality
    as t (account_id, device_id, link_epoch, room, ord)
), locked as materialized (
  select id, last_seq from account where id in (select account_id from ask) order by id for update
), candidate as materialized (
  select a.device_id, q.* from ask a
  join locked l on l.id = a.account_id
  join device d on d.account_id = a.account_id and d.id = a.device_id and d.link_epoch = a.link_epoch
    and d.revoked_at is null
  cross join lateral (
    select m.account_id, m.id, m.address_norm from message m
    join thread t on t.account_id = m.account_id and t.address_norm = m.address_norm
    left join device k on k.account_id = t.account_id and k.id = t.device_id and k.revoked_at is null
    where m.account_id = a.account_id and m.status = 'queued' and m.route = 'device' and m.deadline_at > $5::timestamptz
      and (k.id is null or k.id = a.device_id)
    order by m.id limit a.room
  ) q
), stuck as (
  update thread t set device_id = c.device_id
  from (select distinct account_id, address_norm, device_id from candidate) c
  where t.account_id = c.account_id and t.address_norm = c.address_norm
    and (t.device_id is null or t.device_id = c.device_id or not exists (
      select from device k where k.account_id = t.account_id and k.id = t.device_id and k.revoked_at is null))
  returning t.account_id, t.address_norm
), numbered as materialized (
  select c.*, l.last_seq + row_number() over (partition by c.account_id order by c.id) as seq
  from candidate c
  join stuck s on s.account_id = c.account_id and s.address_norm = c.address_norm
  join locked l on l.id = c.account_id
), claimed as (
  update message m set
    seq = n.seq,
    status = 'sending',
    device_id = n.device_id,
    attempt = m.attempt + 1,
    deadline_at = m.deadline_at + make_interval(secs => $6::int4)
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and m.status = 'queued'
  returning m.account_id, m.device_id, m.id, m.attempt, m.seq, m.address_norm, m.body,
    m.deadline_at - make_interval(secs => $6::int4) as expires_at
), moved as (
  update account a set last_seq = n.seq
  from (select account_id, max(seq) as seq from numbered group by account_id) n
  where a.id = n.account_id
)
select $7::text, c.* from (select) one left join claimed c on true order by c.account_id, c.id`;

/**
 * Claims texts for devices, each account at most once in the list. `sendingGraceMs` is how much longer than its
 * expiry a text may stay in sending.
 */
export async function claimTexts(
  batches: Batches,
  requests: readonly ClaimRequest[],
  nowMs: number,
  sendingGraceMs: number,
): Promise<ClaimedText[]> {
  const nonce = createNonce();
  const rows = await batches.run(statement, [
    arrayLiteral(requests.map((request) => request.accountId)),
    arrayLiteral(requests.map((request) => request.deviceId)),
    arrayLiteral(requests.map((request) => request.linkEpoch)),
    arrayLiteral(requests.map((request) => request.room)),
    instantLiteral(nowMs),
    Math.round(sendingGraceMs / 1000),
    nonce,
  ]);
  checkNonce(nonce, rows, Math.max(rows.length, 1));
  return rows
    .filter((row) => row[1] !== null)
    .map((row) => ({
      accountId: row[1] as bigint,
      deviceId: row[2] as bigint,
      id: row[3] as bigint,
      attempt: row[4] as number,
      seq: row[5] as bigint,
      addressNorm: row[6] as string,
      body: row[7] as string,
      expiresAtMs: Date.parse(row[8] as string),
    }));
}
