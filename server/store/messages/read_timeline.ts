// One text with everything that its timeline is made of.
import type { Database } from '../postgres/database.ts';
import { bool, columnsOf, instant, int2, int8, text } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { messageFields } from './message_fields.ts';
import { scheduled } from './stored_status.ts';

/** A text and what was written down about it. */
export type TextHistory = RowOf<typeof history>;
const history = {
  text: group(columnsOf(messageFields, 'm')),
  deviceId: int8.orNull('nullif(m.device_id, 0)'),
  sim: int2.orNull('m.sim'),
  carrier: text.orNull('m.carrier'),
  charged: bool('m.charged'),
  deadlineAtMs: instant.orNull('m.deadline_at'),
  retryAtMs: instant.orNull('m.retry_at'),
  /** It waits for its instant. */
  isScheduled: bool(`m.status = '${scheduled}'`),
  /** It waits for a device or a carrier. */
  waits: bool(
    `m.direction = 'out' and (m.status = 'queued'
      or (m.status = 'sending' and m.route = 'gateway' and m.holder is null))`,
  ),
  /** Its account is suspended. */
  isSuspended: bool('a.suspended_at is not null'),
  /** Lines, as domain/timeline.ts reads them. */
  steps: text.orNull('m.steps'),
  /** The key that it was sent with; null where that is not known, or the key is gone. */
  key: group({ label: text('k.label'), hint: text('k.hint') }).orNull,
  /** The SIM that texts to this recipient stay on; null for none. */
  keptOn: group({ deviceId: int8('t.device_id'), slot: int2('coalesce(t.sim, 1)') }).orNull,
};

const find = statement({
  takes: { accountId: int8, id: int8 },
  gives: history,
  text: ({ accountId, id, row }) => `
select ${row} from message m join account a on a.id = m.account_id
left join thread t on t.account_id = m.account_id and t.address_norm = m.address_norm
left join api_key k on k.account_id = m.account_id and k.id = substring(m.steps from '^k(-?\\d+)\\n')::int8
where m.account_id = ${accountId} and m.id = ${id}`,
});

/** Prepares the read. */
export function prepareTimeline({ reads }: Pick<Database, 'reads'>) {
  return {
    /** Undefined for an unknown id, and for another account's. */
    findHistory: async (accountId: bigint, id: bigint): Promise<TextHistory | undefined> =>
      (await find.run(reads, { accountId, id }))[0],
  };
}
