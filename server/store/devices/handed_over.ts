// The texts that were handed over to devices, for many devices at once: all of each text when a link opens, and the ids
// alone when the database is compared with what the links hold. Both say which of them the device is to give back.
import { isRefused } from '../opt_outs/judge_opt_outs.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int2, int4, int8, int8Array, text, uuid } from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';
import type { DeviceRef } from './devices.ts';
import { type LinkRef, linkRef } from './links.ts';

/** A text that a device holds, or may hold. */
export type HandedOver = RowOf<typeof handedOver>;
/**
 * Whether the device is to give it back, unless it has left: it was cancelled, or its recipient wants no texts. This stands with
 * the text, so that a device that was away when it was asked is asked again.
 */
const wantedBack = `(m.wanted_back_at is not null or ${isRefused('a', 'm')})`;
const handedOver = {
  id: int8('m.id'),
  attempt: int2('m.attempt'),
  /** Names the text for ever; null for one from before there were identities. */
  identity: uuid.orNull('m.identity'),
  addressNorm: text('m.address_norm'),
  body: text('m.body'),
  /** The slot of the SIM that it was handed over to: the first, when that was before SIMs were kept. */
  sim: int2('coalesce(m.sim, 1)'),
  deadlineAtMs: instant('coalesce(m.deadline_at, to_timestamp(0))'),
  isWantedBack: bool(wantedBack),
  /** A device that does not have it yet must not get it: it is wanted back, or the account is suspended. */
  isBarred: bool(`a.suspended_at is not null or ${wantedBack}`),
};

const listTexts = statement({
  takes: { devices: list({ accountId: int8, deviceId: int8 }) },
  gives: { ord: count('t.ord'), text: group(handedOver) },
  expects: 'some',
  text: ({ devices, row, rowOf }) => `
select ${row}
from ${devices.as('t', 'ord')}
join account a on a.id = t.account_id
cross join lateral (
  select * from message h
  where h.account_id = t.account_id and h.device_id = t.device_id and h.status = 'sending' order by h.id
) m
union all select ${rowOf({})}
order by ord, id`,
});

interface HandedOverIds {
  ids: readonly bigint[];
  wantedBack: readonly bigint[];
}

const listIds = statement({
  takes: { links: list(linkRef), most: int4 },
  gives: {
    ids: int8Array("coalesce(h.ids, '{}')::text"),
    wantedBack: int8Array("coalesce(h.wanted_back, '{}')::text"),
    isNewest: bool(`exists (
      select from device d where d.account_id = t.account_id and d.id = t.device_id
        and d.link_epoch = t.link_epoch and d.unpaired_at is null)`),
  },
  expects: 'links',
  text: ({ links, most, row }) => `
select ${row}
from ${links.as('t', 'ord')}
join account a on a.id = t.account_id
cross join lateral (
  select array_agg(x.id order by x.id) as ids, array_agg(x.id order by x.id) filter (where x.is_wanted) as wanted_back
  from (
    select m.id, ${wantedBack} as is_wanted from message m
    where m.account_id = t.account_id and m.device_id = t.device_id and m.status = 'sending'
    order by m.id limit ${most}
  ) x
) h
order by t.ord`,
});

export const prepareHandedOver = ({ links: pool }: Database) => ({
  /** The texts that were handed over to each device and not reported on, oldest first; one list a device. */
  async listHandedOverTo(devices: readonly DeviceRef[]): Promise<HandedOver[][]> {
    const lists: HandedOver[][] = devices.map(() => []);
    for (const { ord, text } of await listTexts.run(pool, { devices })) lists[ord - 1]?.push(text);
    return lists;
  },

  /**
   * The ids of the texts that were handed over to each device and not reported on, ascending, at most `most` of each,
   * and those of them that it is to give back. Null for a link that is not its device's newest, or whose device was unpaired.
   */
  async listHandedOverIds(links: readonly LinkRef[], most: number): Promise<(HandedOverIds | null)[]> {
    const rows = await listIds.run(pool, { links, most });
    return rows.map(({ isNewest, ...lists }) => (isNewest ? lists : null));
  },
});
