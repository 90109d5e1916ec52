// The accounts of stories about stops, written by one statement: each with a phone, or with a number of the carrier.
import { createSecret, deviceTokenPrefix, hashSecret } from '../../../server/domain/keys/api_key.ts';
import { monthOf } from '../../../server/domain/plans/month.ts';
import { openInspector } from '../../support/database.ts';
import { stopCarrier } from './stop_carrier.ts';

/** How texts leave. */
export type StopRoute = 'carrier' | 'phone';

export interface StopAccount {
  id: bigint;
  /** Of its phone; undefined for one whose texts leave by the carrier. */
  deviceToken: string | undefined;
  /** Its number on the carrier. */
  number: string;
}

/** Passed as text, which PostgreSQL reads as the array that it is. */
const listOf = (values: readonly unknown[]) => `{${values.join(',')}}`;

/** Writes as many, as they are at a moment. */
export async function writeAccounts(
  databaseUrl: string,
  { nowMs, count, route }: { nowMs: number; count: number; route: StopRoute },
): Promise<StopAccount[]> {
  const accounts = Array.from({ length: count }, (_, at) => ({
    id: BigInt(1_000 + at),
    deviceToken: route === 'phone' ? createSecret(deviceTokenPrefix) : undefined,
    number: `+1212555${String(at).padStart(4, '0')}`,
  }));
  const at = new Date(nowMs);
  const ids = listOf(accounts.map(({ id }) => id));
  const isByPhone = route === 'phone';
  const hashes = isByPhone ? listOf(accounts.map(({ deviceToken }) => hashSecret(deviceToken ?? ''))) : '{}';
  const numbers = isByPhone ? '{}' : listOf(accounts.map(({ number }) => number));
  const sql = openInspector(databaseUrl);
  await sql`with made as (
    insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq,
      last_device_id, created_at)
    select id, 'Story', 'US', 'pro', 'active', false, ${monthOf(nowMs)}::date, 0, 0, 0, 1, ${at}::timestamptz
    from unnest(${ids}::text::int8[]) as t (id) returning id
  ), phones as (
    insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
    select id, 1, 'phone', decode(hash, 'hex'), 0, '', '', ${at}::timestamptz
    from unnest(${ids}::text::int8[],
      ${hashes}::text::text[]) as t (id, hash)
    where id in (select id from made) and hash is not null
  )
  insert into carrier_number (carrier, number, account_id, assigned_at)
  select ${stopCarrier}, number, id, ${at}::timestamptz
  from unnest(${ids}::text::int8[], ${numbers}::text::text[]) as t (id, number)
  where id in (select id from made) and number is not null`;
  await sql.end();
  return accounts;
}

/**
 * No statement tidies up behind a stop: the claims alone keep the texts back that wait. A guarantee rests on the statement that acts.
 */
export async function leaveUntidied(databaseUrl: string): Promise<void> {
  const sql = openInspector(databaseUrl);
  await sql.unsafe(`create function leave_untidied() returns trigger language plpgsql as
    $$ begin new.ends_waiting := false; return new; end $$;
    create trigger leave_untidied before insert on opt_out for each row execute function leave_untidied()`);
  await sql.end();
}
