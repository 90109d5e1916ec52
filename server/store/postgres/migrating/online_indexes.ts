// Indexes of tables that grow with texts, or with what people ask for. A migration's `create index` would block writers for as long as the table is
// read; the first core that starts makes these beside writers, after the migration, and drops those that are needed no more.
import type { MigrationConnection } from './migration_connection.ts';

/** Each by its name; the schema declares the same. */
const onlineIndexes: Readonly<Record<string, string>> = {
  billing_of_customer: 'billing (customer_id) where customer_id is not null',
  carrier_number_ending: `carrier_number (carrier, "right"(number, 6))`,
  erasure_open_of_account: 'erasure (account_id) where done_at is null',
  message_device_queue: `message (account_id, id) where route = 'device' and (status = 'queued' or status = 'sending' and retry_at is not null)`,
  message_inbox: `message (account_id, id) where direction = 'in'`,
  message_received: `message (account_id, address_norm, id) where direction = 'in'`,
  message_scheduled: `message (send_at, account_id, id) where status = 'scheduled'`,
  message_unjudged: `message (account_id, id) where direction = 'in' and keyword_rules is null`,
};

const names = Object.keys(onlineIndexes);

/** What others have taken the place of. */
const droppedIndexes = ['billing_customer', 'message_queue'];

/** An index that exists but is not valid was left by a start that died. */
const findIndexes = `select c.relname as name, i.indisvalid as is_valid from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = current_schema()::regnamespace and c.relname in ('${names.join("', '")}')`;

/** The indexes that are missing or not valid. */
export async function findMissingIndexes(
  connection: MigrationConnection,
): Promise<{ name: string; isLeft: boolean }[]> {
  const found = await connection.ask(findIndexes);
  const states = new Map(found.map(({ name, is_valid }) => [String(name), is_valid === true]));
  return names.flatMap((name) =>
    states.get(name) === true ? [] : [{ name, isLeft: states.get(name) === false }],
  );
}

/** Makes the missing indexes; only one start at a time may call it. It waits for transactions that began before it. */
export async function makeIndexes(
  connection: MigrationConnection,
  show: (what: string) => void,
): Promise<void> {
  await connection.run('set lock_timeout = 0');
  // For an empty table it is done at once.
  const [{ is_long: isLong } = {}] = await connection.run('select exists (select from message) as is_long');
  for (const { name, isLeft } of await findMissingIndexes(connection)) {
    if (isLong === true) show(`the index ${name} is made; texts are accepted and sent meanwhile`);
    if (isLeft) await connection.run(`drop index concurrently ${name}`);
    await connection.run(`create index concurrently ${name} on ${onlineIndexes[name]}`);
  }
  for (const name of droppedIndexes) await connection.run(`drop index concurrently if exists ${name}`);
}
